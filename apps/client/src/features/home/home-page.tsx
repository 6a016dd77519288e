/*
 * pages/home/index: how much do I have, what is running, what can I trade. Each block has its own loading and failure:
 * without the account figures the markets still work, and the other way round. On a phone the markets begin in the first
 * window: what is seldom needed stands below them.
 */

import { Page } from '@candor/ui/page.tsx';
import { useTranslations } from 'use-intl';
import { lazy, Suspense, useState } from 'react';
import { loadTexts } from '../../lib/i18n.tsx';
import { useLayout } from '../../lib/media.ts';
import { untilLoaded } from '../../lib/until-loaded.ts';
import { useIsDrawn } from '@candor/ui/use-is-drawn';
import { Shortcut, Shortcuts } from '@candor/ui/shortcut.tsx';
import { MarketBlocks } from '../../lib/home-blocks.tsx';
import { hrefTo, replaceQuery, useAddress } from '../../lib/location.ts';
import { useOnline } from '../../lib/online.ts';
import { paths } from '../../lib/paths.ts';
import { MarketBrowser } from '../../services/market/market-browser.tsx';
import { PRODUCT_GROUPS } from '../../services/market/product-list.ts';
import { useProducts } from '../../services/queries/shared-queries.ts';
import { BalanceBlock } from './balance-block.tsx';
import { Banners, FairnessCard, NewsList } from './below-markets.tsx';
import { FavouritesSheet } from './favourites-sheet.tsx';
import { HomeBar } from './home-bar.tsx';
import { NoticeStrip } from './notice-strip.tsx';
import { RunningStrip } from './running-orders.tsx';
import { StartStrip } from './start-strip.tsx';
import { SideBlocks } from './side-blocks.tsx';
import { useHomeBlocks } from './use-home-blocks.ts';

/** A phone never loads it. */
const HomeSide = lazy(() =>
  untilLoaded(async () => {
    const [module] = await Promise.all([import('./home-side.tsx'), loadTexts(['trade'])]);
    return { default: module.HomeSide };
  }),
);

export function HomePage() {
  const title = useTranslations('common.titles')('home');
  const isDesktop = useLayout() === 'desktop';
  const { offer, isSettled } = useHomeBlocks();
  const isDrawn = useIsDrawn();
  const heading = <h1 className="sr-only">{title}</h1>;
  if (isDesktop) {
    return (
      <Page wide>
        {heading}
        <div className="grid grid-cols-[minmax(0,1fr)_20rem] items-start gap-4 nav:grid-cols-[minmax(0,1fr)_23rem] nav:gap-6 xxl:grid-cols-[minmax(0,1fr)_26rem] print:grid-cols-1">
          <div className="flex min-w-0 flex-col gap-4">
            <div className="flex flex-wrap items-center gap-x-8 gap-y-4 rounded-card border border-line bg-[image:var(--asset-gradient)] px-[var(--gutter)] py-4 shadow-card *:flex-1 *:basis-[16rem]">
              <BalanceBlock wide />
              <QuickActions />
            </div>
            <Markets
              className="rounded-card border border-line bg-surface-1 px-[var(--gutter)] pt-1 shadow-card"
              lineClassName="-mx-[var(--gutter)] px-[var(--gutter)]"
            />
            <Banners />
          </div>
          <aside className="flex min-w-0 flex-col gap-4">
            {offer !== null && <StartStrip isBegun={offer.isBegun} />}
            {isSettled ? (
              <Suspense fallback={<SideBlocks />}>
                <HomeSide />
              </Suspense>
            ) : (
              <SideBlocks />
            )}
          </aside>
        </div>
      </Page>
    );
  }
  // The smallest phones have room for one of them: the bell says of news too.
  const strips = (
    <div className="flex flex-col gap-2 not-empty:mb-2 small:*:not-first:hidden sideways:grid sideways:grid-cols-2 sideways:items-center sideways:*:only:col-span-2">
      {offer !== null && <StartStrip isBegun={offer.isBegun} />}
      <RunningStrip />
      <NoticeStrip />
    </div>
  );
  return (
    <Page columns bar={<HomeBar />} className="pt-2!">
      {heading}
      {/* Held sideways they stand beside each other. */}
      <div className="mb-3 flex flex-col gap-3 sideways:grid sideways:grid-cols-2 sideways:items-center">
        <BalanceBlock />
        <QuickActions />
      </div>
      {isSettled && isDrawn ? (
        <>
          {strips}
          <Markets className="" lineClassName={STUCK} />
          <BelowMarkets />
        </>
      ) : (
        <MarketBlocks />
      )}
    </Page>
  );
}

/** The tabs stay below the bar while the rows scroll. */
const STUCK = 'sticky top-[calc(3rem+var(--safe-top))] z-10 -mx-[var(--gutter)] bg-bg px-[var(--gutter)]';

/** In a step of its own, and not before the rows are there: they would push it down. */
function BelowMarkets() {
  const isDrawn = useIsDrawn();
  const isWaiting = useProducts().isPending;
  if (!isDrawn || isWaiting) return <div aria-hidden="true" className="min-h-dvh" />;
  return (
    <div className="mt-6 flex flex-col gap-4">
      <FairnessCard />
      <Banners />
      <NewsList />
    </div>
  );
}

function QuickActions() {
  const t = useTranslations('home.actions');
  const states = useTranslations('common.states');
  // No money moves without a connection.
  const out = useOnline() ? undefined : states('offlineShort');
  return (
    <Shortcuts label={t('label')}>
      <Shortcut href={hrefTo(paths.recharge())} action="deposit" out={out}>
        {t('recharge')}
      </Shortcut>
      <Shortcut href={hrefTo(paths.withdraw())} action="withdraw" out={out}>
        {t('withdraw')}
      </Shortcut>
      <Shortcut href={hrefTo(paths.ebao())} action="savings">
        {t('ebao')}
      </Shortcut>
      <Shortcut href={hrefTo(paths.positions())} action="holdings">
        {t('positions')}
      </Shortcut>
    </Shortcuts>
  );
}

/** The markets. The open group is in the address, so going back finds it again. */
function Markets({ className, lineClassName = '' }: { className: string; lineClassName?: string }) {
  const t = useTranslations('home.markets');
  const { params } = useAddress();
  const [managing, setManaging] = useState(false);
  const asked = params.get('group');
  const group = PRODUCT_GROUPS.find((each) => each === asked) ?? 'hot';
  return (
    <section aria-label={t('title')} className={className}>
      <MarketBrowser
        group={group}
        onGroup={(chosen) => replaceQuery({ group: chosen })}
        hrefOf={(product) => hrefTo(paths.market(product.code))}
        lineClassName={lineClassName}
        manage={{ label: t('manage'), onPress: () => setManaging(true) }}
      />
      <FavouritesSheet open={managing} onClose={() => setManaging(false)} />
    </section>
  );
}
