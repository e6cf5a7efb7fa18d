import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { useInSight } from './use-in-sight.ts';

interface TabsProps<Name extends string> {
  /** What the tabs choose between, for screen readers. */
  readonly label: string;
  readonly tabs: readonly { readonly name: Name; readonly label: string }[];
  readonly selected: Name;
  readonly onSelect: (name: Name) => void;
  /** The panel of the selected tab. */
  readonly children: ReactNode;
}

/** Tabs by the pattern of the ARIA guide: arrows move and select, Tab leaves the row. */
export function Tabs<Name extends string>({ label, tabs, selected, onSelect, children }: TabsProps<Name>) {
  const id = useId();
  const row = useRef<HTMLDivElement>(null);
  useInSight(row, `[id="${id}-${selected}"]`);
  const move = (event: KeyboardEvent) => {
    const last = tabs.length - 1;
    const at = tabs.findIndex((tab) => tab.name === selected);
    const to = {
      ArrowRight: at === last ? 0 : at + 1,
      ArrowLeft: at === 0 ? last : at - 1,
      Home: 0,
      End: last,
    }[event.key];
    const next = to === undefined ? undefined : tabs[to];
    if (next === undefined || to === undefined) return;
    event.preventDefault();
    onSelect(next.name);
    row.current?.querySelectorAll<HTMLElement>('[role="tab"]')[to]?.focus();
  };
  return (
    <div>
      <div
        ref={row}
        role="tablist"
        aria-label={label}
        className="scroll-hint relative flex gap-x-6 overflow-x-auto border-b border-line whitespace-nowrap sm:flex-wrap"
      >
        {tabs.map((tab) => (
          <button
            key={tab.name}
            type="button"
            role="tab"
            id={`${id}-${tab.name}`}
            aria-selected={tab.name === selected}
            aria-controls={`${id}-panel`}
            tabIndex={tab.name === selected ? 0 : -1}
            onClick={() => onSelect(tab.name)}
            onKeyDown={move}
            className="min-h-11 border-b-3 border-transparent text-sm text-soft hover:text-ink aria-selected:border-mark aria-selected:font-semibold aria-selected:text-ink"
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${selected}`}>
        {children}
      </div>
    </div>
  );
}
