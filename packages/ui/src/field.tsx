import type { ReactNode } from 'react';
import { CircleAlert } from 'lucide-react';
import { cx } from './cx.ts';

export type FieldFrameProps = {
  id: string;
  label: ReactNode;
  labelHidden?: boolean;
  hint?: ReactNode;
  error?: ReactNode;
  /** Reserves a line for hint or error, so that the form does not move when one appears. */
  reserveLine?: boolean;
  aside?: ReactNode;
  children: ReactNode;
};

/** Label above, control, and one line below it with the hint or, in its place, the error. */
export function FieldFrame({
  id,
  label,
  labelHidden,
  hint,
  error,
  reserveLine = true,
  aside,
  children,
}: FieldFrameProps) {
  return (
    <div className="flex flex-col">
      <div className={cx('mb-2 flex flex-wrap items-baseline justify-between gap-x-3', labelHidden && 'sr-only')}>
        <label htmlFor={id} className="text-body-s font-medium text-text-2">
          {label}
        </label>
        {aside}
      </div>
      {children}
      {(reserveLine || hint !== undefined || Boolean(error)) && (
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
      )}
    </div>
  );
}

/** The attributes that connect a control with the frame's hint and error. */
export function describedBy(id: string, hint: ReactNode, error: ReactNode) {
  const described = error ? `${id}-error` : hint === undefined ? undefined : `${id}-hint`;
  return { 'aria-invalid': error ? true : undefined, 'aria-describedby': described } as const;
}

/** The box around an input: border, focus and error states. Extra controls are inside it, beside the input. */
export function InputBox({
  error,
  disabled,
  className,
  children,
}: {
  error?: boolean;
  disabled?: boolean;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div
      className={cx(
        'flex min-h-14 items-center rounded-control border bg-field transition-colors',
        'focus-within:border-focus focus-within:outline-1 focus-within:-outline-offset-2 focus-within:outline-focus',
        error ? 'border-danger' : 'border-line-control/45 hover:border-line-control',
        disabled && 'opacity-60',
        className,
      )}
    >
      {children}
    </div>
  );
}

export const INPUT_CLASS =
  'min-w-0 flex-1 self-stretch rounded-control bg-transparent px-4 text-body text-text-1 outline-none placeholder:text-text-3 disabled:cursor-not-allowed';
