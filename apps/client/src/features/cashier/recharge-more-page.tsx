/* 更多充值: services that take the payment themselves. `?channel=` is one of them. */

import type { DepositChannel, DepositView } from '@candor/contract/cashier';
import { buttonClass } from '@candor/ui/button.tsx';
import { NavBar } from '@candor/ui/nav-bar.tsx';
import { NoticeCard } from '@candor/ui/notice-card.tsx';
import { Page } from '@candor/ui/page.tsx';
import { Skeleton } from '@candor/ui/skeleton.tsx';
import { EmptyState } from '@candor/ui/states.tsx';
import { Smartphone } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { goBack, hrefTo, navigate, useAddress } from '../../lib/location.ts';
import { useLanguage } from '../../lib/language.ts';
import { paths } from '../../lib/paths.ts';
import { LoadFailed, Loading } from '../../services/queries/query-states.tsx';
import { useAmounts } from '../../services/session/amounts.tsx';
import { useChannels, useDeposits, useOpenDeposits, useResumedCalls } from './cashier-queries.ts';
import { KindIcon, PracticeNotice } from './cashier-words.tsx';
import { DepositForm } from './deposit-form.tsx';
import { channelsOf } from './deposit-rules.ts';
import { OpenDeposits } from './open-deposits.tsx';
import { NO_FILTER } from './records-filter.ts';

export function RechargeMorePage() {
  const titles = useTranslations('common.titles');
  const { params } = useAddress();
  useResumedCalls();
  return (
    <Page
      bar={<NavBar title={titles('rechargeMore')} onBack={() => goBack(paths.recharge())} />}
      className="flex flex-col gap-4"
    >
      <PracticeNotice />
      <Channels code={params.get('channel')} amount={params.get('amount') ?? ''} />
    </Page>
  );
}

function Channels({ code, amount }: { code: string | null; amount: string }) {
  const t = useTranslations('cashier');
  const language = useLanguage();
  const query = useChannels();
  const open = useOpenDeposits();
  const lastUsed = useLastUsed();
  if (query.data === undefined) {
    return query.isError ? (
      <LoadFailed error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <Loading onRetry={() => void query.refetch()}>
        <div className="grid grid-cols-[repeat(auto-fill,minmax(min(15rem,100%),1fr))] gap-3">
          {[1, 2, 3, 4].map((index) => (
            <Skeleton key={index} className="h-32 rounded-card" />
          ))}
        </div>
      </Loading>
    );
  }
  const channels = channelsOf('other', query.data.items).toSorted(
    (a, b) => Number(b.code === lastUsed) - Number(a.code === lastUsed) || a.arrivalMinutes - b.arrivalMinutes,
  );
  const chosen = channels.find((channel) => channel.code === code);
  if (channels.length === 0) {
    return (
      <EmptyState
        icon={<Smartphone aria-hidden="true" strokeWidth={1.5} />}
        title={t('more.none')}
        action={
          <a href={hrefTo(paths.recharge('bank'))} className={buttonClass('primary', 'medium')}>
            {t('more.useBank')}
          </a>
        }
      />
    );
  }
  if (chosen === undefined) {
    return (
      <>
        {code !== null && <NoticeCard tone="warn">{t('more.closed')}</NoticeCard>}
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(15rem,100%),1fr))] gap-3">
          {channels.map((channel) => (
            <li key={channel.code}>
              <ChannelTile channel={channel} isLast={channel.code === lastUsed} />
            </li>
          ))}
        </ul>
      </>
    );
  }
  return (
    <>
      <OpenDeposits deposits={(open.data ?? []).filter(({ kind }) => kind === 'online')} />
      <h2 className="flex items-center gap-3 text-title-2">
        <KindIcon kind="online" />
        {chosen.names[language]}
      </h2>
      <DepositForm
        key={chosen.code}
        channel={chosen}
        amount={amount}
        submit={t('more.go')}
        // Back from the deposit leads to the list, not to a form that was sent.
        onMade={(deposit: DepositView) => navigate(paths.deposit(deposit.id), { replace: true })}
      />
    </>
  );
}

/** The channel of the member's newest online deposit. */
function useLastUsed(): string | undefined {
  return useDeposits({ ...NO_FILTER, kind: 'online' }).data?.pages[0]?.items[0]?.channel;
}

function ChannelTile({ channel, isLast }: { channel: DepositChannel; isLast: boolean }) {
  const t = useTranslations('cashier');
  const language = useLanguage();
  const amounts = useAmounts();
  return (
    <a
      href={hrefTo(paths.rechargeMore(channel.code))}
      className="press flex h-full flex-col gap-2 rounded-card border border-line bg-surface-1 p-4 shadow-card hover:bg-surface-2"
    >
      <span className="flex items-center gap-3">
        <KindIcon kind={channel.kind} />
        <span className="min-w-0 flex-1 text-body font-bold">{channel.names[language]}</span>
      </span>
      <span className="tnum text-caption text-text-2">
        {t('limits', { min: amounts(channel.min), max: amounts(channel.max) })}
      </span>
      <span className="text-caption text-text-3">
        {t('free')} ·{' '}
        {channel.arrivalMinutes === 0 ? t('arrivesSoon') : t('arrivesIn', { minutes: channel.arrivalMinutes })}
        {isLast && ` · ${t('more.last')}`}
      </span>
    </a>
  );
}
