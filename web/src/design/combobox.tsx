import { type KeyboardEvent, type ReactNode, type RefObject, useId, useState } from 'react';

interface ComboboxProps {
  /** Names the field for screen readers. */
  readonly label: string;
  /** Names the list. */
  readonly listLabel: string;
  readonly placeholder: string;
  readonly value: string;
  readonly lengthMax?: number;
  readonly shortcuts?: string;
  readonly field?: RefObject<HTMLInputElement | null>;
  readonly options: readonly ComboboxOption[];
  /** Enter takes the first option when none is chosen. */
  readonly takesFirst?: boolean;
  /** Above the options, also when there are none. */
  readonly note?: ReactNode;
  readonly listClass?: string;
  readonly onType: (text: string) => void;
  readonly onChoose: (name: string) => void;
}

export interface ComboboxOption {
  readonly name: string;
  /** Where it leads; a click with a key held opens it elsewhere. */
  readonly href?: string;
  readonly content: ReactNode;
}

/** A search field with options below it. Arrow keys walk through them while the focus stays in the field. */
export function Combobox(props: ComboboxProps) {
  const { value, options, onType } = props;
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const isShown = isOpen && value.trim() !== '' && (options.length > 0 || props.note !== undefined);
  const chosen = isShown ? (options[active] ?? (props.takesFirst ? options[0] : undefined)) : undefined;
  const show = (isNowOpen: boolean) => {
    setOpen(isNowOpen);
    setActive(-1);
  };
  const choose = (name: string) => {
    show(false);
    props.onChoose(name);
  };
  const walk = (event: KeyboardEvent) => {
    // While a syllable is being composed, keys belong to the input method.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      if (chosen === undefined) return show(false);
      event.preventDefault();
      choose(chosen.name);
    } else if (isShown && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      setActive(nextPlace(active, event.key === 'ArrowDown' ? 1 : -1, options.length));
    } else if (isShown && event.key === 'Escape') {
      event.preventDefault();
      show(false);
    }
  };
  return (
    <div className="relative min-w-0 flex-1">
      <input
        ref={props.field}
        type="search"
        role="combobox"
        aria-label={props.label}
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={`${id}-list`}
        aria-activedescendant={isShown && active >= 0 ? `${id}-${active}` : undefined}
        aria-keyshortcuts={props.shortcuts}
        placeholder={props.placeholder}
        maxLength={props.lengthMax}
        autoComplete="off"
        value={value}
        onChange={(event) => {
          onType(event.target.value);
          show(true);
        }}
        onKeyDown={walk}
        onBlur={() => show(false)}
        className="min-h-11 w-full rounded-md border border-edge bg-raised px-4 text-sm text-ink placeholder:text-soft"
      />
      <OptionList
        {...props}
        id={`${id}-list`}
        optionId={id}
        isShown={isShown}
        active={active}
        onChoose={choose}
      />
    </div>
  );
}

interface OptionListProps
  extends Pick<ComboboxProps, 'listLabel' | 'listClass' | 'note' | 'options' | 'onChoose'> {
  readonly id: string;
  /** What the ids of the options begin with. */
  readonly optionId: string;
  readonly isShown: boolean;
  /** The place of the option that Enter takes; -1 for none. */
  readonly active: number;
}

function OptionList(props: OptionListProps) {
  return (
    <div
      hidden={!props.isShown}
      // The field keeps the focus, or it would close the list before the click arrives.
      onPointerDown={(event) => event.preventDefault()}
      className={`absolute top-full left-0 z-30 mt-1 rounded-md border border-line bg-raised p-1 shadow-float ${props.listClass ?? 'w-full'}`}
    >
      {props.note}
      <div id={props.id} role="listbox" aria-label={props.listLabel}>
        {props.options.map(({ name, href, content }, index) => (
          <a
            key={name}
            id={`${props.optionId}-${index}`}
            role="option"
            href={href}
            tabIndex={-1}
            aria-selected={index === props.active}
            dir="auto"
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return;
              event.preventDefault();
              props.onChoose(name);
            }}
            className="block min-h-11 cursor-pointer rounded-sm px-3 py-2 text-start text-sm no-underline hover:bg-well aria-selected:bg-well"
          >
            {content}
          </a>
        ))}
      </div>
    </div>
  );
}

/** The next place; beyond either end comes -1, the field's own text. */
function nextPlace(active: number, step: 1 | -1, count: number): number {
  return ((active + 1 + step + count + 1) % (count + 1)) - 1;
}
