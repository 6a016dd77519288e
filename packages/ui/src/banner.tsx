import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export type BannerTone = 'info' | 'warn' | 'danger';
const TONES: Record<BannerTone, string> = { info: 'text-info', warn: 'text-warn', danger: 'text-danger' };

/** One line across the page: offline, maintenance, practice money. */
export function Banner({
  tone,
  icon,
  action,
  children,
}: {
  tone: BannerTone;
  icon?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className="hairline-b gutter flex min-h-10 items-center justify-center gap-2 bg-surface-1 py-2 text-body-s"
    >
      {icon && <span className={cx('shrink-0 *:size-4.5', TONES[tone])}>{icon}</span>}
      <span className={TONES[tone]}>{children}</span>
      {action}
    </div>
  );
}
