import type { ReactNode } from 'react';
import { CircleAlert, FlaskConical, Info, TriangleAlert } from 'lucide-react';
import { cx } from './cx.ts';

export type NoticeTone = 'info' | 'warn' | 'danger';

const TONES: Record<NoticeTone, { text: string; Icon: typeof Info }> = {
  info: { text: 'text-info', Icon: Info },
  warn: { text: 'text-warn', Icon: TriangleAlert },
  danger: { text: 'text-danger', Icon: CircleAlert },
};

type NoticeCardProps = { tone: NoticeTone; title?: ReactNode; action?: ReactNode; children?: ReactNode };

/** Something to know before going on: an icon in its tone, the text in plain colours so that it stays calm. */
export function NoticeCard({ tone, title, action, children }: NoticeCardProps) {
  const { text, Icon } = TONES[tone];
  return (
    <div className="flex gap-3 rounded-card border border-line bg-surface-1 p-4 shadow-card small:gap-2 small:px-3 small:py-2 sideways:p-3">
      <Icon
        aria-hidden="true"
        className={cx('relative top-0.5 size-5 shrink-0 small:top-0 small:size-4', text)}
        strokeWidth={1.75}
      />
      <div className="min-w-0 flex-1">
        {title !== undefined && <p className="text-body-s font-bold small:text-caption">{title}</p>}
        {children !== undefined && <div className="text-body-s text-text-2 small:text-caption">{children}</div>}
        {action !== undefined && <div className="mt-3 flex flex-wrap gap-2">{action}</div>}
      </div>
    </div>
  );
}

type PracticeLineProps = {
  /** The rest of it, for whoever has not read it yet. */
  more?: ReactNode;
  children: ReactNode;
};

/** That the money is not real, without a card: what is done on the page is what counts. */
export function PracticeLine({ more, children }: PracticeLineProps) {
  return (
    <p className="flex gap-2 text-caption text-text-2">
      <FlaskConical
        aria-hidden="true"
        className="relative top-0.5 size-3.5 shrink-0 text-practice"
        strokeWidth={2.25}
      />
      {more === undefined ? (
        children
      ) : (
        <span className="min-w-0">
          <span className="block font-bold text-text-1">{children}</span>
          {more}
        </span>
      )}
    </p>
  );
}
