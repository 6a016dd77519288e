import type { ReactNode } from 'react';
import { CloudAlert } from 'lucide-react';

/** An empty state: a quiet drawing, one sentence, one action. */
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
    <div className="ui-enter mx-auto flex max-w-sm flex-col items-center px-6 py-12 text-center">
      <Halo>{icon}</Halo>
      <p className="mt-5 text-body font-semibold">{title}</p>
      {children && <div className="mt-1.5 text-body-s text-text-2">{children}</div>}
      {action && <div className="mt-6">{action}</div>}
    </div>
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
    <div role="alert" className="ui-enter mx-auto flex max-w-sm flex-col items-center px-6 py-12 text-center">
      <Halo>
        <CloudAlert aria-hidden="true" strokeWidth={1.5} className="text-danger" />
      </Halo>
      <p className="mt-5 text-body font-semibold">{title}</p>
      {children && <div className="mt-1.5 text-body-s text-text-2">{children}</div>}
      {code && <p className="tnum mt-2 text-caption text-text-3">{code}</p>}
      {action && <div className="mt-6 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  );
}

function Halo({ children }: { children: ReactNode }) {
  return (
    <span className="relative flex size-22 items-center justify-center rounded-full border border-line bg-surface-1 text-inactive before:absolute before:inset-2.5 before:rounded-full before:border before:border-dashed before:border-line *:relative *:size-8">
      {children}
    </span>
  );
}
