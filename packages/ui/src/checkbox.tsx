import { useId } from 'react';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { Check } from 'lucide-react';

type CheckboxProps = Omit<ComponentPropsWithRef<'input'>, 'type' | 'size'> & { label: ReactNode; error?: ReactNode };

export function Checkbox({ label, error, id, ...rest }: CheckboxProps) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  return (
    <div>
      <label htmlFor={fieldId} className="flex min-h-11 cursor-pointer items-center gap-3 text-body-s text-text-2">
        <span className="relative inline-flex size-5 shrink-0">
          <input
            {...rest}
            id={fieldId}
            type="checkbox"
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${fieldId}-error` : undefined}
            className="peer size-5 cursor-pointer appearance-none rounded-inner border border-line-control bg-surface-2 transition-colors checked:border-selected checked:bg-selected aria-invalid:border-danger"
          />
          <Check
            aria-hidden="true"
            strokeWidth={3}
            className="pointer-events-none absolute inset-0 m-auto hidden size-3.5 text-on-selected peer-checked:block"
          />
        </span>
        <span>{label}</span>
      </label>
      {error && (
        <p id={`${fieldId}-error`} role="alert" className="text-caption text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
