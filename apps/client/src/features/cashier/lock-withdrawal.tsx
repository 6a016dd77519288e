import { lockWithdrawal } from '@candor/contract/calls/cashier';
import type { WithdrawalView } from '@candor/contract/cashier';
import { Button } from '@candor/ui/button.tsx';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../services/api/request.ts';
import { useKeptCall } from '../../services/calls/use-kept-call.ts';
import { useAmounts } from '../../services/session/amounts.tsx';
import { AskFirst } from './ask-first.tsx';
import { useTakeAnswer } from './cashier-queries.ts';
import { cashierIntents } from './kept-calls.ts';

/** Locks a withdrawal after a question: whoever fears to take it back again can no longer do so. */
export function LockWithdrawal({ withdrawal }: { withdrawal: WithdrawalView }) {
  const t = useTranslations('cashier.lock');
  const actions = useTranslations('common.actions');
  const amounts = useAmounts();
  const [isAsked, setIsAsked] = useState(false);
  const take = useTakeAnswer();
  const { run, isChecking } = useKeptCall(cashierIntents);
  return (
    <>
      <Button variant="outline" size="medium" block onClick={() => setIsAsked(true)}>
        {t('action')}
      </Button>
      <AskFirst
        open={isAsked}
        title={t('ask')}
        text={t('text', { amount: amounts(withdrawal.amount) })}
        confirm={t('confirm')}
        keep={actions('cancel')}
        isChecking={isChecking}
        onClose={() => setIsAsked(false)}
        onConfirm={async () => {
          take.withdrawal(
            await run({ call: 'lockWithdrawal', id: withdrawal.id, body: {} }, (idempotencyKey) =>
              call(lockWithdrawal, { params: { id: withdrawal.id }, idempotencyKey }),
            ),
          );
        }}
      />
    </>
  );
}
