/* 提现: what may be withdrawn, or the one reason why nothing may; with `?withdrawal=` the course of one that was asked for. */

import { IconButton } from '@candor/ui/icon-button.tsx';
import { NavBar } from '@candor/ui/nav-bar.tsx';
import { Page } from '@candor/ui/page.tsx';
import { Skeleton } from '@candor/ui/skeleton.tsx';
import { ScrollText } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { goBack, navigate, useAddress } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { LoadFailed, Loading } from '../../services/queries/query-states.tsx';
import { useRecentWithdrawals, useResumedCalls, useWithdrawal, useWithdrawalTerms } from './cashier-queries.ts';
import { PracticeNotice } from './cashier-words.tsx';
import { OpenWithdrawals } from './open-withdrawals.tsx';
import { WithdrawalBlocker } from './withdrawal-blocker.tsx';
import { WithdrawalDetail } from './withdrawal-detail.tsx';
import { WithdrawalForm } from './withdrawal-form.tsx';
import { WithdrawalWaits } from './withdrawal-waits.tsx';

export function WithdrawPage() {
  const titles = useTranslations('common.titles');
  const t = useTranslations('cashier');
  const { params } = useAddress();
  const id = params.get('withdrawal');
  useResumedCalls();
  return (
    <Page
      bar={
        <NavBar
          title={id === null ? titles('withdraw') : t('withdrawal.title')}
          onBack={() => goBack(id === null ? paths.account() : paths.withdraw())}
          actions={
            <IconButton label={titles('withdrawRecords')} onClick={() => navigate(paths.withdrawRecords())}>
              <ScrollText aria-hidden="true" className="size-5.5" strokeWidth={1.75} />
            </IconButton>
          }
        />
      }
      className="flex flex-col gap-4"
    >
      <PracticeNotice>{t('practice.withdraw')}</PracticeNotice>
      {id === null ? <NewWithdrawal amount={params.get('amount') ?? ''} /> : <Followed key={id} id={id} />}
    </Page>
  );
}

function NewWithdrawal({ amount }: { amount: string }) {
  const query = useWithdrawalTerms();
  const recent = useRecentWithdrawals();
  // Withdrawals that run stand above the form, and would push it down under the finger.
  if (query.data === undefined || recent.isLoading) return <Waiting query={query} />;
  const terms = query.data;
  const blocker = terms.blockers[0];
  return (
    <>
      <OpenWithdrawals withdrawals={recent.data ?? []} />
      {blocker === undefined ? (
        <WithdrawalForm
          terms={terms}
          amount={amount}
          last={recent.data?.find(({ status }) => status === 'approved')?.amount ?? null}
        />
      ) : (
        <WithdrawalBlocker blocker={blocker} terms={terms} />
      )}
      <WithdrawalWaits />
    </>
  );
}

function Followed({ id }: { id: string }) {
  const query = useWithdrawal(id);
  return query.data === undefined ? <Waiting query={query} /> : <WithdrawalDetail withdrawal={query.data} />;
}

function Waiting({ query }: { query: { isError: boolean; error: unknown; refetch: () => unknown } }) {
  const retry = () => void query.refetch();
  return query.isError ? (
    <LoadFailed error={query.error} onRetry={retry} />
  ) : (
    <Loading onRetry={retry}>
      <div className="flex flex-col gap-4">
        <Skeleton className="h-20 rounded-card" />
        <Skeleton className="h-40 rounded-card" />
        <Skeleton className="h-14" />
      </div>
    </Loading>
  );
}
