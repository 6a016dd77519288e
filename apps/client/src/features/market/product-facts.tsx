/* What the product is and what its terms are, shown before any order. */

import type { ReactNode } from 'react';
import type { ProductView } from '@candor/contract/market';
import { cx } from '@candor/ui/cx';
import { useTranslations } from 'use-intl';
import { UNKNOWN_FIGURE, formatMoney, formatPercent, formatRate } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { Term } from '../../lib/term.tsx';
import { breakEvenOf } from '../../services/market/break-even.ts';
import { nameOf } from '../../services/market/product-list.ts';
import { useSite } from '../../services/session/site.ts';
import { useDurationText } from '../../lib/duration.ts';
import { sessionsName } from './product-terms.ts';
import { RandomnessNow } from './randomness-now.tsx';
import { HistoryLink } from './history-link.tsx';
import { StopHistory, TermsHistory } from './product-history.tsx';
import { SourceAges } from './source-ages.tsx';

export function ProductFacts({ product, className }: { product: ProductView; className?: string }) {
  const t = useTranslations('market');
  const language = useLanguage();
  const { currency } = useSite();
  const money = (amount: string) => formatMoney(amount, { symbol: currency.symbol });
  return (
    <div className={cx('flex flex-col gap-6', className)}>
      <section>
        <h3 className="text-body font-bold">{t('facts.durations')}</h3>
        <TermsTable product={product} />
        <p className="mt-2 text-caption text-text-3">{t('facts.breakEvenHint')}</p>
        <TermsHistory code={product.code} />
      </section>
      <section>
        <h3 className="text-body font-bold">{t('facts.product')}</h3>
        <dl className="mt-1">
          <Fact label={t('facts.name')}>{nameOf(product, language)}</Fact>
          <Fact label={t('facts.code')}>{product.code}</Fact>
          <Fact label={t('facts.category')}>{t(`list.group.${product.category}`)}</Fact>
          <Fact label={t('facts.decimals')}>{t('facts.decimalsValue', { count: product.decimals })}</Fact>
          <Fact label={t('facts.fee')}>{t('facts.feeValue', { rate: formatRate(product.feeRate) })}</Fact>
          <Fact label={t('facts.presets')}>{product.presets.map(money).join(' · ') || UNKNOWN_FIGURE}</Fact>
          <Fact label={t('facts.terms')}>{t('facts.termsValue', { version: product.termsVersion })}</Fact>
        </dl>
      </section>
      <section>
        <h3 className="text-body font-bold">{t('facts.sessions')}</h3>
        <p className="mt-1 text-body-s text-text-2">{t(`sessions.${sessionsName(product.sessions)}`)}</p>
        <StopHistory code={product.code} />
        <HistoryLink code={product.code} />
      </section>
      <section>
        <h3 className="text-body font-bold">{t('facts.source')}</h3>
        <p className="mt-1 text-body-s">
          <Term word={product.feed} className="font-bold">
            {t(`feed.${product.feed}.name`)}
          </Term>
          <span className="mt-1 block text-text-2">{t(`feed.${product.feed}.text`)}</span>
        </p>
        {product.feed === 'live' && <SourceAges product={product.code} />}
        {product.feed === 'simulated' && <RandomnessNow product={product.code} />}
        <p className="mt-2 text-body-s text-text-2">{t('facts.onePrice')}</p>
      </section>
    </div>
  );
}

function TermsTable({ product }: { product: ProductView }) {
  const t = useTranslations('market.facts');
  const durationText = useDurationText();
  const { currency } = useSite();
  const money = (amount: string) => formatMoney(amount.replace(/\.00$/, ''), { symbol: currency.symbol });
  return (
    <table className="tnum mt-1 w-full text-end fit-body-s">
      <thead className="fit-caption text-text-3">
        <tr className="[&>th]:py-2 [&>th]:font-medium">
          <th scope="col" className="text-start">
            {t('duration')}
          </th>
          <th scope="col">
            <Term word="payoutRate">{t('payoutRate')}</Term>
          </th>
          <th scope="col">
            <Term word="breakEven">{t('breakEven')}</Term>
          </th>
          <th scope="col" className="w-[38%]">
            {t('limits')}
          </th>
        </tr>
      </thead>
      <tbody>
        {product.durations.map(({ seconds, payoutRate, minStake, maxStake }) => {
          const breakEven = breakEvenOf(product.feeRate, payoutRate);
          return (
            <tr key={seconds} className="hairline-t [&>*]:py-2">
              <th scope="row" className="text-start font-normal whitespace-nowrap">
                {durationText(seconds)}
              </th>
              <td className="font-bold">{formatRate(payoutRate)}</td>
              <td>{breakEven === null ? UNKNOWN_FIGURE : formatPercent(breakEven)}</td>
              <td className="fit-caption text-text-2">
                {money(minStake)}–{money(maxStake)}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="hairline-b flex min-h-11 flex-wrap items-center justify-between gap-x-4 py-2 text-body-s last:border-b-0">
      <dt className="shrink-0 text-text-3">{label}</dt>
      <dd className="tnum ms-auto min-w-0 text-end">{children}</dd>
    </div>
  );
}
