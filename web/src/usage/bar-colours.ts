/** Outcomes of calls in the order in which they are stacked, and their colours. The legend names them, too. */
export const OUTCOMES = ['fine', 'refused', 'limited', 'failed'] as const;
export const BAR_COLOURS = {
  fine: 'fill-good',
  refused: 'fill-edge',
  limited: 'fill-mark',
  failed: 'fill-bad',
} as const;
