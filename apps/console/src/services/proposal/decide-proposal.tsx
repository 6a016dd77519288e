import type { ReactNode } from 'react';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { Schema } from '@candor/api-client/api';
import { api } from '../api/request.ts';
import { DecisionForm } from '../queue/decision-form.tsx';
import type { Decision } from '../queue/decision-form.tsx';
import type { ProposalAct } from './act-buttons.tsx';

const REASONS = { approve: [], reject: ['unclear', 'wrong'], withdraw: [] } as const;

type DecideProposalProps = {
  readonly act: ProposalAct;
  readonly paths: { readonly decision: string; readonly withdraw: string };
  readonly schema: Schema<unknown>;
  /** Keys of the queries that a decision makes old. */
  readonly stale: readonly (readonly unknown[])[];
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** Approves, rejects or withdraws a proposal. */
export function DecideProposal({ act, paths, schema, stale, onClose, children }: DecideProposalProps) {
  const t = useTranslations('terms.changes');
  const client = useQueryClient();
  const refresh = async () =>
    await Promise.all([...stale, ['counters']].map(async (queryKey) => await client.invalidateQueries({ queryKey })));
  const submit = async ({ reason, key }: Decision) => {
    const options = { idempotencyKey: key };
    try {
      if (act === 'withdraw') await api.post(paths.withdraw, {}, schema, options);
      else await api.post(paths.decision, { approve: act === 'approve', reason }, schema, options);
      notifications.show({ message: t(act === 'approve' ? 'approved' : 'decided'), color: 'teal', role: 'status' });
    } finally {
      // Also after a refusal: somebody else may have decided.
      await refresh();
    }
  };
  return (
    <DecisionForm
      title={t(`${act}Title`)}
      submit={t(act)}
      isDangerous={act !== 'approve'}
      isReasonOptional={act !== 'reject'}
      reasons={REASONS[act].map((name) => t(`reasons.${name}`))}
      onSubmit={submit}
      onClose={onClose}
    >
      {children}
    </DecisionForm>
  );
}
