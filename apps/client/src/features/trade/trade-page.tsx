/*
 * The trade page: one product, its chart, and the order ticket. The address names the product and, for a deep link, the
 * direction (`?code=BTCUSDT&direction=up`); without a product it is the one that was traded last. What a ticket promises is in order-ticket-summary.ts, what stops an order
 * in order-ticket-errors.ts, what happens to an order in services/active-order. This page must never compute money
 * itself.
 */

import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { ProductView } from '@candor/contract/market';
import { Button, buttonClass } from '@candor/ui/button.tsx';
import { NavBar } from '@candor/ui/nav-bar.tsx';
import { Skeleton } from '@candor/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '@candor/ui/states.tsx';
import { showToast } from '@candor/ui/toast.tsx';
import { createPortal } from 'react-dom';
import { useQueryClient } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useErrorText } from '../../lib/i18n.tsx';
import { useLanguage } from '../../lib/language.ts';
import { goBack, hrefTo, navigate, useAddress } from '../../lib/location.ts';
import { isWide, useIsSideways, useLayout } from '../../lib/media.ts';
import { paths } from '../../lib/paths.ts';
import { untilLoaded } from '../../lib/until-loaded.ts';
import { messageOf } from '../../services/api/message-of.ts';
import { useProductChanges } from '../../services/live/live.ts';
import { rememberLastProduct, useLastProduct } from '../../services/market/last-product.ts';
import { queryKeys } from '../../services/queries/query-keys.ts';
import { useProducts } from '../../services/queries/shared-queries.ts';
import { useSite } from '../../services/session/site.ts';
import type { Direction } from './order-ticket.ts';
import { termsOf } from './product-terms.ts';
import { TradeMobile } from './trade-mobile.tsx';
import { useTradeWallet } from './trade-wallet.ts';
import { useTicket } from './use-ticket.ts';

/** A phone held upright never loads it. Wider screens load it beside this file. */
const wide = isWide() ? loadWide() : null;
const TradeWide = lazy(() => untilLoaded(async () => ({ default: (await (wide ?? loadWide())).TradeWide })));

async function loadWide() {
  return await import('./trade-wide.tsx');
}

const WorkspaceCharts = lazy(() =>
  import('./workspace-charts.tsx').then((module) => ({ default: module.WorkspaceCharts })),
);

const OneTapSheet = lazy(() =>
  import('../../services/one-tap/one-tap-sheet.tsx').then((module) => ({ default: module.OneTapSheet })),
);

const PracticeResetDialog = lazy(() =>
  untilLoaded(async () => ({
    default: (await import('../../services/practice-reset/practice-reset-dialog.tsx')).PracticeResetDialog,
  })),
);

export function TradePage() {
  const t = useTranslations();
  const language = useLanguage();
  const { params } = useAddress();
  // The workspace's charts stay when the product changes; everything else of the workspace starts anew.
  const isDesktop = useLayout() === 'desktop';
  const [charts] = useState(newChartsElement);
  const query = useProducts();
  const last = useLastProduct();
  const products = query.data;
  const named = params.get('code');
  if (products === undefined || (named === null && last === null)) {
    return query.isError ? (
      <Bare>
        <ErrorState
          title={t('common.states.failed')}
          code={query.error.message}
          action={<Button onClick={() => void query.refetch()}>{t('common.actions.retry')}</Button>}
        >
          {messageOf(query.error, language)}
        </ErrorState>
      </Bare>
    ) : (
      <TradeSkeleton />
    );
  }
  const known = products.find(({ code }) => code === (named ?? last));
  const product = known ?? (named === null ? products[0] : undefined);
  if (product === undefined) return <Missing isEmpty={named === null} />;
  return (
    <>
      <Workspace key={product.code} product={product} asked={params.get('direction')} charts={charts} />
      {isDesktop &&
        createPortal(
          <Suspense fallback={null}>
            <WorkspaceCharts product={product} products={products} onSwitch={switchTo} />
          </Suspense>,
          charts,
        )}
    </>
  );
}

type WorkspaceProps = { product: ProductView; asked: string | null; charts: HTMLElement };

function Workspace({ product, asked, charts }: WorkspaceProps) {
  const { currency } = useSite();
  const cache = useQueryClient();
  useProductChanges(product.code, (changed) => {
    cache.setQueryData<ProductView[]>(queryKeys.products, (known) =>
      known?.map((each) => (each.code === changed.code ? changed : each)),
    );
  });
  useEffect(() => rememberLastProduct(product.code), [product.code]);
  useTermsNews(product.termsVersion);
  const terms = termsOf(product, currency);
  if (terms === null) return <Missing isEmpty />;
  return <TicketWorkspace product={product} asked={asked} terms={terms} charts={charts} />;
}

