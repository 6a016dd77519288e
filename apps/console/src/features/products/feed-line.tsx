import { Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { EXCHANGES } from '@candor/contract/market';
import type { OperatorProduct } from '@candor/contract/console-products';

/** A tick comes every second; after this long something is wrong. */
const OLD_MS = 5_000;

type FeedLineProps = {
  readonly product: OperatorProduct;
  readonly at: string;
  /** Its age alone, and what is wrong with it: where the sources are told elsewhere. */
  readonly isBrief?: boolean;
};

/** How many sources agree on the newest price, and how old it was at a moment. */
export function FeedLine({ product: { tick, status, sources }, at, isBrief = false }: FeedLineProps) {
  const t = useTranslations('products');
  const listed = EXCHANGES.filter((exchange) => sources[exchange] !== undefined);
  const names = listed.length > 0 && (
    <Text
      fz="xs"
      c="dimmed"
      className="source-names"
      title={listed.map((exchange) => `${t(`exchangeOf.${exchange}`)} ${sources[exchange]}`).join(' · ')}
    >
      {listed.map((exchange) => t(`exchangeOf.${exchange}`)).join(' · ')}
    </Text>
  );
  if (tick === null)
    return (
      <>
        <span>{t('noTick')}</span>
        {!isBrief && names}
      </>
    );
  const used = tick.sources.filter(({ verdict }) => verdict === 'used').length;
  const ageMs = Math.max(0, Date.parse(at) - Date.parse(tick.at));
  const isBad = status === 'trading' && (tick.status !== 'OK' || ageMs > OLD_MS);
  return (
    <>
      {!isBrief && (
        <span className="unbroken">
          {t(`feedOf.${tick.feed}`)}
          {tick.sources.length > 0 && ` · ${t('sources', { used, count: tick.sources.length })}`}
        </span>
      )}
      {!isBrief && names}
      <Text fz="xs" c={isBad ? 'var(--candor-tone-bad)' : 'dimmed'} className="unbroken">
        {tick.status !== 'OK' && `${t(`tickOf.${tick.status}`)} · `}
        {t('age', { seconds: Math.round(ageMs / 1000) })}
      </Text>
    </>
  );
}
