import type { DepositChannel } from '@candor/contract/cashier';
import { buttonClass } from '@candor/ui/button.tsx';
import { ListGroup, ListRow } from '@candor/ui/list.tsx';
import { Columns } from '@candor/ui/page.tsx';
import { SegmentedControl } from '@candor/ui/segmented-control.tsx';
import { Skeleton } from '@candor/ui/skeleton.tsx';
import { EmptyState } from '@candor/ui/states.tsx';
import { Tabs } from '@candor/ui/tabs.tsx';
import { CreditCard, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { hrefTo, replaceQuery } from '../../lib/location.ts';
import { useLanguage } from '../../lib/language.ts';
import { useIsDesktop } from '../../lib/media.ts';
import { paths } from '../../lib/paths.ts';
import { LoadFailed, Loading } from '../../services/queries/query-states.tsx';
import { useAmounts } from '../../services/session/amounts.tsx';
import { useChannels, useOpenDeposits, useResumedCalls } from './cashier-queries.ts';
import { PracticeNotice } from './cashier-words.tsx';
import { DepositForm } from './deposit-form.tsx';
import { channelsOf, methodsOf } from './deposit-rules.ts';
import { OpenDeposits } from './open-deposits.tsx';
import { RecentDeposits } from './recent-deposits.tsx';

/** Method, amount, and what to know before. What is still open stands on top, so that nobody pays twice. */
export function NewDeposit({ method: asked, amount }: { method: string | null; amount: string | null }) {
  const t = useTranslations('cashier');
  const query = useChannels();
  const open = useOpenDeposits();
  const isWide = useIsDesktop();
  useResumedCalls();
  // Open deposits stand above the form: if they came later, they would push it away under the finger.
  if (query.data === undefined || open.isPending) {
    return query.isError ? (
      <LoadFailed error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <Loading onRetry={() => void query.refetch()}>
        <Columns isWide={isWide} before={<PracticeNotice />}>
          <Skeleton className="h-12" />
          <Skeleton className="h-32" />
          <Skeleton className="h-24 rounded-card" />
          <Skeleton className="h-14" />
        </Columns>
      </Loading>
    );
  }
  const channels = query.data.items;
  const methods = methodsOf(channels);
  const method = methods.find((name) => name === asked) ?? methods[0];
  if (method === undefined) {
    return (
      <EmptyState
        icon={<CreditCard aria-hidden="true" strokeWidth={1.5} />}
        title={t('channels.none')}
        action={
          <a href={hrefTo(paths.webview())} className={buttonClass('secondary', 'medium')}>
            {t('contact')}
          </a>
        }
      >
        {t('channels.noneText')}
      </EmptyState>
    );
  }
  return (
    <Columns
      isWide={isWide}
      // Held sideways, the form stands beside what comes before it: its button is in view only while the form is.
      isSideBySide
      before={
        <>
          <PracticeNotice />
          <OpenDeposits deposits={open.data ?? []} />
        </>
      }
      after={<RecentDeposits />}
    >
      <Tabs
        label={t('methods.label')}
        tabs={methods.map((value) => ({ value, label: t(`methods.${value}`) }))}
        value={method}
        onChange={(chosen) => replaceQuery({ method: chosen, amount: null })}
      >
        <div className="pt-4 small:pt-3 sideways:pt-2">
          {method === 'other' ? (
            <OnlineChannels channels={channelsOf('other', channels)} />
          ) : (
            <ChannelForm key={method} channels={channelsOf(method, channels)} amount={amount ?? ''} />
          )}
        </div>
      </Tabs>
    </Columns>
  );
}

/** The form of the chosen channel; with several (networks), a choice above it. */
function ChannelForm({ channels, amount }: { channels: readonly DepositChannel[]; amount: string }) {
  const t = useTranslations('cashier.usdt');
  const [code, setCode] = useState(channels[0]?.code);
  const channel = channels.find((each) => each.code === code) ?? channels[0];
  if (channel === undefined) return null;
  return (
    <div className="flex flex-col gap-4">
      {channels.length > 1 && (
        <div>
          <p className="mb-2 text-body-s font-medium text-text-2">{t('network')}</p>
          <SegmentedControl
            label={t('network')}
            options={channels.map((each, index) => ({
              value: each.code,
              label: (
                <span>
                  {each.network?.toUpperCase() ?? each.code}
                  {index === 0 && <span className="ms-2 text-caption font-normal">{t('recommended')}</span>}
                </span>
              ),
            }))}
            value={channel.code}
            onChange={setCode}
          />
        </div>
      )}
      <DepositForm key={channel.code} channel={channel} amount={amount} />
    </div>
  );
}

/** Services that take the payment themselves. Each has its own page. */
function OnlineChannels({ channels }: { channels: readonly DepositChannel[] }) {
  const t = useTranslations('cashier');
  const language = useLanguage();
  const amounts = useAmounts();
  return (
    <ListGroup title={t('more.title')}>
      {channels.map(({ code, names, min, max }) => (
        <ListRow
          key={code}
          icon={<Smartphone aria-hidden="true" strokeWidth={1.75} />}
          title={names[language]}
          detail={t('limits', { min: amounts(min), max: amounts(max) })}
          href={hrefTo(paths.rechargeMore(code))}
        />
      ))}
    </ListGroup>
  );
}
