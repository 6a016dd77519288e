import { useState } from 'react';
import type { ProductView } from '@candor/contract/market';
import { Card, Page } from '@candor/ui/page.tsx';
import { Tabs } from '@candor/ui/tabs.tsx';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../lib/language.ts';
import { hrefTo, replaceQuery, useAddress } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { FavouriteButton } from '../../services/favourites/favourite-button.tsx';
import { FeedNote } from '../../services/market/feed-note.tsx';
import { MarketBrowser } from '../../services/market/market-browser.tsx';
import { ProductDisc } from '../../services/market/product-disc.tsx';
import { nameOf } from '../../services/market/product-list.ts';
import type { ProductGroup } from '../../services/market/product-list.ts';
import { ChartSection } from './chart-section.tsx';
import { PriceBlock } from './price-block.tsx';
import { ProductFacts } from './product-facts.tsx';
import { ProductPositions } from './product-positions.tsx';
import { ProductRules } from './product-rules.tsx';
import { TradeBar } from './trade-bar.tsx';

/** Three columns: the markets; the chart with the running orders; the terms with the link to the ticket. */
export function MarketDesktop({ product }: { product: ProductView }) {
  const t = useTranslations('market');
  const language = useLanguage();
  const [group, setGroup] = useState<ProductGroup>('hot');
  const tab = useAddress().params.get('tab') === 'rules' ? 'rules' : 'facts';
  const name = nameOf(product, language);
  return (
    <Page wide className="xl:pt-4!">
      <div className="grid grid-cols-[17.5rem_minmax(0,1fr)_21.25rem] items-start gap-4 print:grid-cols-1">
        <div className="scroll-quiet sticky top-[calc(var(--topnav-height)+1rem)] max-h-[calc(100dvh-var(--topnav-height)-2rem)] overflow-y-auto rounded-card border border-line bg-surface-1 p-3 shadow-card">
          <MarketBrowser
            group={group}
            onGroup={setGroup}
            hrefOf={({ code }) => hrefTo(paths.market(code))}
            current={product.code}
            compact
          />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <Card>
            <div className="mb-3 flex items-center gap-3">
              <ProductDisc product={product} />
              <h1 className="min-w-0 flex-1">
                <span className="block truncate text-title-2">{name}</span>
                <FeedNote product={product} />
              </h1>
              <FavouriteButton code={product.code} name={name} />
            </div>
            <PriceBlock product={product} />
            <ChartSection product={product} height="clamp(20rem, calc(100dvh - 25rem), 40rem)" />
          </Card>
          <ProductPositions code={product.code} />
        </div>
        <div className="sticky top-[calc(var(--topnav-height)+1rem)] flex flex-col gap-4">
          <Card>
            <TradeBar product={product} />
          </Card>
          <Card className="scroll-quiet max-h-[calc(100dvh-var(--topnav-height)-11rem-var(--strip-room,0px))] overflow-y-auto pt-1!">
            <Tabs
              label={t('tabs.label')}
              tabs={(['facts', 'rules'] as const).map((value) => ({ value, label: t(`tabs.${value}`) }))}
              value={tab}
              onChange={(value) => replaceQuery({ tab: value })}
            >
              {tab === 'facts' ? (
                <ProductFacts product={product} className="pt-2" />
              ) : (
                <ProductRules product={product} className="pt-3" />
              )}
            </Tabs>
          </Card>
        </div>
      </div>
    </Page>
  );
}
