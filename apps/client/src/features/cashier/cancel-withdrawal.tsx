import { cancelWithdrawal } from '@candor/contract/calls/cashier';
import { useState } from 'react';
import type { WithdrawalView } from '@candor/contract/cashier';
import { Button } from '@candor/ui/button.tsx';
import { useTranslations } from 'use-intl';
import { call } from '../../services/api/request.ts';
import { useAmounts } from '../../services/session/amounts.tsx';
import { AskFirst } from './ask-first.tsx';
import { useTakeAnswer } from './cashier-queries.ts';
import { useKeptCall } from '../../services/calls/use-kept-call.ts';
import { cashierIntents } from './kept-calls.ts';

/** Takes a withdrawal back, after a question; what was held is free again at once. */
export function CancelWithdrawal({ withdrawal }: { withdrawal: WithdrawalView }) {
  const t = useTranslations('cashier.cancel');
  const amounts = useAmounts();
  const [isAsked, setIsAsked] = useState(false);
  const take = useTakeAnswer();
  const { run, isChecking } = useKeptCall(cashierIntents);
  return (
    <>
      <Button variant="destructive-text" size="small" block onClick={() => setIsAsked(true)}>
        {t('withdrawal')}
      </Button>
      <AskFirst
        open={isAsked}
        title={t('askWithdrawal')}
        text={t('withdrawalText', { amount: amounts(withdrawal.amount) })}
        confirm={t('withdrawal')}
        isChecking={isChecking}
        onClose={() => setIsAsked(false)}
        onConfirm={async () => {
          take.withdrawal(
            await run({ call: 'cancelWithdrawal', id: withdrawal.id, body: {} }, (idempotencyKey) =>
              call(cancelWithdrawal, { params: { id: withdrawal.id }, idempotencyKey }),
            ),
          );
        }}
      />
    </>
  );
}
