import type { WithdrawalView } from '@candor/contract/cashier';
import { buttonClass } from '@candor/ui/button.tsx';
import { cx } from '@candor/ui/cx';
import { Fact, Facts } from '@candor/ui/facts.tsx';
import { MoneyText } from '@candor/ui/money-text.tsx';
import { Card } from '@candor/ui/page.tsx';
import { Timeline } from '@candor/ui/timeline.tsx';
import { useTranslations } from 'use-intl';
import { hrefTo } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import type { AppPath } from '../../lib/paths.ts';
import { useAmounts } from '../../services/session/amounts.tsx';
import { ComplainAbout } from './complain-about.tsx';
import { CancelWithdrawal } from './cancel-withdrawal.tsx';
import { LockWithdrawal } from './lock-withdrawal.tsx';
import { useBankName } from '../../services/banks/bank-name.ts';
import { Moment, Reason, WithdrawalStatusChip } from './cashier-words.tsx';
import { withdrawalSteps } from './course.ts';
import { DetailColumns, FACTS_PLACE } from './detail-columns.tsx';
import { arrivalOf } from './state-words.ts';
import { trimmed } from './deposit-rules.ts';

const ARRIVAL_WORDS = { arrived: 'withdrawal.received', expected: 'withdrawal.receive' } as const;

/** A withdrawal: what arrives, its course with times and reasons, its facts, and the next step. */
export function WithdrawalDetail({ withdrawal }: { withdrawal: WithdrawalView }) {
  const t = useTranslations('cashier');
  const amounts = useAmounts();
  const arrival = arrivalOf(withdrawal);
  return (
    <DetailColumns>
      <Card className="text-center">
        <WithdrawalStatusChip withdrawal={withdrawal} />
        <p className="mt-2 text-display">
          <MoneyText text={amounts(arrival === null ? withdrawal.amount : withdrawal.credited)} />
        </p>
        <p className="mt-1 text-body-s text-text-2">{t(arrival === null ? 'facts.amount' : ARRIVAL_WORDS[arrival])}</p>
      </Card>
      <Course withdrawal={withdrawal} />
      <WithdrawalFacts withdrawal={withdrawal} />
      <NextStep withdrawal={withdrawal} />
      <ComplainAbout withdrawal={withdrawal.id} name={withdrawal.reference} />
    </DetailColumns>
  );
}

function Course({ withdrawal }: { withdrawal: WithdrawalView }) {
  const t = useTranslations('cashier');
  const amounts = useAmounts();
  const noteOf = (key: string) => {
    switch (key) {
      case 'rejected':
        return {
          note: (
            <>
              <Reason of="withdrawalRejected" reason={withdrawal.reason} />
              <span className="block text-text-3">
                {t('withdrawal.released', { amount: amounts(withdrawal.amount) })}
              </span>
            </>
          ),
        };
      case 'cancelled':
        return { note: t('withdrawal.released', { amount: amounts(withdrawal.amount) }) };
      case 'returned':
        return {
          note: (
            <>
              <Reason of="withdrawalReturned" reason={withdrawal.reason} />
              <span className="block text-text-3">
                {t('withdrawal.returned', { amount: amounts(withdrawal.amount) })}
              </span>
            </>
          ),
        };
      case 'toArrive':
        return { note: <ExpectedAt at={withdrawal.expectedAt} /> };
      default:
        return {};
    }
  };
  return (
    <Card>
      <Timeline
        label={t('course.label')}
        items={withdrawalSteps(withdrawal).map(({ key, state, at }) => ({
          key,
          state,
          title: t(`payout.${key}`),
          spoken: t(`course.states.${state}`),
          ...(at === null ? {} : { time: <Moment at={at} /> }),
          ...noteOf(key),
        }))}
      />
    </Card>
  );
}

function ExpectedAt({ at }: { at: string }) {
  const t = useTranslations('cashier.withdrawal');
  return (
    <span className="text-caption text-text-3">
      {t('expected')} <Moment at={at} />
    </span>
  );
}

function WithdrawalFacts({ withdrawal }: { withdrawal: WithdrawalView }) {
  const t = useTranslations('cashier');
  const actions = useTranslations('common.actions');
  const wallet = useTranslations('common.wallet');
  const amounts = useAmounts();
  const bankName = useBankName();
  const { card } = withdrawal;
  const arrival = arrivalOf(withdrawal);
  return (
    <section className={cx('rounded-card border border-line bg-surface-1 px-4 py-1 shadow-card', FACTS_PLACE)}>
      <Facts>
        <Fact name={t('facts.amount')}>{amounts(withdrawal.amount)}</Fact>
        <Fact name={t('fee')}>{amounts(withdrawal.fee)}</Fact>
        {arrival !== null && <Fact name={t(ARRIVAL_WORDS[arrival])}>{amounts(withdrawal.credited)}</Fact>}
        <Fact name={t('facts.wallet')}>{wallet(withdrawal.wallet)}</Fact>
        {card.number !== '' && (
          <Fact name={t('facts.card')}>
            {bankName(card.bank)} <span className="whitespace-nowrap">{card.number}</span>
          </Fact>
        )}
        <Fact
          name={t('facts.reference')}
          copy={{ text: withdrawal.reference, label: `${actions('copy')} ${t('facts.reference')}` }}
        >
          {withdrawal.reference}
        </Fact>
        <Fact name={t('facts.createdAt')}>
          <Moment at={withdrawal.createdAt} />
        </Fact>
        {withdrawal.lockedAt !== null && (
          <Fact name={t('lock.lockedAt')}>
            <Moment at={withdrawal.lockedAt} />
          </Fact>
        )}
      </Facts>
    </section>
  );
}

function NextStep({ withdrawal }: { withdrawal: WithdrawalView }) {
  const t = useTranslations('cashier');
  if (withdrawal.canCancel)
    return (
      <div className="flex flex-col gap-2">
        <LockWithdrawal withdrawal={withdrawal} />
        <CancelWithdrawal withdrawal={withdrawal} />
      </div>
    );
  const hasFailed = withdrawal.status === 'rejected' || withdrawal.payout === 'returned';
  if (!hasFailed && withdrawal.status !== 'cancelled') return null;
  return (
    <div className="flex flex-wrap gap-3 *:flex-1 *:basis-[6rem]">
      <a
        href={hrefTo(hasFailed ? repairOf(withdrawal) : paths.webview())}
        className={buttonClass('secondary', 'medium')}
      >
        {t(hasFailed && repairOf(withdrawal) !== paths.webview() ? 'withdrawal.checkCard' : 'contact')}
      </a>
      <a href={hrefTo(paths.withdraw(trimmed(withdrawal.amount)))} className={buttonClass('outline', 'medium')}>
        {t('withdrawal.resubmit')}
      </a>
    </div>
  );
}

/** Where a rejected withdrawal can be mended. */
function repairOf({ reason, payout }: WithdrawalView): AppPath {
  return reason === 'CARD_WRONG' || reason === 'NAME_DIFFERS' || payout === 'returned' ? paths.bank() : paths.webview();
}
