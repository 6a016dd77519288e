/*
 * pages/home/index: how much do I have, what is running, what can I trade. Each block has its own loading and failure:
 * without the account figures the markets still work, and the other way round.
 */

import { Page } from '@candor/ui/page.tsx';
import { useLayout } from '../../lib/media.ts';
import { AssetCard } from './asset-card.tsx';
import { HomeHeader } from './home-header.tsx';
import { MarketsSection } from './markets-section.tsx';
import { OpenPositions } from './open-positions.tsx';
import { QuickActions } from './quick-actions.tsx';

export function HomePage() {
  const desktop = useLayout() === 'desktop';
  if (desktop) {
    return (
      <Page wide>
        <HomeHeader />
        <div className="mt-5 grid grid-cols-[minmax(0,1fr)_22rem] items-start gap-6">
          <MarketsSection />
          <aside className="sticky top-[calc(var(--topnav-height)+1.5rem)] flex flex-col gap-5">
            <AssetCard />
            <QuickActions />
            <OpenPositions stacked />
          </aside>
        </div>
      </Page>
    );
  }
  return (
    <Page>
      <HomeHeader />
      <div className="mt-4 flex flex-col gap-6">
        <AssetCard />
        <QuickActions />
        <OpenPositions />
        <MarketsSection />
      </div>
    </Page>
  );
}
