/* Money added or deducted by hand: proposals wait here for another operator. */

import { Text } from '@mantine/core';
import { ClipboardList } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { AdjustmentView } from '@candor/contract/console-members';
import { reasonText } from '@candor/contract/reason-texts';
import { formatMoney, money, parseMoney } from '@candor/domain/money';
import { useLanguage } from '../../lib/language.ts';
import { useSiteCurrency } from '../../services/operator/operator.tsx';
import { Comparison } from '../../services/proposal/comparison.tsx';
import { ADJUSTMENTS } from '../../services/proposal/kinds.ts';
import { ProposalQueue } from '../../services/proposal/proposal-queue.tsx';
import { useProposalWork } from '../../services/proposal/use-proposal-desk.tsx';
import type { ProposalSettings } from '../../services/proposal/use-proposal-desk.tsx';
import type { WorkQueue } from '../../services/work/work-line.ts';
import { Amount, useMoneyText } from '../../services/queue/amount.tsx';
import { useReasonWords } from '../../services/reason/reason-words.ts';
import { ProposeForm } from './propose-form.tsx';

function useAdjustmentProposals(): ProposalSettings<AdjustmentView> {
  const t = useTranslations('adjustments');
  const unclear = useTranslations('proposals.reasons')('unclear');
  const reasonWords = useReasonWords();
  return {
    kind: ADJUSTMENTS,
    emptyHint: t('emptyHint'),
    columns: [
      { name: 'kind', title: t('kind'), cell: ({ kind }) => t(`kindOf.${kind}`) },
      { name: 'amount', title: t('amount'), isNumber: true, cell: (row) => <SignedAmount row={row} /> },
      {
        name: 'reason',
        title: t('reason'),
        isExtra: true,
        cell: ({ reason, note }) => (
          <Text truncate maw={260} title={reasonWords(reason, note)}>
            {reasonWords(reason, note)}
          </Text>
        ),
      },
    ],
    fileColumns: [
      { name: 'kind', title: t('kind'), words: { add: t('kindOf.add'), deduct: t('kindOf.deduct') } },
      { name: 'amount', title: t('amount') },
    ],
    facts: (row) => [
      [t('kind'), t(`kindOf.${row.kind}`)],
      [t('amount'), <SignedAmount key="amount" row={row} />],
      [t('memberReads'), <MemberReads key="reads" row={row} />],
      [t('note'), row.note],
    ],
    change: (row) => row.status === 'proposed' && <Available row={row} />,
    reasonOf: ({ reason }) => reasonWords(reason),
    noteOf: ({ decisionNote }) => decisionNote,
    words: { approved: t('approved'), rejectReasons: [unclear, t('wrongAmount')] },
    amountOf: ({ amount }) => amount,
    form: (member, onClose) => <ProposeForm member={member} onClose={onClose} />,
  };
}

export function AdjustmentsPage() {
  return <ProposalQueue {...useAdjustmentProposals()} />;
}

export function useAdjustmentWork(): WorkQueue {
  return useProposalWork(useAdjustmentProposals(), {
    icon: ClipboardList,
    path: '/adjustments',
    counter: 'adjustments',
  });
}

function SignedAmount({ row: { kind, amount } }: { row: AdjustmentView }) {
  return <Amount text={kind === 'add' ? amount : `-${amount}`} signed />;
}

/** What the member has free, and would have free afterwards. */
function Available({ row: { available, amount, kind } }: { row: AdjustmentView }) {
  const t = useTranslations('adjustments');
  const currency = useSiteCurrency();
  const moneyText = useMoneyText();
  const [now, change] = [parseMoney(available, currency), parseMoney(amount, currency)];
  if (!now.ok || !change.ok) return null;
  const after = formatMoney(money(kind === 'add' ? now.value + change.value : now.value - change.value), currency);
  return <Comparison lines={[{ name: t('available'), before: moneyText(available), after: moneyText(after) }]} />;
}

/** What the statement will say, in the member's language. */
function MemberReads({ row: { kind, reason, member } }: { row: AdjustmentView }) {
  const own = useLanguage();
  const language = member.language ?? own;
  const subject = kind === 'add' ? 'adjustmentAdd' : 'adjustmentDeduct';
  return <span lang={language}>{reasonText(subject, reason, language)}</span>;
}
