/* The three steps, and what stands there once an order was placed. */

import type { ReactNode } from 'react';
import type { ProductView } from '@candor/contract/market';
import { Button, buttonClass } from '@candor/ui/button.tsx';
import { ListGroup, ListRow } from '@candor/ui/list.tsx';
import { BookA, ChevronRight, Percent, RotateCcw, Scale, Target, Wallet } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { formatMoney, formatPercent, formatPrice, formatRate, UNKNOWN_FIGURE } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { hrefTo } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { Term } from '../../lib/term.tsx';
import { usePrice } from '../../services/live/live.ts';
import { breakEvenOf } from '../../services/market/break-even.ts';
import { ProductDisc } from '../../services/market/product-disc.tsx';
import { nameOf } from '../../services/market/product-list.ts';
import { useSite } from '../../services/session/site.ts';

/** More would not help a newcomer; the market has all of them. */
const PRODUCTS_MAX = 6;
const ICON = {
  'aria-hidden': true,
  strokeWidth: 1.75,
  className: 'relative top-0.5 size-5 shrink-0 text-text-2',
} as const;

export function ProductStep({
  products,
  onChoose,
}: {
  products: readonly ProductView[];
  onChoose: (code: string) => void;
}) {
  const t = useTranslations('start.product');
  const open = products.filter(({ status }) => status === 'trading').slice(0, PRODUCTS_MAX);
  return (
    <>
      <p className="text-body-s text-text-2">{t('text')}</p>
      <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface-1 shadow-card">
        {open.map((product) => (
          <li key={product.code}>
            <Choice product={product} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Choice({ product, onChoose }: { product: ProductView; onChoose: (code: string) => void }) {
  const language = useLanguage();
  const live = usePrice(product.code);
  return (
    <button
      type="button"
      onClick={() => onChoose(product.code)}
      className="press flex min-h-14 w-full items-center gap-3 px-4 py-2 text-start -outline-offset-2 hover:bg-surface-2"
    >
      <ProductDisc product={product} />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-body font-bold">{nameOf(product, language)}</span>
        <span className="block text-caption text-text-3">{product.code}</span>
      </span>
      <span className="tnum text-body-s">{formatPrice(live?.price ?? product.last?.price ?? null)}</span>
      <ChevronRight aria-hidden="true" className="size-4.5 shrink-0 text-text-3" />
    </button>
  );
}

type TermsStepProps = { product: ProductView; onBack: () => void; onNext: () => void };

export function TermsStep({ product, onBack, onNext }: TermsStepProps) {
  const t = useTranslations('start');
  const words = useTranslations('market.facts');
  const status = useTranslations('common.status');
  const language = useLanguage();
  const { currency } = useSite();
  const money = (text: string) => formatMoney(text, { symbol: currency.symbol });
  const first = product.durations[0];
  const breakEven = first === undefined ? null : breakEvenOf(product.feeRate, first.payoutRate);
  if (first === undefined) return <Way onBack={onBack} />;
  return (
    <>
      <p className="text-body-s text-text-2">{t('terms.text', { name: nameOf(product, language) })}</p>
      <ul className="flex flex-col gap-3">
        <Fact icon={<Wallet {...ICON} />} name={words('limits')}>
          {t('terms.stake', { min: money(first.minStake), max: money(first.maxStake) })}
        </Fact>
        <Fact icon={<Percent {...ICON} />} name={<Term word="payoutRate">{words('payoutRate')}</Term>}>
          {t('terms.payout', { rate: formatRate(first.payoutRate) })}
        </Fact>
        <Fact icon={<Target {...ICON} />} name={<Term word="breakEven">{words('breakEven')}</Term>}>
          {t('terms.breakEven', { rate: breakEven === null ? UNKNOWN_FIGURE : formatPercent(breakEven) })}
        </Fact>
        <Fact icon={<Scale {...ICON} />} name={<Term word="tie">{status('tied')}</Term>}>
          {t('terms.tie')}
        </Fact>
      </ul>
      <Way onBack={onBack}>
        <Button size="medium" className="flex-1" onClick={onNext}>
          {t('next')}
        </Button>
      </Way>
    </>
  );
}

function Fact({ icon, name, children }: { icon: ReactNode; name: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-3 rounded-card border border-line bg-surface-1 p-4">
      {icon}
      <div className="min-w-0">
        <p className="text-body-s font-bold">{name}</p>
        <p className="mt-1 text-body-s text-text-2">{children}</p>
      </div>
    </li>
  );
}

function Way({ onBack, children }: { onBack: () => void; children?: ReactNode }) {
  const t = useTranslations('start');
  return (
    <div className="flex gap-3">
      <Button variant="secondary" size="medium" onClick={onBack}>
        {t('back')}
      </Button>
      {children}
    </div>
  );
}

/** The trade page opens with the product alone: no direction and no amount. */
export function OrderStep({ product, onBack }: { product: ProductView; onBack: () => void }) {
  const t = useTranslations('start');
  const { mode } = useSite();
  return (
    <>
      <p className="text-body-s text-text-2">{t('order.text')}</p>
      <p className="rounded-control bg-surface-2 px-4 py-3 text-body-s">
        {t(mode === 'practice' ? 'order.practice' : 'order.live')}
      </p>
      <Way onBack={onBack}>
        <a href={hrefTo(paths.trade(product.code))} className={`${buttonClass('primary', 'medium')} flex-1`}>
          {t('order.go')}
        </a>
      </Way>
    </>
  );
}

/** An order was placed: how its result can be checked. */
export function Finish({ order, onAgain }: { order: string; onAgain: () => void }) {
  const t = useTranslations('start.finish');
  const icon = { 'aria-hidden': true, strokeWidth: 1.75 } as const;
  return (
    <div className="mx-auto flex max-w-[34rem] l:max-w-none flex-col gap-4">
      <h2 className="text-title-1">{t('title')}</h2>
      <p className="text-body-s text-text-2">{t('text')}</p>
      <a href={hrefTo(paths.order(order))} className={buttonClass('primary', 'medium', true)}>
        {t('order')}
      </a>
      <ListGroup>
        <ListRow icon={<Scale {...icon} />} title={t('fairness')} href={hrefTo(paths.textview('fairness'))} />
        <ListRow icon={<BookA {...icon} />} title={t('words')} href={hrefTo(paths.words())} />
        <ListRow icon={<RotateCcw {...icon} />} title={t('again')} onPress={onAgain} />
      </ListGroup>
    </div>
  );
}
