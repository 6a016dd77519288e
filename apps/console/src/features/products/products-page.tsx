/* What members can trade, where its prices come from, what runs and what the day brought; and the way to stop it. */

import { useState } from 'react';
import { Anchor, Button, Group, Paper, Stack, Table, Text } from '@mantine/core';
import { CircleSlash2, Plus } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { OperatorProduct, OperatorProductsView, StopView } from '@candor/contract/console-products';
import { CATEGORIES } from '@candor/contract/market';
import { formatPercent } from '@candor/ui/figures';
import { useLanguage } from '../../lib/language.ts';
import { hrefTo, replaceQuery, useAddress } from '../../lib/location.ts';
import { MomentText } from '../../services/moments/moments.tsx';
import { useMay } from '../../services/operator/operator.tsx';
import { Amount } from '../../services/queue/amount.tsx';
import { SectionCard } from '../../services/queue/section-card.tsx';
import { LoadFailed, PageLoading } from '../../services/queue/states.tsx';
import { FeedLine } from './feed-line.tsx';
import { ProductForm } from './product-form.tsx';
import { ProductPanel } from './product-panel.tsx';
import { ProductState } from './product-state.tsx';
import { ResumeForm, StopForm } from './stop-form.tsx';
import { StopList } from './stop-list.tsx';
import { TermsForm } from './terms-form.tsx';
import { covers, useProducts, useScopeText } from './use-products.ts';
import './products.css';
import { PageHead } from '../../services/queue/page-head.tsx';
import { TableFrame } from '../../lib/table-frame.tsx';

type Doing =
  | { readonly act: 'stop'; readonly scope: string }
  | { readonly act: 'product'; readonly product: OperatorProduct | null }
  | { readonly act: 'resume'; readonly stop: StopView }
  | { readonly act: 'terms'; readonly product: OperatorProduct; readonly terms: NonNullable<OperatorProduct['terms']> }
  | null;

export function ProductsPage() {
  const products = useProducts();
  if (products.data !== undefined) return <Products data={products.data} />;
  if (products.error === null) return <PageLoading />;
  return <LoadFailed error={products.error} onRetry={() => void products.refetch()} />;
}

function Products({ data }: { data: OperatorProductsView }) {
  const t = useTranslations('products');
  const { params } = useAddress();
  const [doing, setDoing] = useState<Doing>(null);
  const { items, stops, since, isWhole } = data;
  const shown = items.find(({ code }) => code === params.get('product'));
  const stopButton = (scope: string) => (
    <StopButton scope={scope} data={data} onStop={() => setDoing({ act: 'stop', scope })} />
  );
  const list = (some: readonly StopView[]) => (
    <StopList stops={some} products={items} onResume={(stop) => setDoing({ act: 'resume', stop })} />
  );
  const close = () => setDoing(null);
  return (
    <Stack gap="md">
      <PageHead
        title={t('title')}
        hint={t('hint')}
        actions={
          <>
            <AddProduct onAdd={() => setDoing({ act: 'product', product: null })} />
            {stopButton('all')}
          </>
        }
      />
      {stops.length > 0 && (
        <Paper withBorder radius="lg" className="card">
          {list(stops)}
        </Paper>
      )}
      {CATEGORIES.map((category) => {
        const some = items.filter((one) => one.category === category);
        return some.length === 0 ? null : (
          <SectionCard key={category} title={t(`categoryOf.${category}`)} action={stopButton(`category/${category}`)}>
            <Category
              title={t(`categoryOf.${category}`)}
              products={some}
              at={data.at}
              chosen={shown?.code}
              isBrief={shown !== undefined}
            />
          </SectionCard>
        );
      })}
      <Text fz="xs" c="dimmed">
        {t('figuresSince')} <MomentText at={since} />
        {!isWhole && ` · ${t('notWhole')}`}
      </Text>
      <ProductPanel
        product={shown}
        data={data}
        actions={
          shown === undefined ? null : (
            <>
              {stops.some((stop) => covers(stop, shown)) && list(stops.filter((stop) => covers(stop, shown)))}
              <Group>
                {stopButton(`product/${shown.code}`)}
                <ChangeProduct product={shown} onChange={() => setDoing({ act: 'product', product: shown })} />
              </Group>
              {shown.holdsFrom !== null && (
                <Text fz="sm">
                  {t('holdsFrom')} <MomentText at={shown.holdsFrom} />
                </Text>
              )}
            </>
          )
        }
        termsAction={
          shown === undefined ? null : (
            <ChangeTerms product={shown} onChange={(terms) => setDoing({ act: 'terms', product: shown, terms })} />
          )
        }
        onClose={() => replaceQuery({ product: null })}
      />
      {doing?.act === 'stop' && <StopForm scope={doing.scope} products={items} isWhole={isWhole} onClose={close} />}
      {doing?.act === 'terms' && <TermsForm product={doing.product} terms={doing.terms} onClose={close} />}
      {doing?.act === 'product' && (
        <ProductForm product={doing.product} products={items} feed={data.feed} at={data.at} onClose={close} />
      )}
      {doing?.act === 'resume' && <ResumeForm stop={doing.stop} products={items} onClose={close} />}
    </Stack>
  );
}

function AddProduct({ onAdd }: { onAdd: () => void }) {
  const t = useTranslations('products');
  const may = useMay();
  if (!may('market:product:write')) return null;
  return (
    <Button variant="default" size="compact-md" leftSection={<Plus size={16} aria-hidden />} onClick={onAdd}>
      {t('add')}
    </Button>
  );
}

