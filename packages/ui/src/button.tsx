import type { ComponentPropsWithRef, ReactNode } from 'react';
import { cx } from './cx.ts';
import { Spinner } from './spinner.tsx';

export type ButtonVariant =
  | 'primary'
  | 'up'
  | 'down'
  | 'secondary'
  | 'outline'
  | 'text'
  | 'destructive'
  | 'destructive-text';
export type ButtonSize = 'large' | 'medium' | 'small';

/** A filled button that cannot be pressed loses its colour, and its words can still be read: they say why. */
const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'bg-primary text-on-primary hover:bg-primary-pressed disabled:bg-surface-3 disabled:text-text-3',
  up: 'bg-up-fill text-on-up hover:brightness-110 disabled:bg-surface-3 disabled:text-text-3',
  down: 'bg-down-fill text-on-down hover:brightness-110 disabled:bg-surface-3 disabled:text-text-3',
  secondary: 'bg-surface-2 text-text-1 hover:bg-surface-3 disabled:text-text-disabled',
  outline: 'border border-line-control text-text-1 hover:bg-surface-2 disabled:border-line disabled:text-text-disabled',
  text: 'text-link hover:bg-surface-2 disabled:text-text-disabled',
  destructive: 'bg-danger-fill text-on-danger hover:brightness-110 disabled:bg-surface-3 disabled:text-text-3',
  'destructive-text': 'text-danger hover:bg-surface-2 disabled:text-text-disabled',
};

const SIZES: Record<ButtonSize, string> = {
  large: 'min-h-14 sideways:min-h-12 px-6 rounded-control text-body font-bold',
  medium: 'min-h-12 px-4 rounded-control text-body font-bold',
  small: 'min-h-11 px-4 rounded-control text-body-s font-bold',
};

/** The classes of a button, for links that must look like one. */
export function buttonClass(variant: ButtonVariant = 'primary', size: ButtonSize = 'large', block = false): string {
  return cx(
    'press relative inline-flex items-center justify-center gap-2 text-center text-balance select-none',
    SIZES[size],
    VARIANTS[variant],
    block && 'w-full',
  );
}

type ButtonProps = ComponentPropsWithRef<'button'> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  block?: boolean;
  /** Shows the ring and `loadingText` at the button's current width, and ignores further presses. */
  loading?: boolean;
  loadingText?: string;
  icon?: ReactNode;
};

export function Button({
  variant = 'primary',
  size = 'large',
  block = false,
  loading = false,
  loadingText,
  icon,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-busy={loading || undefined}
      aria-disabled={loading || undefined}
      onClick={(event) => {
        if (loading) {
          event.preventDefault();
          return;
        }
        onClick?.(event);
      }}
      className={cx(buttonClass(variant, size, block), className)}
    >
      <span className={cx('inline-flex items-center justify-center gap-2', loading && 'invisible')}>
        {icon}
        {children}
      </span>
      {loading && (
        <span className="absolute inset-0 inline-flex items-center justify-center gap-2">
          <Spinner />
          {loadingText}
        </span>
      )}
    </button>
  );
}
