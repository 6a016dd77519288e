import type { ProductView } from '@candor/contract/market';
import { Sheet } from '@candor/ui/modal.tsx';
import { ChevronDown } from 'lucide-react';
import type { MarketTab } from '../../lib/paths.ts';
import { NavBar } from '@candor/ui/nav-bar.tsx';
import { Page } from '@candor/ui/page.tsx';
import { Tabs } from '@candor/ui/tabs.tsx';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../lib/language.ts';
import { goBack, hrefTo, navigate, replaceQuery, useAddress } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { useIsSideways } from '../../lib/media.ts';
import { FavouriteButton } from '../../services/favourites/favourite-button.tsx';
import { nameOf } from '../../services/market/product-list.ts';
import { AlertButton } from './alert-button.tsx';
import { ChartSection } from './chart-section.tsx';
import { PriceBlock } from './price-block.tsx';
import { ProductFacts } from './product-facts.tsx';
import { ProductPositions } from './product-positions.tsx';
import { ProductRules } from './product-rules.tsx';
import { TradeBar } from './trade-bar.tsx';
import { useState } from 'react';
import { FeedNote } from '../../services/market/feed-note.tsx';
import { MarketBrowser } from '../../services/market/market-browser.tsx';
import type { ProductGroup } from '../../services/market/product-list.ts';

const TABS = ['chart', 'facts', 'rules'] as const satisfies readonly MarketTab[];

/** A phone held sideways: the chart has the height, everything else stands beside it. */
function MarketSideways({ product, tab }: { product: ProductView; tab: MarketTab }) {
  const t = useTranslations('market');
  const shown = tab === 'rules' ? 'rules' : 'facts';
  return (
    <Page
      wide
      className="py-1!"
      bar={
        <NavBar
          title={<ProductSwitcher product={product} />}
          onBack={() => goBack(paths.home())}
          actions={<ProductActions product={product} />}
        />
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(15rem,36%)] items-start gap-3">
        <div className="sticky top-[var(--nav-height)] min-w-0">
          {/* It does not scroll: the strip of a running order takes its height from it. */}
          <ChartSection
            product={product}
            height="max(8rem, calc(100dvh - var(--nav-height) - 4.5rem - var(--strip-room, 0px)))"
          />
        </div>
        <div className="flex min-w-0 flex-col gap-3 pt-1">
          <PriceBlock product={product} />
          <TradeBar product={product} />
          <ProductPositions code={product.code} />
          <Tabs
            label={t('tabs.label')}
            tabs={(['facts', 'rules'] as const).map((value) => ({ value, label: t(`tabs.${value}`) }))}
            value={shown}
            onChange={(value) => replaceQuery({ tab: value })}
          >
            {shown === 'facts' ? (
              <ProductFacts product={product} className="pt-2" />
            ) : (
              <ProductRules product={product} className="pt-3" />
            )}
          </Tabs>
        </div>
      </div>
    </Page>
  );
}

/** Phone and tablet: one column, with both directions always within reach of the thumb. */
export function MarketMobile({ product }: { product: ProductView }) {
  const t = useTranslations('market');
  const asked = useAddress().params.get('tab');
  const tab = TABS.find((each) => each === asked) ?? 'chart';
  if (useIsSideways()) return <MarketSideways product={product} tab={tab} />;
  return (
    <Page
      bar={
        <NavBar
          title={<ProductSwitcher product={product} />}
          onBack={() => goBack(paths.home())}
          actions={<ProductActions product={product} />}
        />
      }
      action={<TradeBar product={product} />}
    >
      <PriceBlock product={product} />
      <Tabs
        label={t('tabs.label')}
        tabs={TABS.map((value) => ({ value, label: t(`tabs.${value}`) }))}
        value={tab}
        onChange={(value) => replaceQuery({ tab: value === 'chart' ? null : value })}
        className="mt-3"
      >
        {tab === 'chart' && (
          <div className="flex flex-col gap-6">
            <ChartSection product={product} />
            <ProductPositions code={product.code} />
          </div>
        )}
        {tab === 'facts' && <ProductFacts product={product} className="pt-4" />}
        {tab === 'rules' && <ProductRules product={product} className="pt-4" />}
      </Tabs>
    </Page>
  );
}

/** In every layout the same: the page of alerts sends the member to this bell. */
function ProductActions({ product }: { product: ProductView }) {
  const language = useLanguage();
  return (
    <>
      <AlertButton product={product} className="-me-2" />
      <FavouriteButton code={product.code} name={nameOf(product, language)} />
    </>
  );
}

/**
 * The name of the product. Pressing it opens the list of all products. The chosen product replaces this one in the
 * history.
 */
function ProductSwitcher({ product }: { product: ProductView }) {
  const t = useTranslations('market.switcher');
  const language = useLanguage();
  const [open, setOpen] = useState(false);
  const [group, setGroup] = useState<ProductGroup>('hot');
  const name = nameOf(product, language);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="press inline-flex min-h-11 max-w-full flex-col items-center justify-center rounded-control px-2"
      >
        <span className="flex max-w-full items-center gap-1 leading-tight">
          <span className="truncate">{name}</span>
          <ChevronDown aria-hidden="true" className="size-4.5 shrink-0 text-text-3" />
        </span>
        <FeedNote product={product} className="max-w-full leading-tight" />
        <span className="sr-only">{t('title')}</span>
      </button>
      <Sheet open={open} onClose={() => setOpen(false)} title={t('title')}>
        <div className="min-h-[60dvh] text-start text-body font-normal">
          {open && (
            <MarketBrowser
              group={group}
              onGroup={setGroup}
              hrefOf={({ code }) => hrefTo(paths.market(code))}
              onChoose={({ code }) => {
                setOpen(false);
                if (code !== product.code) navigate(paths.market(code), { replace: true });
              }}
              current={product.code}
              compact
            />
          )}
        </div>
      </Sheet>
    </>
  );
}
