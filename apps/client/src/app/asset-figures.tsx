/* The four figures of the assets submenu: total, invested, yesterday, today. */

import { MoneyText } from '@candor/ui/money-text.tsx';
import { useTranslations } from 'use-intl';
import { UNKNOWN_FIGURE, formatMoney } from '../lib/format.ts';
import { useDisplay } from '../lib/preferences.ts';
import { useMember, useMoney } from '../services/queries/shared-queries.ts';
import { useSite } from '../services/session/site.ts';

export const HIDDEN_FIGURE = '••••';

export function AssetFigures() {
  const t = useTranslations('shell.assets');
  const money = useMoney();
  const member = useMember();
  const show = useFigure();
  const failed = money.isError || member.isError;
  return (
    <div>
      <p className="text-caption text-text-2">{t('total')}</p>
      <p className="mt-0.5 text-title-1">
        <MoneyText text={show(money.data?.usermoney)} />
      </p>
      <dl className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(4.5rem,1fr))] gap-2">
        <Figure label={t('invested')} text={show(member.data?.invest_count)} />
        <Figure label={t('yesterday')} text={show(member.data?.yesterday_count, true)} />
        <Figure label={t('today')} text={show(member.data?.today_count, true)} />
      </dl>
      {failed && (
        <button
          type="button"
          className="mt-2 min-h-11 text-caption font-semibold text-danger"
          onClick={() => {
            void money.refetch();
            void member.refetch();
          }}
        >
          {t('retry')}
        </button>
      )}
    </div>
  );
}

function Figure({ label, text }: { label: string; text: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-caption text-text-2">{label}</dt>
      <dd className="tnum mt-0.5 text-caption font-semibold">{text}</dd>
    </div>
  );
}

/** Writes an amount in the site's currency, or hides it, or "--" while it is unknown. */
export function useFigure(): (amount: string | undefined, signed?: boolean) => string {
  const { currency } = useSite();
  const { amountsHidden } = useDisplay();
  return (amount, signed = false) => {
    if (amountsHidden) return HIDDEN_FIGURE;
    return amount === undefined ? UNKNOWN_FIGURE : formatMoney(amount, { symbol: currency.symbol, signed });
  };
}
