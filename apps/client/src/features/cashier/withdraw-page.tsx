/* 提现: what may be withdrawn, or the one reason why nothing may; with `?withdrawal=` the course of one that was asked for. */

import { ACTION_ICONS } from '@candor/ui/action-icons';
import { IconButton } from '@candor/ui/icon-button.tsx';
import { Folded } from '@candor/ui/folded.tsx';
import { NavBar } from '@candor/ui/nav-bar.tsx';
import { Columns, Page } from '@candor/ui/page.tsx';
import { Skeleton } from '@candor/ui/skeleton.tsx';
import { Ban, ChevronRight, Clock, CreditCard, ShieldCheck } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { restrictionMessage } from '@candor/contract/restriction-texts';
import { buttonClass } from '@candor/ui/button.tsx';
import { EmptyState } from '@candor/ui/states.tsx';
import { goBack, hrefTo, navigate, useAddress } from '../../lib/location.ts';
import { useIsDesktop, useIsSmall } from '../../lib/media.ts';
import { paths } from '../../lib/paths.ts';
import { LoadFailed, Loading } from '../../services/queries/query-states.tsx';
import {
  useRecentWithdrawals,
  useResumedCalls,
  useWithdrawal,
  useWithdrawalTerms,
  useWithdrawalWaits,
} from './cashier-queries.ts';
import { Moment, PracticeNotice, WithdrawalStatusChip } from './cashier-words.tsx';
import { WithdrawalDetail } from './withdrawal-detail.tsx';
import { WithdrawalForm } from './withdrawal-form.tsx';
import { UNKNOWN_FIGURE } from '../../lib/format.ts';
import type { WithdrawalTermsView, WithdrawalView } from '@candor/contract/cashier';
import { formatDateTime } from '../../lib/time.ts';
import { useAmounts } from '../../services/session/amounts.tsx';
import { CancelWithdrawal } from './cancel-withdrawal.tsx';
import { useErrorText } from '../../lib/i18n.tsx';
import type { AppPath } from '../../lib/paths.ts';

export function WithdrawPage() {
  const titles = useTranslations('common.titles');
  const t = useTranslations('cashier');
  const { params } = useAddress();
  const id = params.get('withdrawal');
  useResumedCalls();
  return (
    <Page
      columns
      bar={
        <NavBar
          title={id === null ? titles('withdraw') : t('withdrawal.title')}
          onBack={() => goBack(id === null ? paths.account() : paths.withdraw())}
          actions={
            <IconButton label={titles('withdrawRecords')} onClick={() => navigate(paths.withdrawRecords())}>
              <ACTION_ICONS.records aria-hidden="true" className="size-5.5" strokeWidth={1.75} />
            </IconButton>
          }
        />
      }
    >
      {id === null ? <NewWithdrawal amount={params.get('amount') ?? ''} /> : <Followed key={id} id={id} />}
    </Page>
  );
}

function NewWithdrawal({ amount }: { amount: string }) {
  const isWide = useIsDesktop();
  const query = useWithdrawalTerms();
  const recent = useRecentWithdrawals();
  // Withdrawals that run stand above the form, and would push it down under the finger.
  if (query.data === undefined || recent.isLoading) return <Waiting query={query} />;
  const terms = query.data;
  const blocker = terms.blockers[0];
  return (
    <Columns
      isWide={isWide}
      // Held sideways, the amount and its button are in view beside what runs already.
      isSideBySide
      before={
        <>
          <Notice />
          <OpenWithdrawals withdrawals={recent.data ?? []} />
        </>
      }
      after={<WithdrawalWaits />}
    >
      {blocker === undefined ? (
        <WithdrawalForm
          terms={terms}
          amount={amount}
          last={recent.data?.find(({ status }) => status === 'approved')?.amount ?? null}
        />
      ) : (
        <>
          <WithdrawalBlocker blocker={blocker} terms={terms} />
          {(blocker === 'IDENTITY_NOT_VERIFIED' || blocker === 'BANK_CARD_REQUIRED') && (
            <Needed blockers={terms.blockers} />
          )}
        </>
      )}
    </Columns>
  );
}

