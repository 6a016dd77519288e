import { useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '@candor/ui/button.tsx';
import { Sheet } from '@candor/ui/modal.tsx';
import { cx } from '@candor/ui/cx';
import { ChoiceChip } from '../filters/range-field.tsx';

/** The questions of the sheet, for what is chosen in it. */
export type FilterChoices<F> = (chosen: F, choose: (changes: Partial<F>) => void) => ReactNode;

type FilterSheetProps<F> = {
  open: boolean;
  words: { filter: string; reset: string; apply: string };
  filter: F;
  /** What the button that resets the sheet chooses. */
  blank: Partial<F>;
  choices: FilterChoices<F>;
  onClose: () => void;
  onApply: (filter: F) => void;
};

/** The choices of a filter. Nothing changes until the member applies them. */
export function FilterSheet<F>({ open, words, filter, blank, choices, onClose, onApply }: FilterSheetProps<F>) {
  const [chosen, setChosen] = useState(filter);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={words.filter}
      footer={
        <div className="flex flex-wrap gap-3 *:flex-1 *:basis-[6rem]">
          <Button variant="secondary" size="medium" onClick={() => setChosen({ ...chosen, ...blank })}>
            {words.reset}
          </Button>
          <Button size="medium" onClick={() => onApply(chosen)}>
            {words.apply}
          </Button>
        </div>
      }
    >
      <div className="flex flex-col gap-6">{choices(chosen, (changes) => setChosen({ ...chosen, ...changes }))}</div>
    </Sheet>
  );
}

type ChoiceSetProps<V extends string | null> = {
  legend: string;
  choices: readonly { value: V; label: string }[];
  isChosen: (value: V) => boolean;
  onChoose: (value: V) => void;
  columns?: string;
};

/** One question of the sheet and its answers. */
export function ChoiceSet<V extends string | null>(props: ChoiceSetProps<V>) {
  const { legend, choices, isChosen, onChoose, columns = 'grid-cols-2 s:grid-cols-3' } = props;
  return (
    <fieldset>
      <legend className="text-body-s font-bold">{legend}</legend>
      <div className={cx('mt-2 grid gap-2', columns)}>
        {choices.map(({ value, label }) => (
          <ChoiceChip key={value ?? ''} pressed={isChosen(value)} onPress={() => onChoose(value)}>
            {label}
          </ChoiceChip>
        ))}
      </div>
    </fieldset>
  );
}
