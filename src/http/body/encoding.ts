import { untilChanged } from '../../until-changed.ts';

export type Encoding = 'br' | 'gzip' | 'identity';

/** The best of br and gzip that the caller accepts. */
export function chooseEncoding(acceptEncoding: string | string[] | undefined): Encoding {
  return acceptEncoding === undefined ? 'identity' : encodingOfHeader(acceptEncoding);
}

/** Few programs call, each with the same header every time. */
const encodingOfHeader = untilChanged((acceptEncoding: string | string[]): Encoding => {
  const accepted = new Map<string, number>();
  for (const part of String(acceptEncoding).toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    accepted.set(name, quality === undefined ? 1 : Number(quality.slice(2)) || 0);
  }
  const quality = (name: string) => accepted.get(name) ?? accepted.get('*') ?? 0;
  const br = quality('br');
  const gz = quality('gzip');
  if (br === 0 && gz === 0) return 'identity';
  return br >= gz ? 'br' : 'gzip';
});

/** Whether If-None-Match contains the tag of the data in any encoding. */
export function hasTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((part) => {
    const given = part.trim().replace(/^W\//, '');
    return given === `"${tag}"` || given === `"${tag}-br"` || given === `"${tag}-gzip"`;
  });
}
