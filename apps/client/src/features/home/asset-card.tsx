/* The member's figures. A call that failed shows "--" and a way to try again; nothing else on the page waits for it. */

import type { ReactNode } from 'react';
import { IconButton } from '@candor/ui/icon-button.tsx';
import { MoneyText } from '@candor/ui/money-text.tsx';
import { Skeleton } from '@candor/ui/skeleton.tsx';
import { Button } from '@candor/ui/button.tsx';
import { ChevronRight, Eye, EyeOff, FlaskConical } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { SignedMoney, useAmounts } from '../../services/session/amounts.tsx';
import { UNKNOWN_FIGURE } from '../../lib/format.ts';
import { hrefTo } from '../../lib/location.ts';
import { useDeviceOnline } from '../../lib/media.ts';
import { paths } from '../../lib/paths.ts';
import { changeDisplay, useDisplay } from '../../lib/preferences.ts';
import { formatClock } from '../../lib/time.ts';
import { useMember, useMoney } from '../../services/queries/shared-queries.ts';
import { useSite } from '../../services/session/site.ts';

export function AssetCard() {
  const t = useTranslations('home.assets');
  const common = useTranslations('common');
  const { mode } = useSite();
  const { amountsHidden } = useDisplay();
  const online = useDeviceOnline();
  const money = useMoney();
  const member = useMember();
  const amounts = useAmounts();
  const failed = (money.isError && !money.data) || (member.isError && !member.data);
  const age = money.data && (!online || money.isError) ? formatClock(money.dataUpdatedAt) : null;

  return (
    <section
      aria-label={t('label')}
      className="relative rounded-asset border border-line bg-[image:var(--asset-gradient)] p-5 shadow-card"
    >
      <div className="flex items-center gap-1">
        <h2 className="min-w-0 text-body-s text-text-2">{t('total')}</h2>
        <IconButton
          label={common(amountsHidden ? 'actions.showAmounts' : 'actions.hideAmounts')}
          aria-pressed={amountsHidden}
          onClick={() => changeDisplay({ amountsHidden: !amountsHidden })}
          className="relative z-10 -my-2"
        >
          {amountsHidden ? (
            <EyeOff aria-hidden="true" className="size-5" strokeWidth={1.75} />
          ) : (
            <Eye aria-hidden="true" className="size-5" strokeWidth={1.75} />
          )}
        </IconButton>
        {mode === 'practice' && (
          <span className="ms-auto inline-flex min-h-6 items-center gap-1 rounded-chip bg-accent-tint px-2 text-caption font-semibold text-accent">
            <FlaskConical aria-hidden="true" className="size-3.5" />
            {t('practice')}
          </span>
        )}
      </div>
      <a
        href={hrefTo(paths.account('assets'))}
        className="mt-1 flex items-center justify-between gap-2 after:absolute after:inset-0 after:rounded-asset"
      >
        <div className="min-w-0 text-title-1 s:text-display">
          <Figure ready={!money.isPending} className="h-11 w-52">
            <MoneyText text={money.data ? amounts(money.data.usermoney) : UNKNOWN_FIGURE} />
          </Figure>
        </div>
        <span className="sr-only">{t('details')}</span>
        <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-text-3" />
      </a>
      <div className="mt-1 flex min-h-5 items-center gap-2 text-body-s text-text-2">
        <span>{t('today')}</span>
        <Figure ready={!member.isPending} className="h-4 w-20">
          {member.data ? <SignedMoney text={member.data.today_count} className="font-semibold" /> : UNKNOWN_FIGURE}
        </Figure>
      </div>
      <dl className="mt-4 flex flex-wrap justify-between gap-x-4 gap-y-3">
        <Entry label={t('available')} ready={!money.isPending}>
          {money.data ? amounts(money.data.available) : UNKNOWN_FIGURE}
        </Entry>
        <Entry label={t('invested')} ready={!member.isPending}>
          {member.data ? amounts(member.data.invest_count) : UNKNOWN_FIGURE}
        </Entry>
        <Entry label={t('yesterday')} ready={!member.isPending}>
          {member.data ? <SignedMoney text={member.data.yesterday_count} /> : UNKNOWN_FIGURE}
        </Entry>
      </dl>
      {age !== null && (
        <p className="tnum mt-3 text-caption text-text-2">{common('states.updatedAt', { time: age })}</p>
      )}
      {failed && (
        <Button
          size="small"
          variant="secondary"
          className="relative z-10 mt-3"
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

function Entry({ label, ready, children }: { label: string; ready: boolean; children: ReactNode }) {
  return (
    <div className="min-w-[27%]">
      <dt className="text-caption text-text-2">{label}</dt>
      <dd className="tnum mt-0.5 min-h-5 text-caption whitespace-nowrap font-semibold s:text-body-s">
        <Figure ready={ready} className="h-4 w-16">
          {children}
        </Figure>
      </dd>
    </div>
  );
}

function Figure({ ready, className, children }: { ready: boolean; className: string; children: ReactNode }) {
  return ready ? children : <Skeleton className={className} />;
}
