import { ArrowDownToLine, ArrowUpFromLine, Layers, PiggyBank } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { hrefTo } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import type { AppPath } from '../../lib/paths.ts';

export function QuickActions() {
  const t = useTranslations('home.actions');
  return (
    <nav aria-label={t('label')}>
      <ul className="grid grid-cols-4 gap-2">
        <Action path={paths.recharge()} icon={ArrowDownToLine} label={t('recharge')} />
        <Action path={paths.withdraw()} icon={ArrowUpFromLine} label={t('withdraw')} />
        <Action path={paths.ebao()} icon={PiggyBank} label={t('ebao')} />
        <Action path={paths.positions()} icon={Layers} label={t('positions')} />
      </ul>
    </nav>
  );
}

/** Home lists the running orders below: a count here would say it a third time. */
function Action({ path, icon: Icon, label }: { path: AppPath; icon: LucideIcon; label: string }) {
  return (
    <li>
      <a
        href={hrefTo(path)}
        className="press group flex min-h-20 flex-col items-center gap-2 rounded-card py-1 text-center"
      >
        <span className="relative inline-flex size-12 items-center justify-center rounded-button border border-line bg-surface-1 text-accent shadow-card group-hover:bg-surface-2">
          <Icon aria-hidden="true" className="size-6" strokeWidth={1.75} />
        </span>
        <span className="text-caption text-text-2">{label}</span>
      </a>
    </li>
  );
}
