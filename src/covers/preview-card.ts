import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Node, Renderer } from '@takumi-rs/wasm/node';
import { CARD_BOOKS_MAX, CARD_HEIGHT, CARD_WIDTH, type PreviewCard } from './card-queue.ts';
import { pictureText } from './cover-text.ts';
import { type CoverItem, drawSubstituteCover } from './substitute-cover.ts';

const BOOK_WIDTH = 290;
const BOOK_HEIGHT = 429;

/**
 * Draws a card as PNG in the typeface of the built portal, which `assets` contains. A text with letters that the
 * typeface lacks is left out, because the rest would be another text.
 */
export async function drawPreviewCard(card: PreviewCard, assets: string): Promise<Uint8Array> {
  const renderer = new Renderer();
  const isReadable = registerType(renderer, assets);
  const known = (text: string) => (isReadable(pictureText(text)) ? pictureText(text) : '');
  const books = card.books.map(({ itemId, title, author, publisher }) => ({
    itemId,
    title: known(title),
    author: known(author),
    publisher: known(publisher),
  }));
  return renderer.render(
    box({ width: CARD_WIDTH, height: CARD_HEIGHT, backgroundColor: '#fbfaf6', padding: 72, gap: 56 }, [
      box({ flexDirection: 'column', flexGrow: 1, height: '100%' }, [
        text(known(card.operatorName), { fontSize: 32, lineClamp: 1 }),
        box({ flexDirection: 'column', marginTop: 'auto' }, [
          text(known(card.title), { fontSize: 68, lineHeight: 1.25, lineClamp: 4 }),
          text(known(card.about), { fontSize: 30, lineClamp: 2, marginTop: 20, color: '#5a5d66' }),
        ]),
      ]),
      box({ alignItems: 'center', height: '100%', flexShrink: 0 }, books.map(bookAt)),
    ]),
    { width: CARD_WIDTH, height: CARD_HEIGHT },
  );
}

type Style = Readonly<Record<string, string | number>>;

function box(style: Style, children: Node[]): Node {
  return { type: 'container', style: { display: 'flex', ...style }, children };
}

function text(words: string, style: Style): Node {
  const wrap = { wordBreak: 'keep-all', overflowWrap: 'anywhere' } as const;
  return { type: 'text', text: words, style: { color: '#1c1f27', fontWeight: 700, ...wrap, ...style } };
}

/** The first is in front; of the others, a strip is visible beside it. */
function bookAt(book: CoverItem, at: number): Node {
  const picture = Buffer.from(drawSubstituteCover('cover', book)).toString('base64');
  return {
    type: 'image',
    src: `data:image/svg+xml;base64,${picture}`,
    style: {
      width: BOOK_WIDTH,
      height: BOOK_HEIGHT,
      marginLeft: at === 0 ? 0 : 60 - BOOK_WIDTH,
      zIndex: CARD_BOOKS_MAX - at,
      borderRight: '3px solid #fbfaf6',
    },
  };
}

/** Gives the renderer the fonts of the built stylesheets. Returns whether they have all letters of a text. */
function registerType(renderer: Renderer, assets: string): (text: string) => boolean {
  const styles = readdirSync(assets).filter((name) => name.endsWith('.css'));
  const faces = styles.flatMap((name) => [...readFileSync(join(assets, name), 'utf8').matchAll(FACE)]);
  const ranges = faces.flatMap(([, url = '', written = '']) => {
    const unicodeRange = [...written.matchAll(RANGE)].map(([, from = '', to = from]): [number, number] => [
      Number.parseInt(from, 16),
      Number.parseInt(to, 16),
    ]);
    const data = readFileSync(join(assets, basename(url)));
    renderer.registerFont({ name: 'Seoga Serif', data, unicodeRange, generic: 'sans-serif' });
    return unicodeRange;
  });
  return (text) =>
    Array.from(text, (letter) => letter.codePointAt(0) ?? 0).every((code) =>
      ranges.some(([from, to]) => from <= code && code <= to),
    );
}

const FACE = /@font-face\s*\{[^}]*?url\(["']?([^"')]+\.woff2)["']?\)[^}]*?unicode-range:([^;}]*)/g;
const RANGE = /U\+([0-9A-F]+)(?:-([0-9A-F]+))?/gi;
