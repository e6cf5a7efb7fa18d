import type { ContributorLine } from './feed-line.ts';

/**
 * Splits a library's statement of responsibility into names and roles: "A, B 지음", "A [글?그림]", "[by] A",
 * "지은이: A", "A [외]지음". What names no known role is a name as a whole, so that nothing is lost.
 */
export function parseAuthorStatement(statement: string): ContributorLine[] {
  return statement
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .flatMap(parsePart);
}

/** Roles behind the name. The source lost the middle dot of 글·그림 and has "?" in its place. */
const ROLE =
  '지음|글과 그림|글[?./]그림|글[?./]사진|글[?./]만화|글|그림|사진|만화|저 및 편집|저자|저|著|공저|편저|편집|책임편집|편|編|엮음|' +
  '원작|원저|감독|감수|강의|옮김|역|集傳|소설';
const SUFFIX = new RegExp(`^(.+?)(?: \\[?| ?\\[)((?:외\\]? ?)?(?:${ROLE}))\\]?$`, 'u');
const PREFIX = new RegExp(`^(지은이|글쓴이|${ROLE}) ?: ?(.+)$`, 'u');
const ENGLISH_PREFIX = /^\[?((?:written |edited )?by)\]? (.+)$/i;

function parsePart(part: string): ContributorLine[] {
  const text = withoutOuterBrackets(part);
  const english = ENGLISH_PREFIX.exec(text) ?? PREFIX.exec(text);
  if (english !== null) return contributors(english[2] ?? '', english[1] ?? '');
  const suffix = SUFFIX.exec(text);
  if (suffix !== null) return contributors(suffix[1] ?? '', suffix[2] ?? '');
  return contributors(text, '');
}

/** "[A 編]" is wholly supplied by the cataloguer; an unclosed bracket is a slip. */
function withoutOuterBrackets(text: string): string {
  const inner = text.replace(/^\[([^[\]]+)\]$/, '$1');
  return inner.startsWith('[') && !inner.includes(']') ? inner.slice(1) : inner;
}

function contributors(names: string, role: string): ContributorLine[] {
  const authorType = role.replace(/[?]/g, '·').replace(/[[\]]/g, '').replace(/^외 ?/, '외 ');
  return names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .map((author) => ({ authorId: null, author, authorType }));
}
