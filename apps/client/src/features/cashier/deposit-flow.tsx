import type { ReactNode } from 'react';
import type { DepositView } from '@candor/contract/cashier';
import { buttonClass } from '@candor/ui/button.tsx';
import { Card, Columns, StickyAction } from '@candor/ui/page.tsx';
import { MoneyText } from '@candor/ui/money-text.tsx';
import { Skeleton } from '@candor/ui/skeleton.tsx';
import { useTranslations } from 'use-intl';
import { hrefTo } from '../../lib/location.ts';
import { useLanguage } from '../../lib/language.ts';
import { useIsDesktop } from '../../lib/media.ts';
import { paths } from '../../lib/paths.ts';
import { LoadFailed, Loading } from '../../services/queries/query-states.tsx';
import { useAmounts } from '../../services/session/amounts.tsx';
import { CancelDeposit } from './cancel-deposit.tsx';
import { useDeposit, useResumedCalls } from './cashier-queries.ts';
import { assetText, Moment, PracticeNotice } from './cashier-words.tsx';
import { DepositDetail } from './deposit-detail.tsx';
import { trimZeros } from './deposit-rules.ts';
import { PaidForm } from './paid-form.tsx';
import { PayByBank } from './pay-by-bank.tsx';
import { PayByUsdt } from './pay-by-usdt.tsx';
import { PayOnline } from './pay-online.tsx';

/** One deposit: how to pay while it waits for that, then its course, live. */
export function DepositFlow({ id }: { id: string }) {
  const query = useDeposit(id);
  useResumedCalls();
  if (query.data === undefined) {
    return query.isError ? (
      <LoadFailed error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <Loading onRetry={() => void query.refetch()}>
        <div className="flex flex-col gap-4">
          <PracticeNotice />
          <Skeleton className="h-24" />
          <Skeleton className="h-14" />
          <Skeleton className="h-80" />
        </div>
      </Loading>
    );
  }
  const deposit = query.data;
  return deposit.status === 'recharging' ? <Paying deposit={deposit} /> : <Followed deposit={deposit} />;
}

function Paying({ deposit }: { deposit: DepositView }) {
  const t = useTranslations('cashier');
  const isWide = useIsDesktop();
  return (
    <Columns
      isWide={isWide}
      before={
        <>
          <PracticeNotice />
          <ToPay deposit={deposit} />
        </>
      }
      after={
        <>
          <CancelDeposit deposit={deposit} />
          <p className="text-center text-caption text-text-3">{t('deposit.expires')}</p>
          <p className="-mt-3 text-center text-caption text-text-3">
            <Moment at={deposit.expiresAt} />
          </p>
        </>
      }
    >
      <Instructions deposit={deposit} />
    </Columns>
  );
}

function ToPay({ deposit }: { deposit: DepositView }) {
  const t = useTranslations('cashier.deposit');
  const language = useLanguage();
  const amounts = useAmounts();
  const isOther = deposit.kind === 'usdt';
  return (
    <Card className="text-center">
      <p className="text-body-s text-text-2">
        {deposit.names[language]} · {t('toPay')}
      </p>
      <p className="mt-1 text-display">
        {isOther ? (
          assetText(trimZeros(deposit.assetAmount), deposit.asset)
        ) : (
          <MoneyText text={amounts(deposit.amount)} />
        )}
      </p>
      {isOther && (
        <p className="tnum mt-1 text-body-s text-text-2">{t('worth', { amount: amounts(deposit.amount) })}</p>
      )}
    </Card>
  );
}

function Instructions({ deposit }: { deposit: DepositView }): ReactNode {
  switch (deposit.kind) {
    case 'bank':
      return <PayByBank deposit={deposit} />;
    case 'usdt':
      return <PayByUsdt deposit={deposit} />;
    case 'online':
      return <PayOnline deposit={deposit} />;
    case 'practice':
      return <PaidForm deposit={deposit} fields={[]} />;
  }
}

function Followed({ deposit }: { deposit: DepositView }) {
  const t = useTranslations('cashier');
  return (
    <div className="flex flex-col gap-4">
      <PracticeNotice />
      <DepositDetail
        deposit={deposit}
        action={
          <StickyAction>
            <div className="flex flex-wrap gap-3 *:flex-1 *:basis-[6rem]">
              <a href={hrefTo(paths.depositRecords())} className={buttonClass('secondary', 'medium')}>
                {t('records.see')}
              </a>
              <a href={hrefTo(paths.recharge())} className={buttonClass('primary', 'medium')}>
                {t('deposit.another')}
              </a>
            </div>
          </StickyAction>
        }
      />
    </div>
  );
}
