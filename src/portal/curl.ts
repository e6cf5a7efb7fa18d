/** A line to paste once SEOGA_API_KEY is set. A file is kept under the name that the server gives it. */
export function curlLine(baseUrl: string, pathAndQuery: string, isFile: boolean): string {
  // The address is percent-encoded, so it holds nothing that could end the quotes.
  return `curl -s ${isFile ? '-OJ ' : ''}-H "X-Api-Key: $SEOGA_API_KEY" '${baseUrl}${pathAndQuery}'`;
}

/** Path and query of a call. */
export function callPath(path: string, parameters: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(Object.entries(parameters)).toString();
  return query === '' ? path : `${path}?${query}`;
}
