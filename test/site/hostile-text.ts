import { fc } from '../support/properties.ts';

/** Texts that try to leave the place they are put in: markup, quotes, entities, control and direction characters. */
export const hostileText = fc.oneof(
  fc.constantFrom(
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onload='alert(1)",
    '</title></svg><script>',
    ']]><!-- &amp; &#x3c;b&#x3e;',
    '\u202egnidaer\u202c \u2066isolate',
    '\u0000\u0008\u001b[31m\u007f\u0085\ufffe\uffff',
    '\ud800 half \udc00',
    'x'.repeat(500),
    '가'.repeat(500),
    `e${'\u0301'.repeat(400)}`,
    'javascript:alert(1)',
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({
    unit: fc.constantFrom('<', '>', '&', '"', "'", '/', ' ', 'a', '가', '\n', '\u200d', '😀'),
    maxLength: 40,
  }),
);
