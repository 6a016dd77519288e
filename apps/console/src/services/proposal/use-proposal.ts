import { useRef } from 'react';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { ApiError, isNetworkError, isOutcomeUnknown } from '@candor/api-client/api-error';
import { newKey } from '@candor/api-client/new-key';
import { useErrorText } from '../../lib/i18n.tsx';
import { sendProposal, useProposalsChanged } from './proposal-kind.ts';
import type { ProposalKind, ProposalRow } from './proposal-kind.ts';

export type ProposalCall<Row extends ProposalRow> = {
  readonly kind: ProposalKind<Row>;
  /** Where it is proposed, if not to the queue of its kind. */
  readonly path?: string;
  /** What is said when it went through, instead of that another operator has to check it. */
  readonly done?: string;
  readonly onClose: () => void;
  /** @param field its path in the body, such as "terms.min" */
  readonly setFieldError: (field: string, text: string) => void;
};

/** Sends a proposal. The same one sent again after a lost answer has the same key, so it is made once. */
export function useProposal<Row extends ProposalRow>({ kind, path, done, onClose, setFieldError }: ProposalCall<Row>) {
  const t = useTranslations('proposals');
  const errorText = useErrorText();
  const refresh = useProposalsChanged(kind);
  const lost = useRef({ body: '', key: '' });
  const sending = useMutation({
    mutationFn: async (body: object) => {
      const text = JSON.stringify(body);
      const key = lost.current.body === text ? lost.current.key : newKey();
      lost.current = { body: text, key };
      return await sendProposal(kind, { path, body, key });
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
    send: (body: object) => sending.mutate(body),
    isSending: sending.isPending,
    /** An error that belongs to no field. */
    error: isAtField ? null : sending.error,
  };
}