function Notice() {
  const t = useTranslations('cashier.practice');
  return <PracticeNotice>{t('withdraw')}</PracticeNotice>;
}

function Followed({ id }: { id: string }) {
  const query = useWithdrawal(id);
  return query.data === undefined ? (
    <Waiting query={query} />
  ) : (
    <div className="flex flex-col gap-4">
      <Notice />
      <WithdrawalDetail withdrawal={query.data} />
    </div>
  );
}

function Waiting({ query }: { query: { isError: boolean; error: unknown; refetch: () => unknown } }) {
  const isWide = useIsDesktop();
  const retry = () => void query.refetch();
  return query.isError ? (
    <LoadFailed error={query.error} onRetry={retry} />
  ) : (
    <Loading onRetry={retry}>
      <Columns isWide={isWide} before={<Notice />}>
        <Skeleton className="h-20 rounded-card" />
        <Skeleton className="h-24" />
        <Skeleton className="h-32 rounded-card" />
        <Skeleton className="h-14" />
      </Columns>
    </Loading>
  );
}

/** How long withdrawals of everybody take here. The figures are public, the slow ones among them too. */
function WithdrawalWaits() {
  const t = useTranslations('cashier.waits');
  const { data } = useWithdrawalWaits();
  const words = useDurationWords();
  const figures = [
    { key: 'median', value: words(data?.medianMinutes ?? null) },
    { key: 'longest', value: words(data?.longestMinutes ?? null) },
    { key: 'waiting', value: data === undefined ? UNKNOWN_FIGURE : String(data.waiting) },
    { key: 'oldest', value: words(data?.longestWaitingMinutes ?? null) },
  ] as const;
  return (
    <section aria-labelledby="waits" className="rounded-card border border-line bg-surface-1 p-4 shadow-card">
      <h2 id="waits" className="text-body-s font-bold">
        {t('title')}
      </h2>
      <dl className="mt-3 grid grid-cols-2 gap-x-4 gap-y-3">
        {figures.map(({ key, value }) => (
          <div key={key} className="min-w-0">
            <dt className="text-caption text-text-3">{t(key)}</dt>
            <dd className="tnum text-body font-bold">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-caption text-text-3">{t('note')}</p>
      <a
        href={hrefTo(paths.withdrawRecords())}
        className="mt-1 inline-flex min-h-11 items-center text-body-s text-link"
      >
        {t('records')}
      </a>
    </section>
  );
}

/** 75 → "1小时15分钟"; "--" while nothing is known. */
function useDurationWords(): (minutes: number | null) => string {
  const units = useTranslations('common.units');
  return (minutes) => {
    if (minutes === null) return UNKNOWN_FIGURE;
    if (minutes < 60) return units('minutes', { count: minutes });
    const rest = minutes % 60;
    const hours = units('hours', { count: Math.floor(minutes / 60) });
    return rest === 0 ? hours : `${hours} ${units('minutes', { count: rest })}`;
  };
}

/** Withdrawals on their way, each with its cancel while that is allowed. */
function OpenWithdrawals({ withdrawals }: { withdrawals: readonly WithdrawalView[] }) {
  const t = useTranslations('cashier.withdrawal');
  const amounts = useAmounts();
  const isSmall = useIsSmall();
  const open = withdrawals.filter(isOpen);
  if (open.length === 0) return null;
  const heading = (
    <h2 id="open-withdrawals" className="text-body-s font-bold">
      {t('open', { count: open.length })}
    </h2>
  );
  const list = (
    <ul className="mt-2 flex flex-col gap-2">
      {open.map((withdrawal) => (
        <li key={withdrawal.id} className="rounded-card border border-line bg-surface-1 shadow-card">
          <a
            href={hrefTo(paths.withdrawal(withdrawal.id))}
            className="flex min-h-16 items-center gap-3 rounded-card px-4 py-2 -outline-offset-2 hover:bg-surface-2"
          >
            <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3 gap-y-1">
              <span className="min-w-0">
                <span className="tnum block text-body font-bold">{amounts(withdrawal.amount)}</span>
                <span className="tnum block text-caption text-text-3">{formatDateTime(withdrawal.createdAt)}</span>
              </span>
              <WithdrawalStatusChip withdrawal={withdrawal} />
            </span>
            <ChevronRight aria-hidden="true" className="size-4.5 shrink-0 text-text-3" />
          </a>
          {withdrawal.canCancel && <CancelWithdrawal withdrawal={withdrawal} />}
        </li>
      ))}
    </ul>
  );
  return (
    <section aria-labelledby="open-withdrawals">
      {isSmall ? (
        <Folded heading={heading}>{list}</Folded>
      ) : (
        <>
          {heading}
          {list}
        </>
      )}
    </section>
  );
}

function isOpen({ status, payout }: WithdrawalView): boolean {
  return (
    status === 'pending' ||
    status === 'reviewing' ||
    (status === 'approved' && (payout === 'none' || payout === 'sent'))
  );
}

type Blocker = WithdrawalTermsView['blockers'][number];

const REPAIRS: Record<
  Blocker,
  { Icon: typeof Ban; path: () => AppPath; step: 'contact' | 'verify' | 'bind' | 'wait' }
> = {
  ACCOUNT_FROZEN: { Icon: Ban, path: () => paths.webview(), step: 'contact' },
  WITHDRAWAL_FORBIDDEN: { Icon: Ban, path: () => paths.webview(), step: 'contact' },
  IDENTITY_NOT_VERIFIED: { Icon: ShieldCheck, path: () => paths.verification(), step: 'verify' },
  BANK_CARD_REQUIRED: { Icon: CreditCard, path: () => paths.addBank(), step: 'bind' },
  WITHDRAWAL_PAUSED: { Icon: Clock, path: () => paths.webview(), step: 'wait' },
};

/** All that a first withdrawal needs, so that nothing comes as a surprise after the first step. */
function Needed({ blockers }: Pick<WithdrawalTermsView, 'blockers'>) {
  const t = useTranslations('cashier.blockers.needed');
  const missing = (['IDENTITY_NOT_VERIFIED', 'BANK_CARD_REQUIRED'] as const).filter((each) => blockers.includes(each));
  return (
    <section aria-labelledby="needed" className="rounded-card border border-line bg-surface-1 p-4 shadow-card">
      <h2 id="needed" className="text-body-s font-bold">
        {t('title')}
      </h2>
      <ul className="mt-2 list-disc ps-4 text-body-s text-text-2">
        {missing.map((each) => (
          <li key={each}>{t(each)}</li>
        ))}
        <li>{t('password')}</li>
      </ul>
    </section>
  );
}

/** Why nothing can be withdrawn now, and the one step that mends it: better than a form that cannot be sent. */
function WithdrawalBlocker({
  blocker,
  terms: { forbiddenReason, pausedUntil },
}: {
  blocker: Blocker;
  terms: Pick<WithdrawalTermsView, 'forbiddenReason' | 'pausedUntil'>;
}) {
  const t = useTranslations('cashier.blockers');
  const say = useErrorText();
  const reason = blocker === 'WITHDRAWAL_FORBIDDEN' ? forbiddenReason : null;
  const { Icon, path, step } = REPAIRS[blocker];
  return (
    <div className="rounded-card border border-line bg-surface-1 shadow-card">
      <EmptyState
        icon={<Icon aria-hidden="true" strokeWidth={1.5} />}
        title={t(`${blocker}.title`)}
        action={
          <a href={hrefTo(path())} className={buttonClass(step === 'wait' ? 'secondary' : 'primary', 'medium')}>
            {t(`steps.${step}`)}
          </a>
        }
      >
        {reason === null ? t(`${blocker}.text`) : say(restrictionMessage('withdrawal', reason).params.because)}
        {blocker === 'WITHDRAWAL_PAUSED' && pausedUntil !== null && (
          <span className="mt-1 block font-bold text-text-1">
            {t('until')} <Moment at={pausedUntil} />
          </span>
        )}
      </EmptyState>
    </div>
  );
}
