/** The default logo of the service (docs/api.md#meta): an open book. */
export const DEFAULT_LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" width="128" height="128" viewBox="0 0 128 128" role="img">' +
  '<title>Seoga</title><rect width="128" height="128" rx="24" fill="#1f2a44"/>' +
  '<path d="M60 40c-10-7-22-9-34-8v56c12-1 24 1 34 8z" fill="#f3ead7"/>' +
  '<path d="M68 40c10-7 22-9 34-8v56c-12-1-24 1-34 8z" fill="#d9a648"/></svg>';