/** The way to change a product; while a proposal waits, the way to it. */
function ChangeProduct({ product: { names, change }, onChange }: { product: OperatorProduct; onChange: () => void }) {
  const t = useTranslations('products');
  const waits = useTranslations('proposals')('waits');
  const language = useLanguage();
  const may = useMay();
  if (change !== null)
    return (
      <Anchor href={hrefTo('/product-changes', { row: change })} className="unbroken">
        {waits}
      </Anchor>
    );
  if (!may('market:product:write')) return null;
  return (
    <Button
      variant="default"
      size="compact-md"
      aria-label={t('changeTitle', { name: names[language] })}
      onClick={onChange}
    >
      {t('change')}
    </Button>
  );
}

/** The way to change terms; while a proposal waits, the way to it. */
function ChangeTerms({
  product: { names, terms },
  onChange,
}: {
  product: OperatorProduct;
  onChange: (terms: NonNullable<OperatorProduct['terms']>) => void;
}) {
  const t = useTranslations('products');
  const edit = useTranslations('terms')('edit');
  const waits = useTranslations('proposals')('waits');
  const language = useLanguage();
  const may = useMay();
  if (terms === null) return null;
  if (terms.open !== null)
    return (
      <Anchor href={hrefTo('/product-terms', { row: terms.open })} className="unbroken">
        {waits}
      </Anchor>
    );
  if (!may('market:terms:write')) return null;
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={t('termsTitle', { name: names[language] })}
      onClick={() => onChange(terms)}
    >
      {edit}
    </Button>
  );
}

/** Not for whom may not, and not while exactly this is stopped. */
function StopButton({ scope, data, onStop }: { scope: string; data: OperatorProductsView; onStop: () => void }) {
  const t = useTranslations('products');
  const what = useScopeText(data.items)(scope);
  const may = useMay();
  if (!may('market:stop:make') || data.stops.some((stop) => stop.scope === scope)) return null;
  const words = t(scope === 'all' ? 'stopAll' : scope.startsWith('category/') ? 'stopCategory' : 'stopProduct');
  return (
    <Button
      variant="outline"
      color="red.9"
      size="compact-md"
      leftSection={<CircleSlash2 size={16} aria-hidden />}
      aria-label={`${words} · ${what}`}
      onClick={onStop}
    >
      {words}
    </Button>
  );
}

type CategoryProps = {
  readonly title: string;
  readonly products: readonly OperatorProduct[];
  readonly at: string;
  /** The code of the one in the panel. */
  readonly chosen: string | undefined;
  /** Beside the panel, which has the figures of the day. */
  readonly isBrief: boolean;
};

function Category({ title, products, at, isBrief, chosen }: CategoryProps) {
  const t = useTranslations('products');
  return (
    <TableFrame>
      <Table aria-label={title} highlightOnHover className="product-table" {...(isBrief ? { 'data-brief': true } : {})}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th className="frozen">{t('product')}</Table.Th>
            <Table.Th>{t('state')}</Table.Th>
            <Table.Th>{t('prices')}</Table.Th>
            <Table.Th className="number">{t('running')}</Table.Th>
            <Table.Th className="number">{t('exposure')}</Table.Th>
            {!isBrief && (
              <>
                <Table.Th className="number">{t('turnover')}</Table.Th>
                <Table.Th className="number">{t('result')}</Table.Th>
                <Table.Th className="number">{t('voidRate')}</Table.Th>
              </>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {products.map((product) => (
            <Row key={product.code} product={product} at={at} isBrief={isBrief} isChosen={product.code === chosen} />
          ))}
        </Table.Tbody>
      </Table>
    </TableFrame>
  );
}

type RowProps = Omit<CategoryProps, 'title' | 'products' | 'chosen'> & {
  readonly product: OperatorProduct;
  readonly isChosen: boolean;
};

function Row({ product, at, isBrief, isChosen }: RowProps) {
  const language = useLanguage();
  const { code, names, running, exposure, today } = product;
  return (
    <Table.Tr
      id={`row-${code}`}
      onClick={() => replaceQuery({ product: code })}
      {...(isChosen ? { 'data-selected': true } : {})}
    >
      <Table.Td className="frozen">
        <Anchor
          href={hrefTo('/products', { product: code })}
          fw={600}
          className="product-name"
          title={names[language]}
          {...(isChosen ? { 'aria-current': 'true' as const } : {})}
          onClick={(event) => event.stopPropagation()}
        >
          {names[language]}
        </Anchor>
        <Text fz="xs" c="dimmed" className="unbroken">
          {code}
        </Text>
      </Table.Td>
      <Table.Td>
        <ProductState product={product} />
      </Table.Td>
      <Table.Td>
        <FeedLine product={product} at={at} isBrief={isBrief} />
      </Table.Td>
      <Table.Td className="number">{running.up.orders + running.down.orders}</Table.Td>
      <Table.Td className="number">
        <Amount text={exposure} />
      </Table.Td>
      {!isBrief && (
        <>
          <Table.Td className="number">
            <Amount text={today.stake} />
          </Table.Td>
          <Table.Td className="number">
            <Amount text={today.result} signed />
          </Table.Td>
          <Table.Td className="number">
            {today.settled === 0 ? '—' : formatPercent((today.void / today.settled).toFixed(4))}
          </Table.Td>
        </>
      )}
    </Table.Tr>
  );
}
