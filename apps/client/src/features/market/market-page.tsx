/*
 * pages/kLineChart/index?code=&tab=: the price of one product, its terms, and the way to the ticket. It never places an
 * order; the buttons lead to the trade page.
 */

import { useEffect } from 'react';
import type { ReactNode } from 'react';
import type { ProductView } from '@candor/contract/market';
import { buttonClass } from '@candor/ui/button.tsx';
import { NavBar } from '@candor/ui/nav-bar.tsx';
import { Page } from '@candor/ui/page.tsx';
import { Skeleton } from '@candor/ui/skeleton.tsx';
import { EmptyState } from '@candor/ui/states.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { goBack, hrefTo, navigate, useAddress } from '../../lib/location.ts';
import { useLayout } from '../../lib/media.ts';
import { paths } from '../../lib/paths.ts';
import { LoadFailed, Loading } from '../../services/queries/query-states.tsx';
import { ApiError } from '@candor/api-client/api-error';
import { useProductChanges } from '../../services/live/live.ts';
import { useLastProduct } from '../../services/market/last-product.ts';
import { queryKeys } from '../../services/queries/query-keys.ts';
import { useProduct, useProducts } from '../../services/queries/shared-queries.ts';
import { MarketDesktop } from './market-desktop.tsx';
import { MarketMobile } from './market-mobile.tsx';
import { MarketTable } from './market-table.tsx';

export function MarketPage() {
  const { params } = useAddress();
  const products = useProducts().data;
  const last = useLastProduct();
  const ownChoice = products?.find((each) => each.code === last) ?? products?.[0];
  const isDesktop = useLayout() === 'desktop';
  // Where there is room for a table of all, no product is chosen for the member.
  if (isDesktop && params.get('code') === null) return <MarketTable />;
  const code = params.get('code') ?? (last === null ? undefined : ownChoice?.code);
  return code === undefined ? (
    <Frame title="">
      <PageSkeleton />
    </Frame>
  ) : (
    <MarketOf code={code} />
  );
}

function MarketOf({ code }: { code: string }) {
  const t = useTranslations('market');
  const cache = useQueryClient();
  const product = useProduct(code);
  const desktop = useLayout() === 'desktop';
  useProductChanges(code, (changed) => cache.setQueryData(queryKeys.product(code), changed));
  useTradeKeys(product.data);

  if (product.data) {
    return desktop ? <MarketDesktop product={product.data} /> : <MarketMobile product={product.data} />;
  }
  if (isUnknown(product.error)) {
    return (
      <Frame title={code}>
        <EmptyState
          icon={<SearchX aria-hidden="true" strokeWidth={1.5} />}
          title={t('notFound.title')}
          action={
            <a href={hrefTo(paths.home())} className={buttonClass('primary', 'medium')}>
              {t('notFound.action')}
            </a>
          }
        >
          {t('notFound.text', { code })}
        </EmptyState>
      </Frame>
    );
  }
  const retry = () => void product.refetch();
  return (
    <Frame title={code}>
      {product.isError ? (
        <LoadFailed error={product.error} onRetry={retry} />
      ) : (
        <Loading onRetry={retry}>
          <PageSkeleton />
        </Loading>
      )}
    </Frame>
  );
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  return <Page bar={<NavBar title={title} onBack={() => goBack(paths.home())} />}>{children}</Page>;
}

function PageSkeleton() {
  return (
    <div className="flex flex-col gap-4">
      <Skeleton className="h-24" />
      <Skeleton className="h-11" />
      <Skeleton className="h-[clamp(17rem,50dvh,34rem)]" />
    </div>
  );
}

function isUnknown(error: unknown): boolean {
  return error instanceof ApiError && (error.key === 'PRODUCT_NOT_FOUND' || error.code === 404 || error.code === 400);
}

/** B and S open the ticket for buy-up and buy-down, unless the member is typing. */
function useTradeKeys(product: ProductView | undefined): void {
  const code = product?.status === 'trading' ? product.code : null;
  useEffect(() => {
    if (code === null) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (document.activeElement?.matches('input, textarea, select') || document.querySelector('dialog[open]')) return;
      const key = event.key.toLowerCase();
      if (key === 'b') navigate(paths.trade(code, 'up'));
      if (key === 's') navigate(paths.trade(code, 'down'));
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [code]);
}
