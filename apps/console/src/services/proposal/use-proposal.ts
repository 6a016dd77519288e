import { useRef } from 'react';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { ApiError, isNetworkError, isOutcomeUnknown } from '@candor/api-client/api-error';
import type { CallArguments } from '@candor/api-client/call';
import { newKey } from '@candor/api-client/new-key';
import type { BodyOf, Operation } from '@candor/contract/operation';
import { useErrorText } from '../../lib/i18n.tsx';
import { call } from '../api/request.ts';
import { useProposalsChanged } from './proposal-kind.ts';
import type { ProposalKind, ProposalRow } from './proposal-kind.ts';

export type ProposalCall<Row extends ProposalRow, O extends Operation> = {
  readonly kind: ProposalKind<Row>;
  /** The call that proposes. */
  readonly operation: O;
  /** What is said when it went through, instead of that another operator has to check it. */
  readonly done?: string;
  readonly onClose: () => void;
  /** @param field its path in the body, such as "terms.min" */
  readonly setFieldError: (field: string, text: string) => void;
};

/** Sends a proposal. The same one sent again after a lost answer has the same key, so it is made once. */
export function useProposal<Row extends ProposalRow, O extends Operation>({
  kind,
  operation,
  done,
  onClose,
  setFieldError,
}: ProposalCall<Row, O>) {
  const t = useTranslations('proposals');
  const errorText = useErrorText();
  const refresh = useProposalsChanged(kind);
  const lost = useRef({ body: '', key: '' });
  const sending = useMutation({
    mutationFn: async (body: BodyOf<O>) => {
      const text = JSON.stringify(body);
      const key = lost.current.body === text ? lost.current.key : newKey();
      lost.current = { body: text, key };
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a call with this body takes
      await call(operation, ...([{ body, idempotencyKey: key }] as unknown as CallArguments<O>));
    },
    onSuccess: () => {
      notifications.show({ message: done ?? t('submitted'), color: 'teal', role: 'status' });
      onClose();
    },
    onError: (error) => {
      if (isNetworkError(error) || isOutcomeUnknown(error) || !(error instanceof ApiError)) return;
      // Refused: what is sent next is another proposal.
      lost.current = { body: '', key: '' };
      for (const [field, word] of Object.entries(error.fields)) setFieldError(field, errorText(word));
    },
    onSettled: refresh,
  });
  const isAtField = sending.error instanceof ApiError && Object.keys(sending.error.fields).length > 0;
  return {
    send: (body: BodyOf<O>) => sending.mutate(body),
    isSending: sending.isPending,
    /** An error that belongs to no field. */
    error: isAtField ? null : sending.error,
  };
}
