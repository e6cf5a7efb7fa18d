/**
 * Runs `giveUp` after so many milliseconds, but not before everything that arrived in them was read: while this process was
 * busy, the answer may have come in time. Returns what stops it.
 */
export function startDeadline(timeoutMs: number, giveUp: () => void): () => void {
  let turn: NodeJS.Immediate | undefined;
  // Timers run before sockets are read, immediates after.
  const timer = setTimeout(() => {
    turn = setImmediate(giveUp);
  }, timeoutMs);
  return () => {
    clearTimeout(timer);
    clearImmediate(turn);
  };
}
