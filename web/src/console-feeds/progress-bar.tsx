interface ProgressBarProps {
  /** Names the bar for screen readers. */
  readonly label: string;
  /** What is being done and how far it is, in words. */
  readonly text: string;
  readonly done: number;
  /** 0 while nobody knows how much it is. */
  readonly total: number;
}

/** How far something is: in words for everybody, as a bar for the eye. */
export function ProgressBar({ label, text, done, total }: ProgressBarProps) {
  return (
    <div>
      <p className="mb-2 text-sm font-semibold tabular-nums">{text}</p>
      <progress
        aria-label={label}
        max={1}
        {...(total > 0 ? { value: Math.min(1, done / total) } : {})}
        className="block h-3 w-full accent-link"
      />
    </div>
  );
}
