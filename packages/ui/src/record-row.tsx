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

/** A deposit, a withdrawal, a holding: on the left what and when, on the right how much and how it stands. */
export function RecordRow({ href, icon, name, detail, amount, note, status, children }: RecordRowProps) {
  return (
    <a href={href} className="press hairline-b flex min-h-18 flex-col justify-center gap-2 py-3 hover:bg-surface-1">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {icon}
        <span className="min-w-0 flex-1 basis-[8rem]">
          <span className="block truncate text-body">{name}</span>
          <span className="tnum block text-caption text-text-3">{detail}</span>
          {note !== undefined && <span className="tnum block text-caption text-text-2">{note}</span>}
        </span>
        <span className="ms-auto flex max-w-full shrink-0 flex-col items-end gap-1">
          <span className="text-body font-bold">{amount}</span>
          {status}
        </span>
      </span>
      {children}
    </a>
  );
}
