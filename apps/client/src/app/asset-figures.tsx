/* The four figures of the assets submenu: total, invested, yesterday, today. Each links to the transfers behind it. */

import { cx } from '@candor/ui/cx';
import { MoneyText } from '@candor/ui/money-text.tsx';
import { useTranslations } from 'use-intl';
import { UNKNOWN_FIGURE, directionOf, formatMoney } from '../lib/format.ts';
import { hrefTo } from '../lib/location.ts';
import type { AppPath } from '../lib/paths.ts';
import { useDisplay } from '../lib/preferences.ts';
import { closeSideMenu } from '../lib/shell-actions.ts';
import { totalWithPlay } from '../services/assets/assets-total.ts';
import { figurePath } from '../services/filters/figure-paths.ts';
import { useBusinessDate } from '../services/filters/business-date.ts';
import { useMember, useMoney } from '../services/queries/shared-queries.ts';
import { useSite } from '../services/session/site.ts';

export const HIDDEN_FIGURE = '••••';

/** A link closes the menu itself: on the account's own screen the path does not change. */
export function AssetFigures() {
  const t = useTranslations('shell.assets');
  const money = useMoney();
  const member = useMember();
  const show = useFigure();
  const today = useBusinessDate();
  const { currency } = useSite();
  const failed = money.isError || member.isError;
  return (
    <div>
      <a
        href={hrefTo(figurePath('total', today))}
        onClick={closeSideMenu}
        className="press inline-block rounded-control"
      >
        <span className="block text-caption text-text-2">{t('total')}</span>
        <span className="mt-1 block text-title-1">
          <MoneyText text={show(money.data && totalWithPlay(money.data, currency))} />
        </span>
      </a>
      <div className="mt-2 grid grid-cols-[repeat(auto-fit,minmax(4.5rem,1fr))] gap-x-2">
        <Figure label={t('invested')} to={figurePath('allInvested', today)} text={show(member.data?.invest_count)} />
        <Figure
          label={t('yesterday')}
          to={figurePath('yesterday', today)}
          text={show(member.data?.yesterday_count, true)}
          result={member.data?.yesterday_count}
        />
        <Figure
          label={t('today')}
          to={figurePath('today', today)}
          text={show(member.data?.today_count, true)}
          result={member.data?.today_count}
        />
      </div>
      {failed && (
        <button
          type="button"
          className="mt-2 min-h-11 text-caption font-bold text-danger"
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

const RESULT_COLOUR = { up: 'text-win', down: 'text-lose', flat: '' } as const;

type FigureProps = { label: string; to: AppPath; text: string; result?: string | undefined };

/** @param result what the text says, if it is a gain or a loss: it has the colour of one */
function Figure({ label, to, text, result }: FigureProps) {
  const { amountsHidden } = useDisplay();
  const direction = result === undefined || amountsHidden ? 'flat' : directionOf(result);
  return (
    <a
      href={hrefTo(to)}
      onClick={closeSideMenu}
      className="press flex min-h-11 min-w-0 flex-col justify-center rounded-control"
    >
      <span className="text-caption text-text-2">{label}</span>
      <span className={cx('tnum mt-1 text-caption font-bold', RESULT_COLOUR[direction])}>{text}</span>
    </a>
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
