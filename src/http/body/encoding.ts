import { untilChanged } from '../../until-changed.ts';

export type Encoding = 'br' | 'gzip' | 'identity';

/** The best that the caller accepts: gzip, and brotli where it's offered. */
export function chooseEncoding(
  acceptEncoding: string | string[] | undefined,
  offersBrotli = false,
): Encoding {
  if (acceptEncoding === undefined) return 'identity';
  const { br, gzip } = qualitiesOf(acceptEncoding);
  if (offersBrotli && br > 0 && br >= gzip) return 'br';
  return gzip > 0 ? 'gzip' : 'identity';
}

/** Few programs call, each with the same header every time. */
const qualitiesOf = untilChanged((acceptEncoding: string | string[]) => {
  const accepted = new Map<string, number>();
  for (const part of String(acceptEncoding).toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    accepted.set(name, quality === undefined ? 1 : Number(quality.slice(2)) || 0);
  }
  const quality = (name: string) => accepted.get(name) ?? accepted.get('*') ?? 0;
  return { br: quality('br'), gzip: quality('gzip') };
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
