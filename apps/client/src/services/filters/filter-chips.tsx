import { cx } from '@candor/ui/cx';

type FilterChipsProps<V extends string | null> = {
  label: string;
  choices: readonly { value: V; label: string }[];
  chosen: V;
  onChoose: (value: V) => void;
};

/** The choices of a filter in one row above a list; it scrolls sideways where it is too long. */
export function FilterChips<V extends string | null>({ label, choices, chosen, onChoose }: FilterChipsProps<V>) {
  return (
    <div
      role="group"
      aria-label={label}
      className="scroll-quiet -mx-[var(--gutter)] flex gap-2 overflow-x-auto px-[var(--gutter)] xl:mx-0 xl:px-0"
    >
      {choices.map((choice) => (
        <button
          key={choice.value ?? 'all'}
          type="button"
          aria-pressed={chosen === choice.value}
          onClick={() => onChoose(choice.value)}
          className={cx(
            'press min-h-11 shrink-0 rounded-control border px-3 text-body-s font-bold whitespace-nowrap',
            chosen === choice.value
              ? 'border-selected bg-selected-tint text-text-1'
              : 'border-transparent bg-surface-2 text-text-1 hover:bg-surface-3',
          )}
        >
          {choice.label}
        </button>
      ))}
    </div>
  );
}
