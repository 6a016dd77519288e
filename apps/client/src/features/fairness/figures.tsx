/* The figures of each product and duration: cards on narrow screens, a table on wide ones. */

import type { ReactNode } from 'react';
import type { FairnessFigure } from '@candor/contract/fairness';
import { VOID_REASONS } from '@candor/contract/trading';
import { cx } from '@candor/ui/cx';
import { useTranslations } from 'use-intl';
import { useDurationText } from '../../lib/duration.ts';
import { formatPercent, groupDigits, UNKNOWN_FIGURE } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { Term } from '../../lib/term.tsx';
import { nameOf } from '../../services/market/product-list.ts';
import { useProducts } from '../../services/queries/shared-queries.ts';

type Props = { figures: readonly FairnessFigure[] };

function percent(rate: string | null): string {
  return rate === null ? UNKNOWN_FIGURE : formatPercent(rate);
}

export function formatCount(count: number): string {
  return groupDigits(String(count));
}

function keyOf({ product, durationSec }: FairnessFigure): string {
  return `${product}/${durationSec}`;
}

const ENDS = ['won', 'lost', 'tied', 'voided'] as const;

export function FigureCards({ figures }: Props) {
  const t = useTranslations('fairness');
  const say = useFigureWords();
  return (
    <ul className="flex flex-col gap-3">
      {figures.map((figure) => (
        <li key={keyOf(figure)} className="rounded-card border border-line bg-surface-1 p-4 shadow-card">
          <h2 className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span className="min-w-0 flex-1 basis-[6rem] text-body font-bold">{say.product(figure)}</span>
            <span className="tnum shrink-0 text-body-s text-text-2">{say.duration(figure)}</span>
          </h2>
          <dl className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(min(4.5rem,100%),1fr))] gap-x-3">
            <Entry name={t('winRate')} large>
              {percent(figure.winRate)}
            </Entry>
            <Entry name={<Term word="breakEven">{t('breakEven')}</Term>} large>
              {percent(figure.breakEvenRate)}
            </Entry>
            <Entry name={t('orders')} large>
              {formatCount(figure.orders)}
            </Entry>
          </dl>
          <dl className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(min(3.25rem,100%),1fr))] gap-x-3">
            {ENDS.map((end) => (
              <Entry key={end} name={<MaybeTerm end={end}>{t(end)}</MaybeTerm>}>
                {formatCount(figure[end])}
              </Entry>
            ))}
          </dl>
          <VoidReasons figure={figure} />
        </li>
      ))}
    </ul>
  );
}

function Entry({ name, large = false, children }: { name: ReactNode; large?: boolean; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col justify-between">
      <dt className="text-caption text-text-3">{name}</dt>
      <dd className={cx('tnum mt-1 font-bold', large ? 'text-title-2' : 'text-body-s')}>{children}</dd>
    </div>
  );
}

const COLUMNS = ['orders', ...ENDS] as const;

export function FigureTable({ figures }: Props) {
  const t = useTranslations('fairness');
  const say = useFigureWords();
  return (
    <div className="overflow-x-auto rounded-card border border-line bg-surface-1 shadow-card">
      <table className="tnum w-full text-end text-body-s [&_td]:px-4 [&_th]:px-4">
        <caption className="sr-only">{t('caption')}</caption>
        <thead className="text-caption text-text-3">
          <tr className="[&>th]:py-3 [&>th]:font-bold [&>th]:whitespace-nowrap">
            <th scope="col" className="text-start">
              {t('product')}
            </th>
            <th scope="col" className="text-start">
              {t('duration')}
            </th>
            {COLUMNS.map((column) => (
              <th key={column} scope="col">
                <MaybeTerm end={column}>{t(column)}</MaybeTerm>
              </th>
            ))}
            <th scope="col">{t('winRate')}</th>
            <th scope="col">
              <Term word="breakEven">{t('breakEven')}</Term>
            </th>
          </tr>
        </thead>
        <tbody>
          {figures.map((figure) => (
            <tr key={keyOf(figure)} className="hairline-t align-top [&>*]:py-3">
              <th scope="row" className="text-start font-bold wrap-break-word">
                {say.product(figure)}
                <VoidReasons figure={figure} />
              </th>
              <td className="text-start whitespace-nowrap">{say.duration(figure)}</td>
              {COLUMNS.map((column) => (
                <td key={column}>{formatCount(figure[column])}</td>
              ))}
              <td className="font-bold">{percent(figure.winRate)}</td>
              <td>{percent(figure.breakEvenRate)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const WORD_OF = { tied: 'tie', voided: 'void' } as const;

/** Ties and voids are words that a newcomer stumbles over; won and lost are not. */
function MaybeTerm({ end, children }: { end: (typeof COLUMNS)[number]; children: string }) {
  return end === 'tied' || end === 'voided' ? <Term word={WORD_OF[end]}>{children}</Term> : children;
}

function VoidReasons({ figure: { voidReasons } }: { figure: FairnessFigure }) {
  const t = useTranslations('fairness.reasons');
  const reasons = VOID_REASONS.flatMap((reason) => {
    const count = voidReasons[reason];
    return count === undefined ? [] : [t(reason, { count })];
  });
  return reasons.length === 0 ? null : (
    <p className="mt-2 text-caption font-normal text-text-3">{reasons.join(' · ')}</p>
  );
}

/** The names of products by their codes; a code until the list arrives. */
export function useProductNames(): (code: string) => string {
  const language = useLanguage();
  const { data } = useProducts();
  return (code) => {
    const known = data?.find((product) => product.code === code);
    return known === undefined ? code : nameOf(known, language);
  };
}

/** Names of products (codes until the list arrives), and durations in everyday words. */
function useFigureWords() {
  const durationText = useDurationText();
  const productName = useProductNames();
  return {
    product: ({ product }: FairnessFigure): string => productName(product),
    duration: ({ durationSec }: FairnessFigure): string => durationText(durationSec),
  };
}
