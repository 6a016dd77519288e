import type { ProductView } from '@candor/contract/market';
import { Card, Page } from '@candor/ui/page.tsx';
import { Tabs } from '@candor/ui/tabs.tsx';
import { ChevronLeft } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../lib/language.ts';
import { hrefTo, replaceQuery, useAddress } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { FavouriteButton } from '../../services/favourites/favourite-button.tsx';
import { FeedNote } from '../../services/market/feed-note.tsx';
import { ProductDisc } from '../../services/market/product-disc.tsx';
import { nameOf } from '../../services/market/product-list.ts';
import { ChartSection } from './chart-section.tsx';
import { PriceBlock } from './price-block.tsx';
import { ProductFacts } from './product-facts.tsx';
import { ProductPositions } from './product-positions.tsx';
import { ProductRules } from './product-rules.tsx';
import { TradeBar } from './trade-bar.tsx';

/** Two columns: the chart with the running orders; the terms with the link to the ticket. The table of all is one step back. */
export function MarketDesktop({ product }: { product: ProductView }) {
  const t = useTranslations('market');
  const language = useLanguage();
  const tab = useAddress().params.get('tab') === 'rules' ? 'rules' : 'facts';
  const name = nameOf(product, language);
  return (
    <Page wide className="xl:pt-4!">
      <div className="grid grid-cols-[minmax(0,1fr)_21.25rem] items-start gap-4 print:grid-cols-1">
        <div className="flex min-w-0 flex-col gap-4">
          <Card>
            <div className="mb-3 flex items-center gap-3">
              <a
                href={hrefTo(paths.market())}
                aria-label={t('table.all')}
                title={t('table.all')}
                className="press -ms-2 inline-flex size-11 shrink-0 items-center justify-center rounded-full text-text-2 hover:bg-surface-2 hover:text-text-1"
              >
                <ChevronLeft aria-hidden="true" className="size-6" strokeWidth={1.75} />
              </a>
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
