/** Outcomes of calls in the order in which they are stacked, and their colours. The legend names them, too. */
export const OUTCOMES = ['fine', 'refused', 'limited', 'failed'] as const;
export type Outcome = (typeof OUTCOMES)[number];
export const OUTCOME_COLOURS = {
  fine: 'fill-good',
  refused: 'fill-edge',
  limited: 'fill-mark',
  failed: 'fill-bad',
} as const;

/** Which colour is which outcome. */
export function OutcomeLegend({ nameOf }: { readonly nameOf: (outcome: Outcome) => string }) {
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-xs text-soft">
      {OUTCOMES.map((outcome) => (
        <li key={outcome} className="flex items-center gap-2">
          <svg aria-hidden="true" className="size-3">
            <rect width="12" height="12" rx="2" className={OUTCOME_COLOURS[outcome]} />
          </svg>
          {nameOf(outcome)}
        </li>
      ))}
    </ul>
  );
}
