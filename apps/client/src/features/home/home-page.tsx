/*
 * pages/home/index: how much do I have, what is running, what can I trade. Each block has its own loading and failure:
 * without the account figures the markets still work, and the other way round.
 */

import { Page } from '@candor/ui/page.tsx';
import { useLayout } from '../../lib/media.ts';
import { useIsDrawn } from '@candor/ui/use-is-drawn';
import { AssetCard } from './asset-card.tsx';
import { HomeHeader } from './home-header.tsx';
import { MarketsSection } from './markets-section.tsx';
import { NewsBlock } from './news-block.tsx';
import { OpenPositions } from './open-positions.tsx';
import { QuickActions } from './quick-actions.tsx';
import { StartCard } from './start-card.tsx';
import { useHomeBlocks } from './use-home-blocks.ts';

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
        <div className="mt-5 grid grid-cols-[minmax(0,1fr)_22rem] items-start gap-6">
          <MarketsSection />
          <aside className="sticky top-[calc(var(--topnav-height)+1.5rem)] flex flex-col gap-5">
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
    <Page>
      <HomeHeader />
      <div className="mt-4 flex flex-col gap-6">
        {/* Held sideways they stand beside each other, so that a newcomer sees where to begin. */}
        <div className="contents sideways:grid sideways:grid-cols-2 sideways:gap-5">
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
