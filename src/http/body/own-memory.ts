/**
 * The parts as one buffer that is meant to be kept. A short buffer is usually a piece of Node's pool (`Buffer.poolSize`),
 * all of which lives as long as one of its pieces.
 */
export function ownMemory(...parts: readonly Buffer[]): Buffer {
  const own = Buffer.allocUnsafeSlow(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) at += part.copy(own, at);
  return own;
}
