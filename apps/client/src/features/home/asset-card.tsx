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

export function AssetCard() {
  const t = useTranslations('home.assets');
  const common = useTranslations('common');
  const { currency, mode } = useSite();
  const { amountsHidden } = useDisplay();
  const online = useOnline();
  const money = useMoney();
  const member = useMember();
  const amounts = useAmounts();
  const today = useBusinessDate();
  const id = useId();
  const failed = (money.isError && !money.data) || (member.isError && !member.data);
  const age = money.data && (!online || money.isError) ? formatClock(money.dataUpdatedAt) : null;

  return (
    <section
      aria-label={t('label')}
      className="rounded-card border border-line bg-[image:var(--asset-gradient)] p-4 shadow-card small:px-4 small:py-2 sideways:p-4"
    >
      <div className="flex flex-wrap items-center gap-x-1 gap-y-3 sideways:gap-x-0">
        <h2 id={`${id}-total`} className="text-body-s text-text-2">
          {t('total')}
        </h2>
        <IconButton
          label={common(amountsHidden ? 'actions.showAmounts' : 'actions.hideAmounts')}
          aria-pressed={amountsHidden}
          onClick={() => changeDisplay({ amountsHidden: !amountsHidden })}
          // Large letters need the air around it for the chip, whose own line would push what a newcomer is to press out of sight.
          className="-mx-2 -my-2"
        >
          {amountsHidden ? (
            <EyeOff aria-hidden="true" className="size-5" strokeWidth={1.75} />
          ) : (
            <Eye aria-hidden="true" className="size-5" strokeWidth={1.75} />
          )}
        </IconButton>
        {mode === 'practice' && (
          <span className="ms-auto">
            <WalletBadge wallet="practice" />
          </span>
        )}
      </div>
      <div className="mt-1 flex items-center justify-between gap-2">
        <a
          href={hrefTo(figurePath('total', today))}
          aria-labelledby={`${id}-total ${id}-sum`}
          // Beside the shortcuts of a low window the figure has half the width.
          className="press min-w-0 rounded-control text-title-1 s:text-display sideways:max-l:text-title-1!"
        >
          <span id={`${id}-sum`}>
            <Figure ready={!money.isPending} className="h-8 w-52 s:h-11 sideways:max-l:h-8 sideways:max-l:w-40">
              <MoneyText text={money.data ? amounts(totalWithPlay(money.data, currency)) : UNKNOWN_FIGURE} />
            </Figure>
          </span>
        </a>
        <a
          href={hrefTo(paths.account('assets'))}
          aria-label={t('details')}
          className="press -me-3 inline-flex size-11 shrink-0 items-center justify-center rounded-full text-text-3 hover:text-text-1"
        >
          <ChevronRight aria-hidden="true" className="size-5" />
        </a>
      </div>
      {/* In one line: what is in play is known later, and must not push the rest of the page down. */}
      <div className="flex flex-wrap items-center gap-x-4">
        <a
          href={hrefTo(figurePath('today', today))}
          className="press inline-flex min-h-11 flex-wrap items-center gap-x-2 rounded-control text-body-s text-text-2"
        >
          {t('today')}
          <Figure ready={!member.isPending} className="h-4 w-20">
            {member.data ? <SignedMoney text={member.data.today_count} className="font-bold" /> : UNKNOWN_FIGURE}
          </Figure>
        </a>
        <InPlay className="inline-flex min-h-11 items-center rounded-control" />
      </div>
      <div className="mt-1 flex flex-wrap justify-between gap-x-4 gap-y-1">
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
      {age !== null && (
        <p className="tnum mt-3 text-caption text-text-2">{common('states.updatedAt', { time: age })}</p>
      )}
      {failed && (
        <Button
          size="small"
          variant="secondary"
          className="mt-3"
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

type EntryProps = { label: string; to: AppPath; ready: boolean; children: ReactNode };

function Entry({ label, to, ready, children }: EntryProps) {
  return (
    <a
      href={hrefTo(to)}
      className="press flex min-h-11 min-w-[27%] flex-col s:min-w-[max(27%,5rem)] justify-center rounded-control"
    >
      <span className="text-caption text-text-2">{label}</span>
      <span className="tnum mt-1 min-h-5 text-caption whitespace-nowrap font-bold s:text-body-s">
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
