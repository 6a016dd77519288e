/*
 * The trade page: one product, its chart, and the order ticket. The address names the product and, for a deep link, the
 * direction (`?code=BTCUSDT&direction=up`). What a ticket promises is in order-ticket-summary.ts, what stops an order
 * in order-ticket-errors.ts, what happens to an order in services/active-order. This page must never compute money
 * itself.
 */

import { lazy, Suspense } from 'react';
import type { ReactNode } from 'react';
import type { ProductView } from '@candor/contract/market';
import { Button, buttonClass } from '@candor/ui/button.tsx';
import { NavBar } from '@candor/ui/nav-bar.tsx';
import { Skeleton } from '@candor/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '@candor/ui/states.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../lib/language.ts';
import { goBack, hrefTo, navigate, useAddress } from '../../lib/location.ts';
import { useLayout } from '../../lib/media.ts';
import { paths } from '../../lib/paths.ts';
import { messageOf } from '../../services/api/message-of.ts';
import { useProductChanges } from '../../services/live/live.ts';
import { queryKeys } from '../../services/queries/query-keys.ts';
import { useProducts } from '../../services/queries/shared-queries.ts';
import { useSite } from '../../services/session/site.ts';
import type { Direction } from './order-ticket.ts';
import { termsOf } from './product-terms.ts';
import { TradeMobile } from './trade-mobile.tsx';
import { useTradeWallet } from './trade-wallet.ts';
import { TradeWide } from './trade-wide.tsx';
import { useTicket } from './use-ticket.ts';

const OneTapSheet = lazy(() =>
  import('../../services/one-tap/one-tap-sheet.tsx').then((module) => ({ default: module.OneTapSheet })),
);

export function TradePage() {
  const t = useTranslations();
  const language = useLanguage();
  const { params } = useAddress();
  const query = useProducts();
  const products = query.data;
  if (products === undefined) {
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
  const code = params.get('code');
  const product = code === null ? products[0] : products.find((each) => each.code === code);
  if (product === undefined) return <Missing isEmpty={code === null} />;
  return <Workspace key={product.code} product={product} asked={params.get('direction')} />;
}

type WorkspaceProps = { product: ProductView; asked: string | null };

function Workspace({ product, asked }: WorkspaceProps) {
  const { currency } = useSite();
  const cache = useQueryClient();
  useProductChanges(product.code, (changed) => {
    cache.setQueryData<ProductView[]>(queryKeys.products, (known) =>
      known?.map((each) => (each.code === changed.code ? { ...each, ...changed } : each)),
    );
  });
  const terms = termsOf(product, currency);
  if (terms === null) return <Missing isEmpty />;
  return <TicketWorkspace product={product} asked={asked} terms={terms} />;
}

function TicketWorkspace({
  product,
  asked,
  terms,
}: WorkspaceProps & { terms: NonNullable<ReturnType<typeof termsOf>> }) {
  const layout = useLayout();
  const wallet = useTradeWallet();
  const direction: Direction = asked === 'down' ? 'down' : 'up';
  const model = useTicket(product, terms, wallet, direction);
  const onSwitch = (code: string) => navigate(paths.trade(code), { replace: true });
  const isOrderAsked = asked === 'up' || asked === 'down';
  return (
    <>
      {layout === 'mobile' ? (
        <TradeMobile model={model} onSwitch={onSwitch} isOrderAsked={isOrderAsked} />
      ) : (
        <TradeWide
          model={model}

          onSwitch={onSwitch}
          isOrderAsked={isOrderAsked}
          isDesktop={layout === 'desktop'}
        />
      )}
      {model.isSettingsShown && (
        <Suspense fallback={null}>
          <OneTapSheet open onClose={() => model.showSettings(false)} />
        </Suspense>
      )}
    </>
  );
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
  return (
    <Bare>
      <div
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
        <Skeleton className="h-16 rounded-button" />
      </div>
    </Bare>
  );
}
