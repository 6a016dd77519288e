import { resetPractice } from '@candor/contract/calls/wallet';
import { newKey } from '@candor/api-client/new-key';
import { isOutcomeUnknown } from '@candor/api-client/api-error';
import { Button } from '@candor/ui/button.tsx';
import { Dialog } from '@candor/ui/modal.tsx';
import { showToast } from '@candor/ui/toast.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { formatMoney } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { useOnline } from '../../lib/online.ts';
import { messageOf } from '../api/message-of.ts';
import { call } from '../api/request.ts';
import { queryKeys } from '../queries/query-keys.ts';
import { useSite } from '../session/site.ts';

/** What every practice wallet starts with. */
export const PRACTICE_START = '100000.00';

type PracticeResetDialogProps = { open: boolean; onClose: () => void };

/**
 * Resets the practice money, after a question. One key serves one intent: if the outcome is unknown, pressing again
 * asks the server about the same reset and does not start another one. It is asked where the money is missing, so that
 * nobody has to leave a ticket for it.
 */
export function PracticeResetDialog({ open, onClose }: PracticeResetDialogProps) {
  const t = useTranslations('common.practice');
  const actions = useTranslations('common.actions');
  const states = useTranslations('common.states');
  const language = useLanguage();
  const { symbol } = useSite().currency;
  const [key, setKey] = useState(newKey);
  const reset = useResetPractice();
  const online = useOnline();
  const finish = () => {
    setKey(newKey());
    reset.reset();
    onClose();
  };
  const close = () => {
    if (!reset.isPending) finish();
  };
  const unknown = reset.isError && isOutcomeUnknown(reset.error);
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t('ask')}
      dismissible={!reset.isPending}
      actions={
        <>
          <Button variant="secondary" size="medium" disabled={reset.isPending} onClick={close}>
            {actions('cancel')}
          </Button>
          <Button
            size="medium"
            loading={reset.isPending}
            loadingText={actions('submitting')}
            disabled={!online}
            onClick={() =>
              reset.mutate(key, {
                onSuccess: () => {
                  finish();
                  showToast(t('done'), 'success');
                },
              })
            }
          >
            {unknown ? t('check') : t('confirm')}
          </Button>
        </>
      }
    >
      <p>{t('text', { amount: formatMoney(PRACTICE_START, { symbol }) })}</p>
      {!online && (
        <p role="status" className="mt-3 text-warn">
          {states('offlineAction')}
        </p>
      )}
      {reset.isError && (
        <p role="alert" className="mt-3 text-danger">
          {unknown ? states('unknownOutcome') : messageOf(reset.error, language)}
        </p>
      )}
    </Dialog>
  );
}

/** The same key again asks about the same reset. */
function useResetPractice() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (idempotencyKey: string) => call(resetPractice, { body: {}, idempotencyKey }),
    onSuccess: (money) => {
      cache.setQueryData(queryKeys.money(money.wallet), money);
      void cache.invalidateQueries({ queryKey: queryKeys.moneyAll });
      void cache.invalidateQueries({ queryKey: ['transfers'] });
    },
  });
}
