/*
 * The member's figures. Each links to the transfers behind it. A call that failed shows "--" and a retry button;
 * nothing else on the page waits for it.
 */

import { useId } from 'react';
import type { ReactNode } from 'react';
import { IconButton } from '@candor/ui/icon-button.tsx';
import { MoneyText } from '@candor/ui/money-text.tsx';
import { Skeleton } from '@candor/ui/skeleton.tsx';
import { Button } from '@candor/ui/button.tsx';
import { ChevronRight, Eye, EyeOff } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { SignedMoney, useAmounts } from '../../services/session/amounts.tsx';
import { UNKNOWN_FIGURE } from '../../lib/format.ts';
import { hrefTo } from '../../lib/location.ts';
import { useOnline } from '../../lib/online.ts';
import { paths } from '../../lib/paths.ts';
import type { AppPath } from '../../lib/paths.ts';
import { changeDisplay, useDisplay } from '../../lib/preferences.ts';
import { formatClock } from '../../lib/time.ts';
import { totalWithPlay } from '../../services/assets/assets-total.ts';
import { InPlay } from '../../services/assets/in-play.tsx';
import { figurePath } from '../../services/filters/figure-paths.ts';
import { useBusinessDate } from '../../services/filters/business-date.ts';
import { useMember, useMoney } from '../../services/queries/shared-queries.ts';
import { useSite } from '../../services/session/site.ts';
import { WalletBadge } from '../../services/session/wallet-badge.tsx';

/** @param wide on a desktop: with the parts of the total, and which money it is, which elsewhere the bar says */
export function BalanceBlock({ wide = false }: { wide?: boolean }) {
  const t = useTranslations('home.assets');
  const common = useTranslations('common');
  const { currency, mode } = useSite();
  const online = useOnline();
  const money = useMoney();
  const member = useMember();
  const amounts = useAmounts();
  const today = useBusinessDate();
  const id = useId();
  const failed = (money.isError && !money.data) || (member.isError && !member.data);
  const age = money.data && (!online || money.isError) ? formatClock(money.dataUpdatedAt) : null;

  return (
    <section aria-label={t('label')} className="min-w-0">
      <div className="flex min-h-5 items-center gap-2">
        <h2 id={`${id}-total`} className="text-caption text-text-2">
          {t('total')}
        </h2>
        <EyeButton />
        {wide && mode === 'practice' && <WalletBadge wallet="practice" />}
      </div>
      <div className="flex items-center gap-1">
        <a
          href={hrefTo(figurePath('total', today))}
          aria-labelledby={`${id}-total ${id}-sum`}
          className="press min-w-0 rounded-control text-display"
        >
          <span id={`${id}-sum`}>
            <Figure ready={!money.isPending} className="h-10 w-48">
              <MoneyText text={money.data ? amounts(totalWithPlay(money.data, currency)) : UNKNOWN_FIGURE} />
            </Figure>
          </span>
        </a>
        <a
          href={hrefTo(paths.account('assets'))}
          aria-label={t('details')}
          className="press -ms-2 -my-1 inline-flex size-11 shrink-0 items-center justify-center rounded-full text-text-3 hover:text-text-1"
        >
          <ChevronRight aria-hidden="true" className="size-5" />
        </a>
      </div>
      {/* In one line: what is in play is known later, and must not push the rest of the page down. */}
      <div className="flex min-h-6 flex-wrap items-center gap-x-4">
        <a
          href={hrefTo(figurePath('today', today))}
          className="press -my-2 inline-flex flex-wrap items-center gap-x-2 rounded-control py-2 text-body-s text-text-2"
        >
          {t('today')}
          <Figure ready={!member.isPending} className="h-4 w-20">
            {member.data ? <SignedMoney text={member.data.today_count} className="font-bold" /> : UNKNOWN_FIGURE}
          </Figure>
        </a>
        {/* The narrowest phones have no room for it; the account says it too. */}
        <InPlay className="-my-2 inline-flex items-center rounded-control py-2 max-s:hidden" />
      </div>
      {wide && (
        <div className="mt-2 flex flex-wrap gap-x-6 gap-y-1">
          <Entry label={t('available')} to={figurePath('available', today)} ready={!money.isPending}>
            {money.data ? amounts(money.data.available) : UNKNOWN_FIGURE}
          </Entry>
          <Entry label={t('invested')} to={figurePath('allInvested', today)} ready={!member.isPending}>
            {member.data ? amounts(member.data.invest_count) : UNKNOWN_FIGURE}
          </Entry>
          <Entry label={t('yesterday')} to={figurePath('yesterday', today)} ready={!member.isPending}>
            {member.data ? <SignedMoney text={member.data.yesterday_count} /> : UNKNOWN_FIGURE}
          </Entry>
        </div>
      )}
      {age !== null && (
        <p className="tnum mt-2 text-caption text-text-2">{common('states.updatedAt', { time: age })}</p>
      )}
      {failed && (
        <Button
          size="small"
          variant="secondary"
          className="mt-2"
          onClick={() => {
            void money.refetch();
            void member.refetch();
          }}
        >
          {t('retry')}
        </Button>
      )}
    </section>
  );
}

/** It reaches over the lines around it: the line of the label is lower than a finger. */
function EyeButton() {
  const t = useTranslations('common.actions');
  const { amountsHidden } = useDisplay();
  const Icon = amountsHidden ? EyeOff : Eye;
  return (
    <IconButton
      label={t(amountsHidden ? 'showAmounts' : 'hideAmounts')}
      aria-pressed={amountsHidden}
      onClick={() => changeDisplay({ amountsHidden: !amountsHidden })}
      className="-mx-3 -my-3"
    >
      <Icon aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
    </IconButton>
  );
}

type EntryProps = { label: string; to: AppPath; ready: boolean; children: ReactNode };

function Entry({ label, to, ready, children }: EntryProps) {
  return (
    <a href={hrefTo(to)} className="press flex min-h-11 flex-col justify-center rounded-control">
      <span className="text-caption text-text-2">{label}</span>
      <span className="tnum min-h-5 text-body-s font-bold whitespace-nowrap">
        <Figure ready={ready} className="h-4 w-16">
          {children}
        </Figure>
      </span>
    </a>
  );
}

function Figure({ ready, className, children }: { ready: boolean; className: string; children: ReactNode }) {
  return ready ? children : <Skeleton className={className} />;
}
