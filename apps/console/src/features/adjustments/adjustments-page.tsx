/* Money added or deducted by hand: proposals wait here for another operator. */

import { useState } from 'react';
import { Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { ADJUSTMENT_STATUSES, adjustmentsView, adjustmentView } from '@candor/contract/console-members';
import type { AdjustmentView } from '@candor/contract/console-members';
import { CONSOLE_PATHS } from '@candor/contract/console-paths';
import { reasonText } from '@candor/contract/reason-texts';
import { formatMoney as amountText, money, parseMoney } from '@candor/domain/money';
import { useLanguage } from '../../lib/language.ts';
import { replaceQuery, useAddress } from '../../lib/location.ts';
import { api } from '../../services/api/request.ts';
import { useMay, useOperator, useSiteCurrency } from '../../services/operator/operator.tsx';
import { MemberContext } from '../../services/member/member-context.tsx';
import { Amount } from '../../services/queue/amount.tsx';
import { DecisionForm } from '../../services/queue/decision-form.tsx';
import type { Decision } from '../../services/queue/decision-form.tsx';
import { Facts } from '../../services/queue/facts.tsx';
import { QueuePage } from '../../services/queue/queue-page.tsx';
import { RowButton } from '../../services/queue/row-button.tsx';
import { StatusBadge } from '../../services/queue/status-badge.tsx';
import { useReasonWords } from '../../services/reason/reason-words.ts';
import { ProposeForm } from './propose-form.tsx';
import { MomentText, useMomentText } from '../../services/moments/moments.tsx';

type Act = 'approve' | 'reject' | 'withdraw';
type Deciding = { row: AdjustmentView; act: Act };

export function AdjustmentsPage() {
  const t = useTranslations('adjustments');
  const { params } = useAddress();
  const mayActs = useActs();
  const reasonWords = useReasonWords();
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  const begin = (act: Act) => (row: AdjustmentView) => {
    if (mayActs(row).includes(act)) setDeciding({ row, act });
  };
  const proposedFor = params.get('new');
  return (
    <>
      <QueuePage<AdjustmentView>
        title={t('title')}
        path={CONSOLE_PATHS.adjustments}
        schema={adjustmentsView}
        versionOf={({ status }) => ADJUSTMENT_STATUSES.indexOf(status)}
        areKeysOff={deciding !== null || proposedFor !== null}
        filters={[
          {
            name: 'status',
            label: t('state'),
            choices: ADJUSTMENT_STATUSES.map((status) => ({ value: status, label: t(`stateOf.${status}`) })),
          },
          { name: 'member', label: t('member'), width: 220 },
        ]}
        columns={[
          {
            name: 'member',
            title: t('member'),
            isFrozen: true,
            cell: ({ member }) => <RowButton>{member.username}</RowButton>,
          },
          { name: 'kind', title: t('kind'), cell: ({ kind }) => t(`kindOf.${kind}`) },
          {
            name: 'amount',
            title: t('amount'),
            isNumber: true,
            cell: (row) => <Amount text={signedAmount(row)} signed />,
          },
          {
            name: 'reason',
            title: t('reason'),
            cell: ({ reason, note }) => (
              <Text truncate maw={260} title={reasonWords(reason, note)}>
                {reasonWords(reason, note)}
              </Text>
            ),
          },
          { name: 'maker', title: t('maker'), cell: ({ maker }) => maker.username },
          { name: 'status', title: t('state'), cell: ({ status }) => <Status status={status} /> },
          {
            name: 'createdAt',
            title: t('createdAt'),
            cell: ({ createdAt }) => <MomentText at={createdAt} />,
          },
        ]}
        idOf={({ id }) => id}
        panelTitle={(row) => (
          <Group gap="sm">
            <Text fw={650} fz="lg">
              {t(`kindOf.${row.kind}`)} <Amount text={row.amount} />
            </Text>
            <Status status={row.status} />
          </Group>
        )}
        panel={(row) => <Panel row={row} acts={mayActs(row)} onAct={(act) => setDeciding({ row, act })} />}
        onApprove={begin('approve')}
        onReject={begin('reject')}
        empty={{ title: t('empty'), hint: t('emptyHint') }}
      />
      {deciding !== null && <Decide {...deciding} onClose={() => setDeciding(null)} />}
      {proposedFor !== null && (
        <ProposeForm
          memberId={proposedFor}
          member={params.get('member') ?? proposedFor}
          onClose={() => replaceQuery({ new: null })}
        />
      )}
    </>
  );
}

function signedAmount({ kind, amount }: AdjustmentView): string {
  return kind === 'add' ? amount : `-${amount}`;
}

/** What this operator may do with a proposal. The server decides again. */
function useActs(): (row: AdjustmentView) => Act[] {
  const may = useMay();
  const { id } = useOperator();
  return ({ status, maker, member }) => {
    if (status !== 'proposed' || member.id === id) return [];
    if (maker.id === id) return may('ledger:adjustment:make') ? ['withdraw'] : [];
    return may('ledger:adjustment:check') ? ['approve', 'reject'] : [];
  };
}

function Status({ status }: Pick<AdjustmentView, 'status'>) {
  const t = useTranslations('adjustments.stateOf');
  const tone = ({ proposed: 'wait', approved: 'good', rejected: 'bad', withdrawn: 'quiet' } as const)[status];
  return <StatusBadge tone={tone}>{t(status)}</StatusBadge>;
}

function Panel({ row, acts, onAct }: { row: AdjustmentView; acts: readonly Act[]; onAct: (act: Act) => void }) {
  const t = useTranslations('adjustments');
  const reasonWords = useReasonWords();
  const { id } = useOperator();
  const after = useAfter(row);
  const moment = useMomentText();
  return (
    <Stack gap="lg">
      <Facts
        facts={[
          [t('member'), `${row.member.username} (${row.member.id})`],
          [t('amount'), <Amount key="amount" text={signedAmount(row)} signed />],
          [t('reason'), reasonWords(row.reason)],
          [t('memberReads'), <MemberReads key="reads" row={row} />],
          [t('note'), row.note],
          [t('maker'), row.maker.username],
          [t('createdAt'), moment(row.createdAt)],
          ...(row.status === 'proposed'
            ? ([
                [t('before'), <Amount key="before" text={row.available} />],
                [t('after'), <Amount key="after" text={after} />],
              ] as const)
            : ([
                [t('checker'), row.checker?.username ?? '—'],
                [t('decidedAt'), row.decidedAt === null ? '—' : moment(row.decidedAt)],
                [t('decision'), row.decisionNote ?? '—'],
              ] as const)),
        ]}
      />
      {row.status === 'proposed' && row.maker.id === id && <Text c="dimmed">{t('own')}</Text>}
      {acts.length > 0 && (
        <Group gap="sm">
          {acts.map((act) => (
            <Button
              key={act}
              onClick={() => onAct(act)}
              variant={act === 'approve' ? 'filled' : 'outline'}
              color={act === 'approve' ? 'accent' : 'red.9'}
            >
              {t(act)}
            </Button>
          ))}
        </Group>
      )}
      <MemberContext id={row.member.id} />
    </Stack>
  );
}

/** What the member would have free afterwards. */
function useAfter({ available, amount, kind }: AdjustmentView): string {
  const currency = useSiteCurrency();
  const [now, change] = [parseMoney(available, currency), parseMoney(amount, currency)];
  if (!now.ok || !change.ok) return available;
  return amountText(money(kind === 'add' ? now.value + change.value : now.value - change.value), currency);
}

/** What the statement will say, in the member's language. */
function MemberReads({ row: { kind, reason, member } }: { row: AdjustmentView }) {
  const own = useLanguage();
  const language = member.language ?? own;
  const subject = kind === 'add' ? 'adjustmentAdd' : 'adjustmentDeduct';
  return <span lang={language}>{reasonText(subject, reason, language)}</span>;
}

const REASONS = {
  approve: [],
  reject: ['unclear', 'wrong'],
  withdraw: [],
} as const;

function Decide({ row, act, onClose }: Deciding & { onClose: () => void }) {
  const t = useTranslations('adjustments');
  const reasonWords = useReasonWords();
  const client = useQueryClient();
  const submit = async ({ reason, key }: Decision) => {
    const options = { idempotencyKey: key };
    try {
      if (act === 'withdraw') await api.post(CONSOLE_PATHS.adjustmentWithdraw(row.id), {}, adjustmentView, options);
      else
        await api.post(
          CONSOLE_PATHS.adjustmentDecision(row.id),
          { approve: act === 'approve', reason },
          adjustmentView,
          options,
        );
      notifications.show({ message: t(act === 'approve' ? 'approved' : 'decided'), color: 'teal', role: 'status' });
    } finally {
      // Also after a refusal: somebody else may have decided.
      await Promise.all([
        client.invalidateQueries({ queryKey: ['queue', CONSOLE_PATHS.adjustments] }),
        client.invalidateQueries({ queryKey: ['counters'] }),
      ]);
    }
  };
  return (
    <DecisionForm
      title={t(`${act}Title`, { kind: t(`kindOf.${row.kind}`) })}
      submit={t(act)}
      isDangerous={act !== 'approve'}
      isReasonOptional={act !== 'reject'}
      reasons={REASONS[act].map((name) => t(`reasons.${name}`))}
      {...(act === 'approve' ? { amount: row.amount } : {})}
      onSubmit={submit}
      onClose={onClose}
    >
      <Facts
        facts={[
          [t('member'), row.member.username],
          [t('amount'), <Amount key="amount" text={signedAmount(row)} signed />],
          [t('reason'), reasonWords(row.reason)],
          [t('memberReads'), <MemberReads key="reads" row={row} />],
          [t('note'), row.note],
        ]}
      />
    </DecisionForm>
  );
}
