/* Everything that is needed to decide about one withdrawal, and to pay it. */

import { listOperatorWithdrawals } from '@candor/contract/calls/console/cashier';
import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { OperatorWithdrawal } from '@candor/contract/console-cashier';
import { useMessageOf } from '../../lib/i18n.tsx';
import { ActBar } from '../../services/cashier/act-bar.tsx';
import { ChangedNotice } from '../../services/cashier/changed-notice.tsx';
import { BlockNotice } from '../../services/cashier/block-mark.tsx';
import { Copied } from '../../services/cashier/copied.tsx';
import { MemberLink } from '../../services/cashier/member-link.tsx';
import { PanelSection } from '../../services/cashier/panel-section.tsx';
import { AccountNumber } from '../../services/cashier/bank-card.tsx';
import { useBankName } from '../../services/cashier/bank-name.ts';
import { useReasonWords } from '../../services/reason/reason-words.ts';
import { StateBadge } from '../../services/cashier/state-badge.tsx';
import { StatementsLink } from '../../services/cashier/statements-link.tsx';
import { StepList } from '../../services/cashier/step-list.tsx';
import type { Review } from '../../services/cashier/use-review.ts';
import { Checks, namesFit, useMemberChecks } from '../../services/member/checks.tsx';
import type { Check } from '../../services/member/checks.tsx';
import { MemberContext } from '../../services/member/member-context.tsx';
import { MomentText } from '../../services/moments/moments.tsx';
import { useMoneyText } from '../../services/queue/amount.tsx';
import { useOperator } from '../../services/operator/operator.tsx';
import { Facts } from '../../services/queue/facts.tsx';
import { isOver, stopsOf } from './withdrawal-state.ts';
import { nextPayouts } from './payout-steps.ts';
import { readWithdrawal } from './read-withdrawal.ts';
import type { WithdrawalForm } from './withdrawal-dialog.tsx';

type WithdrawalPanelProps = {
  withdrawal: OperatorWithdrawal;
  review: Review<OperatorWithdrawal, WithdrawalForm>;
  mayReview: boolean;
  mayPay: boolean;
};

export function WithdrawalPanel({ withdrawal, review, mayReview, mayPay }: WithdrawalPanelProps) {
  const t = useTranslations('cashier');
  const moneyText = useMoneyText();
  const bankName = useBankName();
  const { id: operatorId } = useOperator();
  const { id, version, amount, fee, credited, status, payout, member, takenBy, lockedAt } = withdrawal;
  const opened = useQuery({
    queryKey: ['queue', listOperatorWithdrawals.path, 'opened', id, version],
    queryFn: async ({ signal }) => await readWithdrawal(id, signal),
    enabled: mayReview && withdrawal.balance === null,
    staleTime: Infinity,
    // The card's number stays no longer than the panel.
    gcTime: 0,
  });
  const whole = withdrawal.balance === null ? opened.data : withdrawal;
  return (
    <Stack gap="md">
      <ChangedNotice item={withdrawal} />
      <div>
        <Group justify="space-between" align="center">
          <Text fz="1.75rem" lh={1.2} fw={650} className="figures">
            {moneyText(amount)}
          </Text>
          <Group gap="xs">
            <StateBadge state={status} />
            {status === 'approved' && <StateBadge state={payout} />}
          </Group>
        </Group>
        <Text c="dimmed">
          <MemberLink member={member} />
          {takenBy !== null && ` · ${t('with', { name: takenBy.username })}`}
        </Text>
      </div>
      <BlockNotice block={isOver(withdrawal) ? null : withdrawal.block} member={member} stops={stopsOf(withdrawal)} />
      <FourEyes withdrawal={withdrawal} operatorId={operatorId} />
      <ReturnWaits withdrawal={withdrawal} operatorId={operatorId} />
      {!isOver(withdrawal) && <WithdrawalChecks withdrawal={withdrawal} whole={whole} />}
      <PanelSection title={t('amounts')}>
        <Facts
          facts={[
            [t('amount'), moneyText(amount)],
            [t('withdrawals.fee'), moneyText(fee)],
            [t('withdrawals.arrives'), <strong key="arrives">{moneyText(credited)}</strong>],
            ...(lockedAt === null
              ? []
              : [[t('withdrawals.lockedAt'), <MomentText key="locked" at={lockedAt} />] as const]),
          ]}
        />
      </PanelSection>
      <PanelSection title={t('withdrawals.balance')}>
        {mayReview ? <Balance opened={opened} whole={whole} /> : <Text c="dimmed">{t('withdrawals.closed')}</Text>}
      </PanelSection>
      <PanelSection title={t('withdrawals.payee')}>
        {whole?.payeeWithheld === 'halted' && <Text c="red">{t('withdrawals.withheld')}</Text>}
        <Facts facts={payeeFacts()} />
      </PanelSection>
      <PanelSection title={t('steps')}>
        <StepList steps={withdrawal.steps} />
      </PanelSection>
      <StatementsLink id={id} />
      <MemberContext id={member.id} openId={id} />
      {mayReview && <ActBar item={withdrawal} review={review} isStopped={withdrawal.block !== null} />}
      {mayPay && <PayoutBar withdrawal={withdrawal} review={review} operatorId={operatorId} />}
    </Stack>
  );

  function payeeFacts() {
    const { card, payoutRef, sentBy } = withdrawal;
    const payee = whole?.payee ?? null;
    const [holder, number] = [t('withdrawals.holder'), t('withdrawals.number')];
    return [
      [t('withdrawals.bank'), bankName(card.bank)] as const,
      [holder, payee === null ? card.holder : <Copied key="holder" value={payee.holder} name={holder} />] as const,
      [
        number,
        payee === null ? (
          <AccountNumber key="number" number={card.number} />
        ) : (
          <Copied key="number" value={payee.number} shown={<AccountNumber number={payee.number} />} name={number} />
        ),
      ] as const,
      ...(payoutRef === null
        ? []
        : [[t('payoutRef'), <Copied key="ref" value={payoutRef} name={t('payoutRef')} />] as const]),
      ...(sentBy === null ? [] : [[t('payouts.sentBy'), sentBy.username] as const]),
    ];
  }
}

