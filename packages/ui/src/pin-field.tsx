import { useId, useState } from 'react';
import type { ReactNode, Ref } from 'react';
import { cx } from './cx.ts';
import { describedBy } from './field.tsx';
import { CircleAlert } from 'lucide-react';

type PinFieldProps = {
  label: ReactNode;
  value: string;
  onChange: (digits: string) => void;
  length?: number;
  hint?: ReactNode;
  error?: ReactNode;
  disabled?: boolean;
  id?: string;
  ref?: Ref<HTMLInputElement>;
};

/** A short secret of digits, one cell each. The last digit sends nothing: a button does. One real input lies over the cells, so that paste and keyboards just work. */
export function PinField(props: PinFieldProps) {
  const { label, value, onChange, length = 6, hint, error, disabled = false, ref } = props;
  const ownId = useId();
  const id = props.id ?? ownId;
  const [focused, setFocused] = useState(false);
  const at = Math.min(value.length, length - 1);
  return (
    <div className="flex flex-col">
      <label htmlFor={id} className="mb-2 text-body-s font-medium text-text-2">
        {label}
      </label>
      <div className="relative">
        <div aria-hidden="true" className="grid gap-2" style={{ gridTemplateColumns: `repeat(${length}, 1fr)` }}>
          {Array.from({ length }, (_, index) => (
            <span
              key={index}
              className={cx(
                'flex min-h-14 items-center justify-center rounded-control border bg-field text-title-1',
                error
                  ? 'border-danger'
                  : focused && index === at
                    ? 'border-focus outline-1 -outline-offset-2 outline-focus'
                    : 'border-line-control/45',
                disabled && 'opacity-60',
              )}
            >
              {index < value.length ? '•' : ''}
            </span>
          ))}
        </div>
        <input
          ref={ref}
          id={id}
          type="password"
          inputMode="numeric"
          autoComplete="off"
          enterKeyHint="done"
          maxLength={length}
          value={value}
          disabled={disabled}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
          onChange={(event) => {
            onChange(digitsOf(event.currentTarget.value).slice(0, length));
          }}
          {...describedBy(id, hint, error)}
          className="absolute inset-0 size-full cursor-text rounded-control opacity-0"
        />
      </div>
      <div className="mt-2 min-h-4 text-caption">
        {error ? (
          <p id={`${id}-error`} role="alert" className="flex items-start gap-1 text-danger">
            <CircleAlert aria-hidden="true" className="mt-px size-3.5 shrink-0" />
            <span>{error}</span>
          </p>
        ) : (
          hint !== undefined && (
            <p id={`${id}-hint`} className="text-text-3">
              {hint}
            </p>
          )
        )}
      </div>
    </div>
  );
}

const FULL_WIDTH_ZERO = 0xff10;

/** The digits of a typed or pasted text; full-width ones become plain. */
export function digitsOf(text: string): string {
  return text
    .replace(/[\uff10-\uff19]/g, (digit) => String((digit.codePointAt(0) ?? FULL_WIDTH_ZERO) - FULL_WIDTH_ZERO))
    .replace(/\D/g, '');
}
