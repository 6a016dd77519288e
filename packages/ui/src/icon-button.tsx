import type { ComponentPropsWithRef } from 'react';
import { cx } from './cx.ts';

type IconButtonProps = Omit<ComponentPropsWithRef<'button'>, 'aria-label'> & { label: string };

/**
 * A 44 px target around one icon; the label is its name for people who do not see the icon. It grows with the text size,
 * but never so far that the buttons of a narrow window leave no room for words.
 */
export function IconButton({ label, className, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      title={label}
      className={cx(
        'press inline-flex size-[min(2.75rem,14vw)] [&>svg]:max-w-[70%] shrink-0 items-center justify-center rounded-full text-text-2 hover:bg-surface-2 hover:text-text-1 disabled:text-text-disabled',
        className,
      )}
    />
  );
}