function TicketWorkspace({
  product,
  asked,
  terms,
  charts,
}: WorkspaceProps & { terms: NonNullable<ReturnType<typeof termsOf>> }) {
  const layout = useLayout();
  const isSideways = useIsSideways();
  const wallet = useTradeWallet();
  const direction: Direction = asked === 'down' ? 'down' : 'up';
  const model = useTicket(product, terms, wallet, direction);
  const askedDirection = useEffectEvent((wanted: Direction) => model.edit({ type: 'direction', direction: wanted }));
  useEffect(() => {
    if (asked === 'up' || asked === 'down') askedDirection(asked);
  }, [asked]);
  const isOrderAsked = asked === 'up' || asked === 'down';
  return (
    <>
      {layout === 'mobile' && !isSideways ? (
        <TradeMobile model={model} onSwitch={switchTo} isOrderAsked={isOrderAsked} />
      ) : (
        <Suspense fallback={<TradeSkeleton />}>
          <TradeWide
            model={model}
            onSwitch={switchTo}
            isOrderAsked={isOrderAsked}
            charts={charts}
            size={isSideways ? 'sideways' : layout === 'desktop' ? 'desktop' : 'tablet'}
          />
        </Suspense>
      )}
      {model.isResetShown && (
        <Suspense fallback={null}>
          <PracticeResetDialog open onClose={() => model.showReset(false)} />
        </Suspense>
      )}
      {model.isSettingsShown && (
        <Suspense fallback={null}>
          <OneTapSheet open onClose={() => model.showSettings(false)} />
        </Suspense>
      )}
    </>
  );
}

/** New terms are told at once, worse or better. The ticket shows worse ones beside those that the member saw. */
function useTermsNews(version: number): void {
  const say = useErrorText();
  const seen = useRef(version);
  const tell = useEffectEvent(() => showToast(say('TERMS_CHANGED')));
  useEffect(() => {
    if (seen.current === version) return;
    seen.current = version;
    tell();
  }, [version]);
}

function switchTo(code: string): void {
  navigate(paths.trade(code), { replace: true });
}

function newChartsElement(): HTMLElement {
  const element = document.createElement('div');
  element.className = 'flex min-h-0 min-w-0 flex-1 flex-col';
  return element;
}

function Missing({ isEmpty }: { isEmpty: boolean }) {
  const t = useTranslations('trade.page');
  return (
    <Bare>
      <EmptyState
        icon={<SearchX aria-hidden="true" strokeWidth={1.5} />}
        title={isEmpty ? t('empty') : t('missing')}
        action={
          <a href={hrefTo(paths.home())} className={buttonClass('primary', 'medium')}>
            {t('toMarkets')}
          </a>
        }
      >
        {!isEmpty && t('missingHint')}
      </EmptyState>
    </Bare>
  );
}

function Bare({ children }: { children: ReactNode }) {
  const t = useTranslations('common.titles');
  return (
    <div className="flex min-h-full flex-1 flex-col">
      <NavBar title={t('trade')} onBack={() => goBack(paths.home())} />
      {children}
    </div>
  );
}

function TradeSkeleton() {
  const t = useTranslations('common');
  const isDesktop = useLayout() === 'desktop';
  const isSideways = useIsSideways();
  if (isSideways && !isDesktop) return <SidewaysSkeleton />;
  return (
    <Bare>
      <div
        data-workspace={isDesktop ? 'desk' : ''}
        aria-busy="true"
        className="gutter mx-auto flex w-full max-w-[30rem] flex-1 flex-col gap-3 pb-3 l:max-w-none"
      >
        <p role="status" className="sr-only">
          {t('states.loading')}
        </p>
        <Skeleton className="mt-1 h-11 w-2/3" />
        <Skeleton className="min-h-56 flex-1" />
        <Skeleton className="h-11" />
        <Skeleton className="h-14" />
        <Skeleton className="h-16 rounded-control" />
      </div>
    </Bare>
  );
}

/**
 * A phone held sideways: the chart at the left and the ticket at the right, without a bar of their own. It is drawn at once,
 * because what stood before it was a skeleton too.
 */
function SidewaysSkeleton() {
  const t = useTranslations('common');
  return (
    <div
      data-workspace=""
      aria-busy="true"
      className="grid min-h-64 flex-1 grid-cols-[minmax(0,1fr)_minmax(17.5rem,42%)] [&_.ui-skeleton]:animate-none"
    >
      <h1 className="sr-only">{t('titles.trade')}</h1>
      <p role="status" className="sr-only">
        {t('states.loading')}
      </p>
      <div className="flex flex-col gap-2 p-2">
        <Skeleton className="h-11" />
        <Skeleton className="h-8" />
        <Skeleton className="min-h-32 flex-1" />
      </div>
      <div className="flex flex-col gap-2 border-s border-line bg-surface-1 p-3">
        <Skeleton className="h-11" />
        <Skeleton className="h-11" />
        <Skeleton className="mt-6 h-11" />
        <Skeleton className="h-11" />
        <Skeleton className="mt-auto h-12" />
      </div>
    </div>
  );
}
