/** Outcomes of calls in the order in which they are stacked, and their colours. The legend names them, too. */
export const OUTCOMES = ['fine', 'refused', 'failed'] as const;
export const BAR_COLOURS = { fine: 'fill-good', refused: 'fill-mark', failed: 'fill-bad' } as const;
