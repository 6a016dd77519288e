import { useId } from 'react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

type SegmentedControlProps<T extends string> = {
  label: string;
  options: readonly { value: T; label: ReactNode }[];
  value: T;
  onChange: (value: T) => void;
  className?: string;
};

/** A choice of one among a few, all visible. Native radio inputs: arrow keys and screen readers work by themselves. */
export function SegmentedControl<T extends string>({
  label,
  options,
  value,
  onChange,
  className,
}: SegmentedControlProps<T>) {
  const name = useId();
  return (
    <fieldset className={cx('flex min-h-11 flex-wrap rounded-control bg-surface-2 p-1', className)}>
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={cx(
            'press relative flex min-h-9 flex-1 cursor-pointer items-center justify-center rounded-inner px-2 text-center [overflow-wrap:normal] text-body-s font-bold',
            'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
            option.value === value
              ? 'bg-raised text-text-1 shadow-card ring-1 ring-line-control'
              : 'text-text-2 hover:text-text-1',
          )}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
