import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acceptedStep, toBase32, totpAddress } from '../../src/accounts/totp.ts';

/** Secret and codes of RFC 6238, appendix B (SHA-1), shortened to six digits. */
const SECRET = Buffer.from('12345678901234567890');
const VECTORS = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
] as const;

for (const [seconds, code] of VECTORS) {
  test(`the code of RFC 6238 for ${seconds} s is ${code}`, () => {
    assert.equal(acceptedStep(SECRET, code, seconds * 1000, 0), Math.floor(seconds / 30));
  });
}

test('a code is accepted one step early and one late, not two', () => {
  const code = '050471';
  const step = Math.floor(1_111_111_111 / 30);
  for (const [away, isAccepted] of [
    [-2, false],
    [-1, true],
    [0, true],
    [1, true],
    [2, false],
  ] as const) {
    const nowMs = (step + away) * 30_000;
    assert.equal(acceptedStep(SECRET, code, nowMs, 0) === step, isAccepted, `${away} steps`);
  }
});

test('a code, and every one before it, is refused after it was accepted', () => {
  const step = Math.floor(1_111_111_111 / 30);
  assert.equal(acceptedStep(SECRET, '050471', step * 30_000, step), null);
  assert.equal(acceptedStep(SECRET, '050471', step * 30_000, step - 1), step);
});

test('other texts are refused', () => {
  for (const code of ['', '05047', '0504711', 'abcdef', '05047１', '-50471']) {
    assert.equal(acceptedStep(SECRET, code, 1_111_111_111_000, 0), null, code);
  }
});

test('a secret is written in base32, and the address names issuer and account', () => {
  assert.equal(toBase32(SECRET), 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  const address = totpAddress('ABC', '서점 & Co', 'a@b.example');
  const url = new URL(address);
  assert.equal(url.searchParams.get('issuer'), '서점 & Co');
  assert.equal(url.searchParams.get('secret'), 'ABC');
  assert.equal(decodeURIComponent(url.pathname), '/서점 & Co:a@b.example');
});