/** Whether the card is the member's, what is left afterwards, and what speaks against the member. */
function WithdrawalChecks({
  withdrawal,
  whole,
}: {
  withdrawal: OperatorWithdrawal;
  whole: OperatorWithdrawal | undefined;
}) {
  const t = useTranslations('work.checks');
  const moneyText = useMoneyText();
  const { member, checks } = useMemberChecks(withdrawal.member.id, 'withdrawals', withdrawal.id);
  if (member === undefined) return null;
  const [name, holder] = [member.realName, whole?.payee?.holder ?? withdrawal.card.holder];
  const after = whole?.balance?.after;
  const own: Check[] = [
    name === null
      ? { name: 'holder', verdict: 'open', text: t('noName') }
      : namesFit(name, holder)
        ? { name: 'holder', verdict: 'good', text: t('holderFits', { name: holder }) }
        : { name: 'holder', verdict: 'differs', text: t('holderDiffers', { holder, name }) },
    ...(after === undefined
      ? []
      : [
          {
            name: 'after',
            verdict: after.startsWith('-') ? ('differs' as const) : ('good' as const),
            text: t('balanceAfter', { amount: moneyText(after) }),
          },
        ]),
  ];
  return <Checks checks={[...own, ...checks]} />;
}

/** The member's money before the withdrawal is decided, and after. */
function Balance({
  opened,
  whole,
}: {
  opened: { error: unknown; refetch: () => Promise<unknown> };
  whole: OperatorWithdrawal | undefined;
}) {
  const t = useTranslations('cashier.withdrawals');
  const common = useTranslations('common.states');
  const messageOf = useMessageOf();
  const moneyText = useMoneyText();
  const balance = whole?.balance ?? null;
  if (balance !== null)
    return (
      <Facts
        facts={[
          [t('total'), moneyText(balance.total)],
          [t('held'), moneyText(balance.held)],
          [t('available'), moneyText(balance.available)],
          [t('after'), moneyText(balance.after)],
        ]}
      />
    );
  if (opened.error === null) return <Skeleton height={96} radius="md" aria-label={common('loading')} role="status" />;
  return (
    <Alert color="red" role="alert">
      <Stack gap="xs" align="start">
        {messageOf(opened.error)}
        <Button size="compact-sm" variant="default" onClick={() => void opened.refetch()}>
          {common('retry')}
        </Button>
      </Stack>
    </Alert>
  );
}

/** How far the two approvals have come. */
function FourEyes({ withdrawal, operatorId }: { withdrawal: OperatorWithdrawal; operatorId: string }) {
  const t = useTranslations('cashier.withdrawals');
  const { status, firstBy, secondBy } = withdrawal;
  if (status === 'seconding' && firstBy !== null)
    return (
      <Alert color="var(--candor-tone-wait)">
        {firstBy.id === operatorId ? t('firstByYou') : t('firstBy', { name: firstBy.username })}
      </Alert>
    );
  if (status === 'approved' && firstBy !== null && secondBy !== null)
    return <Text c="dimmed">{t('approvedBy', { first: firstBy.username, second: secondBy.username })}</Text>;
  return null;
}

/** A return that one operator proposed, and who may approve it. */
function ReturnWaits({ withdrawal, operatorId }: { withdrawal: OperatorWithdrawal; operatorId: string }) {
  const t = useTranslations('cashier.payouts.waits');
  const reasonText = useReasonWords();
  const { payout, returnBy, reason, note } = withdrawal;
  if (payout !== 'returning') return null;
  const { because } = nextPayouts(withdrawal, operatorId);
  return (
    <Alert color="var(--candor-tone-wait)" title={t('title', { name: returnBy?.username ?? '' })}>
      {reason !== null && <Text className="wrap-anywhere">{reasonText(reason, note)}</Text>}
      <Text>{t(because ?? 'text')}</Text>
    </Alert>
  );
}

function PayoutBar({
  withdrawal,
  review,
  operatorId,
}: {
  withdrawal: OperatorWithdrawal;
  review: Review<OperatorWithdrawal, WithdrawalForm>;
  operatorId: string;
}) {
  const t = useTranslations('cashier.payouts');
  const { open } = nextPayouts(withdrawal, operatorId);
  if (open.length === 0) return null;
  const isOwn = withdrawal.returnBy?.id === operatorId;
  return (
    <div className="panel-actions">
      <Group justify="end" gap="sm">
        {open.toReversed().map((step) => (
          <Button
            key={step}
            {...(step === 'returning' || step === 'kept' ? { variant: 'outline', color: 'red.8' } : {})}
            onClick={() => review.openForm(step, withdrawal)}
          >
            {t(`do.${step === 'kept' && isOwn ? 'keptOwn' : step}`)}
          </Button>
        ))}
      </Group>
    </div>
  );
}
