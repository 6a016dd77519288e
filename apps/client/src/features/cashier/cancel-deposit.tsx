import { cancelDeposit } from '@candor/contract/calls/cashier';
import { useState } from 'react';
import type { DepositView } from '@candor/contract/cashier';
import { Button } from '@candor/ui/button.tsx';
import { useTranslations } from 'use-intl';
import { call } from '../../services/api/request.ts';
import { AskFirst } from './ask-first.tsx';
import { useTakeAnswer } from './cashier-queries.ts';
import { useKeptCall } from '../../services/calls/use-kept-call.ts';
import { cashierIntents } from './kept-calls.ts';

/** Takes a deposit back, after a question: whoever has paid already must not. */
export function CancelDeposit({ deposit }: { deposit: DepositView }) {
  const t = useTranslations('cashier.cancel');
  const [isAsked, setIsAsked] = useState(false);
  const take = useTakeAnswer();
  const { run, isChecking } = useKeptCall(cashierIntents);
  if (deposit.status !== 'recharging' && deposit.status !== 'pending') return null;
  return (
    <>
      <Button variant="destructive-text" size="small" block onClick={() => setIsAsked(true)}>
        {t('deposit')}
      </Button>
      <AskFirst
        open={isAsked}
        title={t('askDeposit')}
        text={deposit.kind === 'practice' ? t('practiceText') : t('depositText')}
        confirm={t('deposit')}
        isChecking={isChecking}
        onClose={() => setIsAsked(false)}
        onConfirm={async () => {
          take.deposit(
            await run({ call: 'cancelDeposit', id: deposit.id, body: {} }, (idempotencyKey) =>
              call(cancelDeposit, { params: { id: deposit.id }, idempotencyKey }),
            ),
          );
        }}
      />
    </>
  );
}
