import { ArrowDownToLine, ArrowUpFromLine, Layers, PiggyBank } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { formatBadge } from '../../lib/format.ts';
import { hrefTo } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import type { AppPath } from '../../lib/paths.ts';
import { useOpenOrders } from '../../services/queries/shared-queries.ts';

export function QuickActions() {
  const t = useTranslations('home.actions');
  const openCount = useOpenOrders().data?.length ?? 0;
  return (
    <nav aria-label={t('label')}>
      <ul className="grid grid-cols-4 gap-2">
        <Action path={paths.recharge()} icon={ArrowDownToLine} label={t('recharge')} />
        <Action path={paths.withdraw()} icon={ArrowUpFromLine} label={t('withdraw')} />
        <Action path={paths.ebao()} icon={PiggyBank} label={t('ebao')} />
        <Action path={paths.positions()} icon={Layers} label={t('positions')} count={openCount} />
      </ul>
    </nav>
  );
}

function Action({
  path,
  icon: Icon,
  label,
  count = 0,
}: {
  path: AppPath;
  icon: LucideIcon;
  label: string;
  count?: number;
}) {
  const t = useTranslations('home.actions');
  return (
    <li>
      <a
        href={hrefTo(path)}
        className="press group flex min-h-20 flex-col items-center gap-2 rounded-card py-1 text-center"
      >
        <span className="relative inline-flex size-12 items-center justify-center rounded-button border border-line bg-surface-1 text-accent shadow-card group-hover:bg-surface-2">
          <Icon aria-hidden="true" className="size-6" strokeWidth={1.75} />
          {count > 0 && (
            <span className="tnum absolute -end-1.5 -top-1.5 min-w-5 rounded-full bg-accent-fill px-1 text-[0.6875rem]/5 font-bold text-on-accent">
              <span aria-hidden="true">{formatBadge(count)}</span>
              <span className="sr-only">{t('openCount', { count })}</span>
            </span>
          )}
        </span>
        <span className="text-caption text-text-2">{label}</span>
      </a>
    </li>
  );
}
