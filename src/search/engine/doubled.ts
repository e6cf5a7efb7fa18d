/** The same numbers in twice the room. */
export function doubled(numbers: Uint32Array): Uint32Array<ArrayBuffer> {
  const wider = new Uint32Array(numbers.length * 2);
  wider.set(numbers);
  return wider;
}
