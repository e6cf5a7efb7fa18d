/**
 * The path and query of a request target. Clients that talk to a proxy send the whole address, whose scheme and host
 * say nothing here; some send a fragment, which belongs to the browser alone.
 */
export function pathAndQuery(target: string): string {
  const fragmentAt = target.indexOf('#');
  const text = fragmentAt === -1 ? target : target.slice(0, fragmentAt);
  if (text.startsWith('/')) return text;
  const origin = /^https?:\/\/[^/?]*/i.exec(text);
  if (origin === null) return text;
  const rest = text.slice(origin[0].length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}
