import type { ReactNode } from 'react';
import { CloudAlert } from 'lucide-react';

/** An empty state: a quiet drawing, one sentence, one action. On a low window they stand in one row. */
export function EmptyState({
  icon,
  title,
  children,
  action,
}: {
  icon?: ReactNode;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="ui-enter mx-auto flex max-w-sm flex-col items-center px-6 py-8 text-center small:py-4 sideways:max-w-2xl sideways:flex-row sideways:justify-center sideways:gap-4 sideways:px-4 sideways:py-2 sideways:text-start">
      <Halo>{icon}</Halo>
      <div className="min-w-0">
        <p className="mt-4 text-body font-bold text-balance small:mt-3 sideways:mt-0">{title}</p>
        {children && <div className="mt-1 text-body-s text-balance text-text-2 sideways:mt-0">{children}</div>}
      </div>
      {action && <div className="mt-6 shrink-0 small:mt-4 sideways:mt-0">{action}</div>}
    </div>
  );
}

/** An empty part of a page that has more to show: one quiet line in the place of its rows. */
export function EmptyLine({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <p className="flex min-h-14 items-center gap-3 px-4 py-2 text-body-s text-text-2 *:[svg]:size-5.5 *:[svg]:shrink-0 *:[svg]:text-inactive">
      {icon}
      <span>{children}</span>
    </p>
  );
}

/** A failure: what happened, what to do, and the code in small text for support. */
export function ErrorState({
  title,
  children,
  code,
  action,
}: {
  title: ReactNode;
  children?: ReactNode;
  code?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div
      role="alert"
      className="ui-enter mx-auto flex max-w-sm flex-col items-center px-6 py-8 text-center small:py-4 sideways:py-4"
    >
      <Halo>
        <CloudAlert aria-hidden="true" strokeWidth={1.5} className="text-danger" />
      </Halo>
      <p className="mt-4 text-body font-bold small:mt-3 sideways:mt-3">{title}</p>
      {children && <div className="mt-1 text-body-s text-balance text-text-2">{children}</div>}
      {code && <p className="tnum mt-2 text-caption text-text-3">{code}</p>}
      {action && <div className="mt-6 flex flex-wrap justify-center gap-3 small:mt-4 sideways:mt-3">{action}</div>}
    </div>
  );
}

function Halo({ children }: { children: ReactNode }) {
  return (
    <span className="relative flex size-22 shrink-0 items-center justify-center rounded-full border border-line bg-surface-1 text-inactive before:absolute before:inset-2.5 before:rounded-full before:border before:border-dashed before:border-line *:relative *:size-8 small:size-16 small:*:size-6 sideways:size-14">
      {children}
    </span>
  );
}
