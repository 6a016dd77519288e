import { useId } from 'react';
import type { ReactNode } from 'react';
import { cx } from '@candor/ui/cx';
import { Disclosure } from '@candor/ui/disclosure.tsx';
import { IconButton } from '@candor/ui/icon-button.tsx';
import { MoneyText } from '@candor/ui/money-text.tsx';
import { Skeleton } from '@candor/ui/skeleton.tsx';
import { Eye, EyeOff } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { SignedMoney, useAmounts } from '../../services/session/amounts.tsx';
import { WalletBadge } from '../../services/session/wallet-badge.tsx';
import { hrefTo } from '../../lib/location.ts';
import type { AppPath } from '../../lib/paths.ts';
import { changeDisplay, useDisplay } from '../../lib/preferences.ts';
import type { Word } from '../../lib/messages.ts';
import { Term } from '../../lib/term.tsx';
import { formatClock } from '../../lib/time.ts';
import { PartFailed } from '../../services/queries/query-states.tsx';
import { totalWithPlay } from '../../services/assets/assets-total.ts';
import { InPlay } from '../../services/assets/in-play.tsx';
import { useSite } from '../../services/session/site.ts';
import { figurePath } from '../../services/filters/figure-paths.ts';
import { useBusinessDate } from '../../services/filters/business-date.ts';
import { BalanceLine } from './balance-line.tsx';
import { useMember, useMoney } from '../../services/queries/shared-queries.ts';

const FIGURES = 'grid grid-cols-[repeat(auto-fill,minmax(min(5.75rem,100%),1fr))] gap-x-4 gap-y-1';

/**
 * What the member has. Every figure links to the transfers, or the open orders, behind it. The parts of the total are one press
 * away on a phone: what the page leads to comes first.
 * @param isOpen the parts stand open from the start
 */
export function AssetCard({ isOpen }: { isOpen: boolean }) {
  const t = useTranslations('account.assets');
  const states = useTranslations('common.states');
  const amounts = useAmounts();
  const { currency } = useSite();
  const money = useMoney();
  const member = useMember();
  const today = useBusinessDate();
  const known = money.data;
  const failed = (money.isError && known === undefined) || (member.isError && member.data === undefined);
  const earned = (text: string | undefined) => text !== undefined && <SignedMoney text={text} />;
  return (
    <section
      id="assets"
      aria-label={t('title')}
      className="rounded-card border border-line bg-[image:var(--asset-gradient)] px-4 pt-4 pb-1 shadow-card"
    >
      <div className="flex items-start justify-between gap-2">
        <a href={hrefTo(figurePath('total', today))} className="press min-w-0 rounded-control">
          <span className="flex flex-wrap items-center gap-x-2 text-body-s text-text-2">
            {t('total')}
            {known && <WalletBadge wallet={known.wallet} />}
          </span>
          <span className="mt-1 block min-h-11 text-display">
            {known ? <MoneyText text={amounts(totalWithPlay(known, currency))} /> : <Skeleton className="h-11 w-48" />}
          </span>
        </a>
        <HideButton />
      </div>
      <InPlay className="inline-flex min-h-6 items-center rounded-control" />
      <div className={`mt-2 ${FIGURES}`}>
        <Figure name={t('today')} to={figurePath('today', today)}>
          {earned(member.data?.today_count)}
        </Figure>
        <Figure name={t('yesterday')} to={figurePath('yesterday', today)}>
          {earned(member.data?.yesterday_count)}
        </Figure>
      </div>
      <Disclosure label={t('parts')} isOpen={isOpen} className="pb-1">
        <div className="hairline-t pt-1">
          <Part name={t('available')} word="available" to={figurePath('available', today)}>
            {known && amounts(known.available)}
          </Part>
          <Part name={t('invested')} to={figurePath('invested', today)}>
            {known && amounts(known.invested)}
          </Part>
          <Part name={t('savings')} to={figurePath('savings', today)}>
            {known && amounts(known.savings)}
          </Part>
          <Part name={t('held')} word="held" to={figurePath('held', today)}>
            {known && amounts(known.held)}
          </Part>
          <Part name={t('openStake')} word="openStake" to={figurePath('openStake', today)}>
            {known && amounts(known.openStake)}
          </Part>
        </div>
        <BalanceLine total={known && totalWithPlay(known, currency)} />
        {/* Old figures stay while newer ones load; their age is shown. */}
        <p className="tnum my-2 min-h-4 text-caption text-text-2">
          {known && states('updatedAt', { time: formatClock(money.dataUpdatedAt) })}
        </p>
      </Disclosure>
      {failed && (
        <PartFailed
          onRetry={() => {
            void money.refetch();
            void member.refetch();
          }}
        />
      )}
    </section>
  );
}

type FigureProps = { name: string; to: AppPath; children: ReactNode };

function Figure({ name, to, children }: FigureProps) {
  return (
    <a href={hrefTo(to)} className="press flex min-h-13 min-w-0 flex-col justify-center rounded-control">
      <span className="text-caption text-text-2">{name}</span>
      <span className={cx('tnum text-body-s font-bold', !children && 'block')}>
        {children || <Skeleton className="h-5 w-20" />}
      </span>
    </a>
  );
}

/** One part of the total, on a line of its own: five parts make no grid. */
function Part({ name, word, to, children }: FigureProps & { word?: Word }) {
  const id = useId();
  return (
    <div className="relative flex min-h-8 items-center justify-between gap-x-4">
      {/* A word that can be pressed stands beside the link, not in it. */}
      <span id={`${id}-name`} className={cx('text-body-s text-text-2', word !== undefined && 'relative z-1')}>
        {word === undefined ? name : <Term word={word}>{name}</Term>}
      </span>
      <a
        href={hrefTo(to)}
        id={id}
        aria-labelledby={`${id}-name ${id}`}
        className="tnum rounded-control text-body-s font-bold after:absolute after:inset-0 after:rounded-control"
      >
        {children || <Skeleton className="h-5 w-20" />}
      </a>
    </div>
  );
}

function HideButton() {
  const t = useTranslations('common.actions');
  const { amountsHidden } = useDisplay();
  const Icon = amountsHidden ? EyeOff : Eye;
  return (
    <IconButton
      label={amountsHidden ? t('showAmounts') : t('hideAmounts')}
      aria-pressed={amountsHidden}
      onClick={() => changeDisplay({ amountsHidden: !amountsHidden })}
      className="-me-2 -mt-2"
    >
      <Icon aria-hidden="true" className="size-5.5" strokeWidth={1.75} />
    </IconButton>
  );
}
