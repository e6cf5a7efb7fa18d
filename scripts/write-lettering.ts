// node scripts/write-lettering.ts: draws the name beside the logo as outlines of Noto Serif CJK KR, so that it looks the
// same with any fonts (Debian: fonts-noto-cjk, fonttools).
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { frame } from '../web/src/messages/ko/frame.ts';

const SOURCE = '/usr/share/fonts/opentype/noto/NotoSerifCJK-Bold.ttc';
/** Place of the Korean font in the collection. */
const FONT_NUMBER = 1;
const FILE = join(import.meta.dirname, '..', 'web', 'public', 'lettering.svg');

/** Debian's Python, which has the library; another one may come first in the path. */
const PYTHON = '/usr/bin/python3';
const DRAW = `
import sys
from fontTools.ttLib import TTFont
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
font = TTFont(sys.argv[1], fontNumber=int(sys.argv[2]))
SCALE = 0.2
glyphs, names = font.getGlyphSet(), font.getBestCmap()
path, bounds, x = SVGPathPen(glyphs, lambda number: str(round(number * SCALE))), BoundsPen(glyphs), 0
for letter in sys.argv[3]:
    glyph = glyphs[names[ord(letter)]]
    for pen in (path, bounds):
        glyph.draw(TransformPen(pen, (1, 0, 0, -1, x, 0)))
    # The blank between the two scripts is narrower than in running text; Latin letters stand a little closer.
    x += glyph.width - (60 if letter == ' ' else 12)
left, top, right, bottom = (round(bound * SCALE) for bound in bounds.bounds)
print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top} {right - left} {bottom - top}"><title>{sys.argv[3]}</title><path d="{path.getCommands()}"/></svg>')
`;

const drawn = spawnSync(PYTHON, ['-c', DRAW, SOURCE, String(FONT_NUMBER), frame.brand], { encoding: 'utf8' });
if (drawn.status !== 0) throw new Error(`apt-get install fonttools fonts-noto-cjk\n${drawn.stderr}`);
writeFileSync(FILE, drawn.stdout);
console.log(`${FILE}: ${drawn.stdout.length} bytes`);
