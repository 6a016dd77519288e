/* What an operator may do with a proposal: its maker withdraws it, another one approves or rejects it. The server decides again. */

import type { ReactNode } from 'react';
import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslations } from 'use-intl';
import { call } from '../api/request.ts';
import { useMay, useOperator } from '../operator/operator.tsx';
import { KeyOf } from '../queue/key-of.tsx';
import { DecisionForm } from '../queue/decision-form.tsx';
import type { Decision } from '../queue/decision-form.tsx';
import { useProposalsChanged } from './proposal-kind.ts';
import type { ProposalKind, ProposalRow } from './proposal-kind.ts';

/** One act on a proposal, and everything that its button and its dialog say. */
export type ProposalAct<Row> = {
  readonly send: (id: string, reason: string, idempotencyKey: string) => Promise<unknown>;
  readonly name: string;
  readonly title: string;
  readonly done: (row: Row) => string;
  /** The key that begins it. */
  readonly letter?: 'A' | 'R';
  readonly isSafe?: boolean;
  readonly isReasonOptional?: boolean;
  readonly reasons?: readonly string[];
};

/** Words of a kind, where its acts have others. */
export type ActWords<Row> = {
  /** What is said when one was approved. */
  readonly approved?: string;
  readonly rejectReasons?: readonly string[];
  /** An act of this kind alone, once a proposal is decided. */
  readonly later?: ProposalAct<Row> & { readonly permission: string; readonly isOpen: (row: Row) => boolean };
};

export function useProposalActs<Row extends ProposalRow>(
  { calls: { decide, withdraw: takeBack } }: ProposalKind<Row>,
  nameOf: (row: Row) => string,
  { approved, rejectReasons, later }: ActWords<Row>,
): (row: Row) => readonly ProposalAct<Row>[] {
  const t = useTranslations('proposals');
  const may = useMay();
  const { id } = useOperator();
  const approve: ProposalAct<Row> = {
    send: async (id, reason, idempotencyKey) =>
      await call(decide, { params: { id }, body: { approve: true, reason }, idempotencyKey }),
    name: t('approve'),
    title: t('approveTitle'),
    done: (row) => approved ?? t('approved', { subject: nameOf(row) }),
    letter: 'A',
    isSafe: true,
    isReasonOptional: true,
  };
  const reject: ProposalAct<Row> = {
    send: async (id, reason, idempotencyKey) =>
      await call(decide, { params: { id }, body: { approve: false, reason }, idempotencyKey }),
    name: t('reject'),
    title: t('rejectTitle'),
    done: (row) => t('rejected', { subject: nameOf(row) }),
    letter: 'R',
    reasons: rejectReasons ?? [t('reasons.unclear'), t('reasons.wrong')],
  };
  const withdraw: ProposalAct<Row> = {
    send: async (id, _, idempotencyKey) => await call(takeBack, { params: { id }, body: {}, idempotencyKey }),
    name: t('withdraw'),
    title: t('withdrawTitle'),
    done: (row) => t('withdrawn', { subject: nameOf(row) }),
    isReasonOptional: true,
  };
  return (row) => {
    if (row.member?.id === id) return [];
    if (row.status !== 'proposed') return later?.isOpen(row) === true && may(later.permission) ? [later] : [];
    if (row.maker.id === id) return may(takeBack.permission) ? [withdraw] : [];
    return may(decide.permission) ? [reject, approve] : [];
  };
}

/** The acts that are open. They stay in sight at the foot of the panel. */
export function ActButtons<Row>({
  acts,
  onAct,
}: {
  acts: readonly ProposalAct<Row>[];
  onAct: (act: ProposalAct<Row>) => void;
}) {
  if (acts.length === 0) return null;
  return (
    <div className="panel-actions">
      <Group gap="sm" justify="end">
        {acts.map((act) => (
          <Button
            key={act.name}
            onClick={() => onAct(act)}
            {...(act.isSafe === true ? {} : { variant: 'outline', color: 'red.8' })}
            rightSection={act.letter === undefined ? null : <KeyOf letter={act.letter} />}
          >
            {act.name}
          </Button>
        ))}
      </Group>
    </div>
  );
}

type DecideProposalProps<Row extends ProposalRow> = {
  readonly kind: ProposalKind<Row>;
  readonly row: Row;
  readonly act: ProposalAct<Row>;
  /** An amount that must be typed to confirm. */
  readonly amount: string | undefined;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** The dialog of an act. */
export function DecideProposal<Row extends ProposalRow>({
  kind,
  row,
  act,
  amount,
  ...props
}: DecideProposalProps<Row>) {
  const refresh = useProposalsChanged(kind);
  const submit = async ({ reason, key }: Decision) => {
    try {
      await act.send(row.id, reason, key);
      notifications.show({ message: act.done(row), color: 'teal', role: 'status' });
    } finally {
      // Also after a refusal: somebody else may have decided.
      await refresh();
    }
  };
  return (
    <DecisionForm
      {...props}
      title={act.title}
      submit={act.name}
      isDangerous={act.isSafe !== true}
      isReasonOptional={act.isReasonOptional === true}
      reasons={act.reasons ?? []}
      {...(amount === undefined ? {} : { amount })}
      onSubmit={submit}
    />
  );
}
