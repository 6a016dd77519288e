import type { ReactNode } from 'react';
import { useRef, useState } from 'react';
import { Tabs } from '@candor/ui/tabs.tsx';
import { useTranslations } from 'use-intl';
import { hrefTo } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { useIsNarrow } from '../../lib/use-is-narrow.ts';
import { useActiveOrders } from '../../services/active-order/following/active-orders.ts';
import { useRunningOrders } from '../../services/active-order/following/use-running-orders.ts';
import { SettledLine } from '../../services/active-order/showing/order-strip.tsx';
import { useOpenOrders } from '../../services/queries/shared-queries.ts';
import { DockPositions } from './dock-positions.tsx';
import { DockSettled } from './dock-settled.tsx';
import { PositionsStrip } from './positions-strip.tsx';

/** Below this width the columns of the tables would be cut: cards show the same orders. */
const TABLE_REM = 44;

type Tab = 'positions' | 'settled';

/**
 * The desktop's dock under the chart: running orders, and those that settled today. Its height is the member's, whatever
 * it holds: an order that opens or settles moves no candle.
 * @param separator the line above it that changes its height
 */
export function PositionsDock({ height, separator }: { height: number; separator: ReactNode }) {
  const t = useTranslations('trade.dock');
  const [tab, setTab] = useState<Tab>('positions');
  const orders = useRunningOrders();
  const settledId = useActiveOrders(({ settledIds }) => settledIds.at(-1));
  const ref = useRef<HTMLElement>(null);
  const isNarrow = useIsNarrow(ref, TABLE_REM);
  return (
    <section
      ref={ref}
      aria-label={t('label')}
      id="workspace-dock"
      className="hairline-t relative flex shrink-0 flex-col bg-surface-1"
      style={{ height: `${height}rem` }}
    >
      {separator}
      <Tabs
        label={t('label')}
        tabs={[
          { value: 'positions', label: <Counted text={t('title')} count={orders.length} /> },
          { value: 'settled', label: t('settled') },
        ]}
        value={tab}
        onChange={setTab}
        aside={
          // A result takes the place of the links, and moves nothing.
          settledId !== undefined && !isNarrow ? <SettledLine key={settledId} id={settledId} /> : <DockLinks />
        }
        className="flex min-h-0 flex-1 flex-col"
        lineClassName="shrink-0 px-4"
        panelClassName="min-h-0 flex-1 overflow-auto"
      >
        {tab === 'settled' ? (
          <DockSettled isNarrow={isNarrow} />
        ) : orders.length === 0 && settledId === undefined ? (
          <NoPositions />
        ) : isNarrow ? (
          <div className="p-2">
            <PositionsStrip />
          </div>
        ) : (
          <DockPositions orders={orders} />
        )}
      </Tabs>
    </section>
  );
}

function Counted({ text, count }: { text: string; count: number }) {
  return (
    <>
      {text}
      {count > 0 && <span className="tnum ms-2 text-caption text-text-2">{count}</span>}
    </>
  );
}

function DockLinks() {
  const t = useTranslations('trade.dock');
  return (
    <span className="flex shrink-0 items-center">
      <a href={hrefTo(paths.positions())} className="flex min-h-11 items-center px-2 text-body-s text-link">
        {t('all')}
      </a>
      <a href={hrefTo(paths.history())} className="flex min-h-11 items-center px-2 text-body-s text-link">
        {t('history')}
      </a>
    </span>
  );
}

function NoPositions() {
  const t = useTranslations('trade.dock');
  // Nothing is said before the first answer.
  const { data: open } = useOpenOrders();
  if (open === undefined) return null;
  return (
    <p className="flex h-full flex-col items-center justify-center gap-1 p-3 text-center">
      <span className="text-body-s font-bold text-text-2">{t('empty')}</span>
      <span className="text-caption text-text-3">{t('emptyHint')}</span>
    </p>
  );
}
