import type { ReactNode } from 'react';
import { ChevronRight } from 'lucide-react';
import { cx } from './cx.ts';

/** A card of rows with hairlines between them. */
export function ListGroup({ title, children }: { title?: ReactNode; children: ReactNode }) {
  return (
    <section>
      {title && <h2 className="mb-2 ps-1 text-body-s font-bold text-text-3">{title}</h2>}
      <div className="@container overflow-hidden rounded-card border border-line bg-surface-1 shadow-card [&>*+*]:border-t [&>*+*]:border-line">
        {children}
      </div>
    </section>
  );
}

type ListRowProps = {
  icon?: ReactNode;
  title: ReactNode;
  detail?: ReactNode;
  value?: ReactNode;
  /** A link (with a chevron), a button (onPress), or a plain row. */
  href?: string;
  onPress?: () => void;
  danger?: boolean;
};

/** With the largest letters on a narrow phone the pictures leave their room to the words. */
export function ListRow({ icon, title, detail, value, href, onPress, danger = false }: ListRowProps) {
  const inner = (
    <>
      {icon && (
        <span className={cx('shrink-0 *:size-5.5 @max-[10rem]:hidden', danger ? 'text-danger' : 'text-text-2')}>
          {icon}
        </span>
      )}
      {/* With large letters the value goes below the title, before either is squeezed. */}
      <span className="flex min-w-0 flex-1 flex-wrap items-center justify-end gap-x-3 gap-y-1">
        <span className="min-w-0 flex-1 basis-[6rem]">
          <span className={cx('block text-body', danger && 'text-danger')}>{title}</span>
          {detail && <span className="block text-caption text-text-3">{detail}</span>}
        </span>
        {value && <span className="tnum max-w-full text-end text-body-s text-text-2">{value}</span>}
      </span>
      {(href !== undefined || onPress) && !danger && (
        <ChevronRight aria-hidden="true" className="size-4.5 shrink-0 text-text-3 @max-[10rem]:hidden" />
      )}
    </>
  );
  const className = 'flex min-h-14 w-full items-center gap-3 px-4 py-2 text-start';
  const pressable = cx(className, '-outline-offset-2 hover:bg-surface-2 active:bg-surface-2');
  if (href !== undefined) {
    return (
      <a href={href} className={pressable}>
        {inner}
      </a>
    );
  }
  if (onPress) {
    return (
      <button type="button" onClick={onPress} className={pressable}>
        {inner}
      </button>
    );
  }
  return <div className={className}>{inner}</div>;
}
