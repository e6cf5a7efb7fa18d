/**
 * Headers that keep browsers from misusing an answer. They never change, so they are written here rather than worked
 * out at every request. Only those that mean something for data and pictures; pages put a policy of their own in
 * place of the first.
 */
export function securityHeaders(isHttps: boolean): Readonly<Record<string, string>> {
  return {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(isHttps ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}
