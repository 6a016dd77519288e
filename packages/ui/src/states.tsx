import type { ReactNode } from 'react';
import { CloudAlert } from 'lucide-react';

/**
 * An empty state: what will stand here as an outline, one sentence, what one can do, and one action. Without rows to come a quiet
 * drawing. On a low window they stand in one row.
 */
export function EmptyState({
  icon,
  hasRows = false,
  title,
  children,
  action,
}: {
  icon?: ReactNode;
  /** Rows will stand here: their outlines stand above the sentence. */
  hasRows?: boolean;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="ui-enter mx-auto flex max-w-[min(24rem,100%)] flex-col items-center px-6 py-8 text-center small:py-4 sideways:max-w-2xl sideways:flex-row sideways:flex-wrap sideways:justify-center sideways:gap-4 sideways:px-4 sideways:py-2 sideways:text-start">
      {hasRows ? <Outlines icon={icon} /> : <Halo>{icon}</Halo>}
      <div className="min-w-0 sideways:flex-1 sideways:basis-40">
        <p className="mt-4 text-body font-bold text-balance small:mt-3 sideways:mt-0">{title}</p>
        {children && <div className="mt-1 text-body-s text-balance text-text-2 sideways:mt-0">{children}</div>}
      </div>
      {action && <div className="mt-6 shrink-0 small:mt-4 sideways:mt-0">{action}</div>}
    </div>
  );
}

/** Two rows as they will be, fading out. */
function Outlines({ icon }: { icon: ReactNode }) {
  return (
    <div
      aria-hidden="true"
      className="w-full max-w-80 overflow-hidden rounded-card border border-line bg-surface-1 [mask-image:linear-gradient(to_top,transparent,#000_60%)] sideways:w-40 sideways:shrink-0 sideways:max-l:hidden small:*:last:hidden"
    >
      {[0, 1].map((row) => (
        <div key={row} className="flex items-center gap-3 p-3 not-first:border-t not-first:border-line">
          <span className="flex size-10 shrink-0 items-center justify-center rounded-full bg-surface-2 text-inactive *:size-5">
            {icon}
          </span>
          <span className="flex min-w-0 flex-1 flex-col gap-2 *:max-w-full">
            <span className="h-2 w-24 rounded-full bg-surface-3" />
            <span className="h-2 w-16 rounded-full bg-surface-2" />
          </span>
          <span className="h-2 w-14 rounded-full bg-surface-3" />
        </div>
      ))}
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
