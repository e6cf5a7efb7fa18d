/** Prints the next step on standard error. */
export function sayStep(verb: string): (step: string) => void {
  return (step) => console.error(`${verb} ${step} ...`);
}
