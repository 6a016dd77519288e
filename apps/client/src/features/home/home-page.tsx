/*
 * pages/home/index: how much do I have, what is running, what can I trade. Each block has its own loading and failure:
 * without the account figures the markets still work, and the other way round.
 */

import { Page } from '@candor/ui/page.tsx';
import { useTranslations } from 'use-intl';
import { Button, buttonClass } from '@candor/ui/button.tsx';
import { useState } from 'react';
import { IconButton } from '@candor/ui/icon-button.tsx';
import { useLayout } from '../../lib/media.ts';
import { useIsDrawn } from '@candor/ui/use-is-drawn';
import { Shortcut, Shortcuts } from '@candor/ui/shortcut.tsx';
import { AssetCard } from './asset-card.tsx';
import { HomeHeader } from './home-header.tsx';
import { OpenPositions } from './open-positions.tsx';
import { useHomeBlocks } from './use-home-blocks.ts';
import { useBanners, useNoticesNow } from '../../services/notices/notice-queries.ts';
import { BannerCarousel } from './banner-carousel.tsx';
import { NoticeBar } from './notice-bar.tsx';
import { GraduationCap, ListOrdered } from 'lucide-react';
import { hrefTo, replaceQuery, useAddress } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { useKeepFirstRun } from '../../services/first-run/first-run.ts';
import { MarketBrowser } from '../../services/market/market-browser.tsx';
import { PRODUCT_GROUPS } from '../../services/market/product-list.ts';
import { RefreshButton } from '../../services/queries/refresh-button.tsx';
import { FavouritesSheet } from './favourites-sheet.tsx';

export function HomePage() {
  const desktop = useLayout() === 'desktop';
  const { offer, isSettled } = useHomeBlocks();
  const isDrawn = useIsDrawn();
  const start = offer !== null && <StartCard isBegun={offer.isBegun} />;
  if (desktop) {
    return (
      <Page wide>
        <HomeHeader />
        <NewsBlock />
        <div className="mt-4 grid grid-cols-[minmax(0,1fr)_22rem] items-start gap-6 print:grid-cols-1">
          <MarketsSection />
          <aside className="sticky top-[calc(var(--topnav-height)+1.5rem)] flex flex-col gap-4">
            <AssetCard />
            {start}
            <QuickActions />
            {isSettled && <OpenPositions stacked />}
          </aside>
        </div>
      </Page>
    );
  }
  return (
    <Page className="sideways:max-w-[45rem]">
      <HomeHeader />
      <div className="mt-4 flex flex-col gap-6 small:mt-2 small:gap-4 sideways:mt-2">
        {/* Held sideways they stand beside each other, so that a newcomer sees where to begin. */}
        <div className="contents sideways:grid sideways:grid-cols-[minmax(0,11fr)_minmax(0,10fr)] sideways:items-start sideways:gap-4">
          <AssetCard />
          <div className="contents sideways:flex sideways:flex-col sideways:gap-3">
            <QuickActions />
            {start}
          </div>
        </div>
        {isSettled && isDrawn ? <Below /> : <Filler />}
      </div>
    </Page>
  );
}

/** What is below the account, in steps: the list of products is by far the longest. */
function Below() {
  const isDrawn = useIsDrawn();
  return (
    <>
      <OpenPositions />
      <NewsBlock />
      {isDrawn ? <MarketsSection /> : <Filler />}
    </>
  );
}

/** Keeps the footer out of sight meanwhile. */
function Filler() {
  return <div aria-hidden="true" className="min-h-dvh" />;
}

/** What the site wants members to know. Without it, the rest of the page works: a failure shows nothing. */
function NewsBlock() {
  const notices = useNoticesNow();
  const banners = useBanners();
  const lines = notices.data?.bar ?? [];
  const items = banners.data?.items ?? [];
  return (
    <div className="flex flex-col gap-3 empty:hidden xl:mt-4 xl:grid xl:grid-cols-2 xl:items-start xl:gap-6 xl:*:only:col-span-2">
      {notices.isPending ? (
        <div aria-hidden="true" className="h-11" />
      ) : (
        lines.length > 0 && <NoticeBar lines={lines} />
      )}
      {banners.isPending ? (
        <div aria-hidden="true" className="h-24" />
      ) : (
        items.length > 0 && <BannerCarousel key={items.map(({ id }) => id).join()} banners={items} />
      )}
    </div>
  );
}

function QuickActions() {
  const t = useTranslations('home.actions');
  return (
    <Shortcuts label={t('label')}>
      <Shortcut href={hrefTo(paths.recharge())} action="deposit">
        {t('recharge')}
      </Shortcut>
      <Shortcut href={hrefTo(paths.withdraw())} action="withdraw">
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

/** "First time here?": the way into the guide, and a way to be rid of it on every device. */
function StartCard({ isBegun }: { isBegun: boolean }) {
  const t = useTranslations('start.card');
  const keep = useKeepFirstRun();
  return (
    <section
      aria-label={t('title')}
      className="rounded-card border border-line bg-surface-1 p-4 shadow-card small:py-2 sideways:p-3"
    >
      <div className="flex items-start gap-3">
        <GraduationCap aria-hidden="true" className="size-6 shrink-0 text-text-1" strokeWidth={1.75} />
        <p className="min-w-0">
          <span className="block text-body font-bold">{t('title')}</span>
          <span className="block text-body-s text-text-2 small:text-caption">{t('text')}</span>
        </p>
      </div>
      <div className="mt-3 flex flex-wrap gap-2 small:mt-2 sideways:mt-2">
        <a href={hrefTo(paths.start())} className={`${buttonClass('primary', 'small')} flex-1 basis-[6rem]`}>
          {t(isBegun ? 'goOn' : 'go')}
        </a>
        <Button variant="text" size="small" onClick={() => keep.mutate({ left: true })}>
          {t('hide')}
        </Button>
      </div>
    </section>
  );
}

/** The markets. The open group is in the address, so going back finds it again. */
function MarketsSection() {
  const t = useTranslations('home.markets');
  const { params } = useAddress();
  const [managing, setManaging] = useState(false);
  const asked = params.get('group');
  const group = PRODUCT_GROUPS.find((each) => each === asked) ?? 'hot';
  return (
    <section aria-label={t('title')} className="min-w-0">
      <div className="mb-2 flex items-center justify-between">
        <h2 className="text-title-2">{t('title')}</h2>
        <span className="-me-2 flex">
          <RefreshButton />
          <IconButton label={t('manage')} onClick={() => setManaging(true)}>
            <ListOrdered aria-hidden="true" className="size-5" strokeWidth={1.75} />
          </IconButton>
        </span>
      </div>
      <div className="rounded-card border border-line bg-surface-1 px-4 pt-4 pb-1 shadow-card l:pb-3">
        <MarketBrowser
          group={group}
          onGroup={(chosen) => replaceQuery({ group: chosen })}
          hrefOf={(product) => hrefTo(paths.market(product.code))}
          onAddFavourites={() => setManaging(true)}
        />
      </div>
      <FavouritesSheet open={managing} onClose={() => setManaging(false)} />
    </section>
  );
}
