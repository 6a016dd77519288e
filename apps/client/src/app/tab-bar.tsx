/* The five entries, as a bar on phones and a rail on tablets and phones held sideways. */

import { cx } from '@candor/ui/cx';
import { useTranslations } from 'use-intl';
import { hrefTo, useAddress } from '../lib/location.ts';
import { useUnreadNews } from '../services/notices/notice-queries.ts';
import { useOpenOrders, useUnreadSupport } from '../services/queries/shared-queries.ts';
import { Badge } from '../lib/badge.tsx';
import { TABS } from './navigation.ts';
import type { TabEntry } from './navigation.ts';
import type { TabName } from './route-table.ts';

export function TabBar({ active, rail = false }: { active: TabName | null; rail?: boolean }) {
  const t = useTranslations('shell');
  const openCount = useOpenOrders().data?.length ?? 0;
  const unread = useUnreadSupport();
  const notices = useUnreadNews();
  const badges: Partial<Record<TabName, { count: number; label: string }>> = {
    service: { count: unread, label: t('unread', { count: unread }) },
    orders: { count: openCount, label: t('openPositions', { count: openCount }) },
    account: { count: notices, label: t('unreadNotices', { count: notices }) },
  };
  return (
    <nav
      aria-label={t('tabs.label')}
      data-tab-bar={rail ? undefined : ''}
      className={
        rail
          ? 'fixed inset-y-0 start-0 z-30 flex w-[calc(var(--rail-width)+var(--safe-left))] flex-col gap-1 border-e border-line bg-tabbar ps-[var(--safe-left)] pt-[calc(var(--safe-top)+0.75rem)] sideways:pt-[calc(var(--safe-top)+0.25rem)]'
          : 'hairline-t fixed inset-x-0 bottom-0 z-30 bg-tabbar pb-[var(--safe-bottom)]'
      }
    >
      <ul
        className={rail ? 'flex min-h-0 flex-1 flex-col gap-1' : 'mx-auto flex h-[var(--tabbar-height)] max-w-[30rem]'}
      >
        {TABS.map((tab) => (
          <li key={tab.name} className={rail ? 'max-h-16 min-h-0 flex-1' : 'min-w-0 flex-1'}>
            <TabLink
              tab={tab}
              active={tab.name === active}
              label={t(`tabs.${tab.name}`)}
              badge={badges[tab.name]?.count ?? 0}
              badgeLabel={badges[tab.name]?.label ?? ''}
            />
          </li>
        ))}
      </ul>
    </nav>
  );
}

type TabLinkProps = { tab: TabEntry; active: boolean; label: string; badge: number; badgeLabel: string };

function TabLink({ tab, active, label, badge, badgeLabel }: TabLinkProps) {
  const address = useAddress();
  const Icon = tab.icon;
  return (
    <a
      href={hrefTo(tab.path)}
      aria-current={active ? 'page' : undefined}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        // The entry of the current page scrolls to its top, but that of the account starts the app again there.
        if (tab.name !== 'account' && tab.path.split('?')[0] === address.path)
          window.scrollTo({ top: 0, behavior: 'smooth' });
        else tab.go();
      }}
      className={cx(
        'press flex size-full flex-col items-center justify-center gap-1 text-caption font-medium -outline-offset-4',
        active ? 'text-selected' : 'text-inactive hover:text-text-1',
      )}
    >
      <span className="relative">
        <Icon
          aria-hidden="true"
          className="size-6 transition-[fill-opacity] "
          strokeWidth={1.75}
          fill="currentColor"
          fillOpacity={active ? 0.22 : 0}
        />
        {badge > 0 && (
          <>
            <Badge count={badge} />
            <span className="sr-only">{badgeLabel}</span>
          </>
        )}
      </span>
      {/* A fifth of a narrow window holds the longest name only in letters that grow no further. */}
      <span className="max-w-full truncate px-1 fit-caption">{label}</span>
    </a>
  );
}
