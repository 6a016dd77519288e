/*
 * Held positions: what is open now, what it would bring, when it settles. Results stay for ten seconds, then they are
 * in the history. Every time on this page is the server's.
 */

import { useState } from 'react';
import type { OrderView } from '@candor/contract/trading';
import { buttonClass } from '@candor/ui/button.tsx';
import { NavBar } from '@candor/ui/nav-bar.tsx';
import { Page } from '@candor/ui/page.tsx';
import { EmptyState } from '@candor/ui/states.tsx';
import { Timer } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { SignedMoney, useAmounts } from '../../services/session/amounts.tsx';
import { useSite } from '../../services/session/site.ts';
import { UNKNOWN_FIGURE } from '../../lib/format.ts';
import { goBack, hrefTo, replaceQuery, useAddress } from '../../lib/location.ts';
import { useLayout } from '../../lib/media.ts';
import { paths } from '../../lib/paths.ts';
import { useDisplay } from '../../lib/preferences.ts';
import { useWakeLock } from '../../lib/wake-lock.ts';
import { LoadFailed, Loading } from '../../services/queries/query-states.tsx';
import { useServerNow } from '../../services/live/use-server-now.ts';
import { useOpenOrders } from '../../services/queries/shared-queries.ts';
import { cardsOf, endsSoon, totalsOf } from './held-positions.ts';
import type { Totals } from './held-positions.ts';
import { OrderDetail } from './order-detail.tsx';
import { useDuePolling } from './order-queries.ts';
import { PositionCard } from './position-card.tsx';
import { PositionSkeleton } from './position-figures.tsx';
import { PositionTable } from './position-table.tsx';
import { useSettledFaces } from './settled-faces.ts';
import type { ReactNode } from 'react';
import { usePrice } from '../../services/live/live.ts';

export function PositionsPage() {
  const t = useTranslations('orders');
  return (
    <Page
      wide
      bar={
        <NavBar
          title={t('positions')}
          onBack={() => goBack(paths.home())}
          actions={
            <a
              href={hrefTo(paths.history())}
              className="press inline-flex min-h-11 items-center rounded-control px-2 fit-body-s font-bold text-link"
            >
              {t('history')}
            </a>
          }
        />
      }
    >
      <Positions />
    </Page>
  );
}

function Positions() {
  const query = useOpenOrders();
  const nowMs = useServerNow();
  const faces = useSettledFaces(query.data, nowMs);
  useDuePolling(query.data ?? []);
  const { keepAwake } = useDisplay();
  useWakeLock(keepAwake && (query.data ?? []).some((order) => endsSoon(order, nowMs)));
  const retry = () => void query.refetch();

  if (query.data === undefined) {
    return query.isError ? (
      <LoadFailed error={query.error} onRetry={retry} />
    ) : (
      <Loading onRetry={retry}>
        <div className="mx-auto flex max-w-[30rem] flex-col gap-3 l:max-w-none">
          <PositionSkeleton />
          <PositionSkeleton />
          <PositionSkeleton />
        </div>
      </Loading>
    );
  }
  const cards = cardsOf(query.data, faces);
  return cards.length === 0 ? <NothingHeld /> : <Held open={query.data} cards={cards} nowMs={nowMs} />;
}

function NothingHeld() {
  const t = useTranslations('orders');
  return (
    <EmptyState
      icon={<Timer aria-hidden="true" strokeWidth={1.5} />}
      hasRows
      title={t('noPositions')}
      action={
        <a href={hrefTo(paths.trade())} className={buttonClass('primary', 'medium')}>
          {t('goTrade')}
        </a>
      }
    >
      {t('noPositionsHint')}
    </EmptyState>
  );
}

type HeldProps = { open: readonly OrderView[]; cards: readonly OrderView[]; nowMs: number };

