import type { ReactNode } from 'react';

type RecordRowProps = {
  href: string;
  /** What kind of movement it is: an IconDisc. */
  icon: ReactNode;
  name: ReactNode;
  /** When, or on which terms. */
  detail: ReactNode;
  /** A MoneyText. */
  amount: ReactNode;
  /** What arrives, where it is not the amount. */
  note?: ReactNode;
  status: ReactNode;
  /** Below both sides: how far it is. */
  children?: ReactNode;
};

/**
 * A deposit, a withdrawal, a holding, an order: on the first line what and how much, on the second when and how it stands. Where
 * letters are large a line breaks between its sides, never inside an amount.
 */
export function RecordRow({ href, icon, name, detail, amount, note, status, children }: RecordRowProps) {
  return (
    <a href={href} className="press hairline-b flex min-h-16 flex-col justify-center gap-2 py-1 hover:bg-surface-1">
      <span className="flex items-center gap-x-3">
        {icon}
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-x-3">
            <span className="min-w-0 flex-1 basis-[8rem] truncate text-body font-bold">{name}</span>
            <span className="ms-auto text-body font-bold">{amount}</span>
          </span>
          <span className="flex flex-wrap items-center gap-x-2">
            <span className="tnum min-w-0 flex-1 basis-[8rem] text-caption text-text-3">{detail}</span>
            <span className="ms-auto inline-flex max-w-full">{status}</span>
          </span>
          {note !== undefined && <span className="tnum block text-caption text-text-2">{note}</span>}
        </span>
      </span>
      {children}
    </a>
  );
}
