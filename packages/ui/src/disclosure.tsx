import { useState } from 'react';
import type { ReactNode } from 'react';
import { ChevronDown } from 'lucide-react';
import { cx } from './cx.ts';

type DisclosureProps = {
  label: ReactNode;
  /** It stands open at first. */
  isOpen?: boolean;
  /** It is fetched, or long: drawn when it is first asked for. */
  isLate?: boolean;
  className?: string;
  children: ReactNode;
};

/**
 * More of the same text, for those who ask: words in the colour of a link, and an arrow that turns. The browser's own triangle is
 * drawn nowhere.
 */
export function Disclosure({ label, isOpen = false, isLate = false, className, children }: DisclosureProps) {
  const [wasOpen, setWasOpen] = useState(isOpen);
  return (
    <details
      open={isOpen}
      className={cx('group text-body-s', className)}
      onToggle={(event) => {
        if (event.currentTarget.open) setWasOpen(true);
      }}
    >
      <summary className="press flex min-h-11 w-fit cursor-pointer list-none items-center gap-1 text-body-s font-bold text-link [&::-webkit-details-marker]:hidden">
        {label}
        <ChevronDown
          aria-hidden="true"
          strokeWidth={1.75}
          className="size-4.5 shrink-0 transition-transform group-open:rotate-180"
        />
      </summary>
      {(!isLate || wasOpen) && children}
    </details>
  );
}
