/**
 * A command to paste once SEOGA_API_KEY is set, broken like those of the documentation. A file is saved under the name that
 * the server gives it. The pages import this, too.
 */
export function curlCommand(address: string, isFile = false): string {
  // The address is percent-encoded, so it holds nothing that could end the quotes.
  return `curl -s ${isFile ? '-OJ ' : ''}-H "X-Api-Key: $SEOGA_API_KEY" \\\n  '${address}'`;
}

/** Path and query of a call. */
export function callPath(path: string, parameters: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(Object.entries(parameters)).toString();
  return query === '' ? path : `${path}?${query}`;
}