function Held({ open, cards, nowMs }: HeldProps) {
  const layout = useLayout();
  const { currency } = useSite();
  const selected = useSelected(cards, layout !== 'mobile');
  const select = (id: string) => replaceQuery({ id });
  const head = (
    <LivePrices codes={[...new Set(open.map((order) => order.product))]}>
      {(prices) => <PositionTotals totals={totalsOf(open, prices, nowMs, currency)} />}
    </LivePrices>
  );
  const list = (onSelect?: (id: string) => void) => (
    <ul className="flex flex-col gap-3">
      {cards.map((order) => (
        <li key={order.id}>
          <PositionCard
            order={order}
            nowMs={nowMs}
            {...(onSelect ? { onSelect: () => onSelect(order.id), selected: order.id === selected } : {})}
          />
        </li>
      ))}
    </ul>
  );
  if (layout === 'mobile') {
    return (
      <div className="mx-auto flex max-w-[30rem] flex-col gap-4">
        {head}
        {list()}
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      {head}
      <div className="grid grid-cols-[minmax(0,20rem)_minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,1fr)_26rem] xl:gap-6 print:grid-cols-1">
        {layout === 'desktop' ? (
          <PositionTable orders={cards} nowMs={nowMs} selected={selected} onSelect={select} />
        ) : (
          list(select)
        )}
        <div className="min-w-0 rounded-card border border-line bg-surface-1 p-4 xl:sticky xl:top-[calc(var(--topnav-height)+var(--nav-height)+1.5rem)]">
          {selected !== null && <OrderDetail key={selected} id={selected} />}
        </div>
      </div>
    </div>
  );
}

/** The order of the detail beside the list. It stays when its card disappears, until the member chooses another one. */
function useSelected(cards: readonly OrderView[], beside: boolean): string | null {
  const { params } = useAddress();
  const asked = params.get('id');
  const [kept, setKept] = useState<string | null>(null);
  const first = cards[0]?.id ?? null;
  const selected = asked ?? kept ?? first;
  if (beside && kept === null && selected !== null) setKept(selected);
  return beside ? selected : null;
}

function PositionTotals({ totals }: { totals: Totals }) {
  const t = useTranslations('orders');
  const amounts = useAmounts();
  return (
    <dl className="flex flex-wrap gap-x-4 gap-y-2 rounded-card border border-line bg-surface-1 p-4 shadow-card l:gap-8">
      {/* The outer ones push away from the middle one, and a last one that has a line of its own stands at its end. */}
      <div className="me-auto l:me-0">
        <dt className="text-caption text-text-3">{t('openCount')}</dt>
        <dd className="tnum text-title-2">{totals.count}</dd>
      </div>
      <div>
        <dt className="text-caption text-text-3">{t('totalStake')}</dt>
        <dd className="tnum text-title-2 whitespace-nowrap">{amounts(totals.stake)}</dd>
      </div>
      <div className="ms-auto text-end l:ms-0 l:text-start">
        <dt className="text-caption text-text-3">{t('closeNowHint')}</dt>
        <dd className="text-title-2 whitespace-nowrap">
          {totals.floating === null ? (
            <span className="tnum text-flat">{UNKNOWN_FIGURE}</span>
          ) : (
            <SignedMoney worded="open" text={totals.floating} />
          )}
        </dd>
      </div>
    </dl>
  );
}

const NONE: ReadonlyMap<string, string> = new Map();

type LivePricesProps = {
  /** Product codes, each once. There is at most one held position per product, so there are few. */
  codes: readonly string[];
  known?: ReadonlyMap<string, string>;
  children: (prices: ReadonlyMap<string, string>) => ReactNode;
};

/** Gives the live prices of several products to a figure that needs all of them. Each level follows one product. */
function LivePrices({ codes, known = NONE, children }: LivePricesProps) {
  const [code, ...rest] = codes;
  const live = usePrice(code ?? null);
  if (code === undefined) return children(known);
  const now = live === null ? known : new Map(known).set(code, live.price);
  return (
    <LivePrices codes={rest} known={now}>
      {children}
    </LivePrices>
  );
}
