import { tellDepositPaid } from '@candor/contract/calls/cashier';
import { useState } from 'react';
import type { DepositPaidBody, DepositView } from '@candor/contract/cashier';
import { Button } from '@candor/ui/button.tsx';
import { TextField } from '@candor/ui/text-field.tsx';
import { StickyAction } from '@candor/ui/page.tsx';
import { useTranslations } from 'use-intl';
import { useOnline } from '../../lib/online.ts';
import { call } from '../../services/api/request.ts';
import { FormMessage } from '../../services/form/form-message.tsx';
import { useContractForm } from '../../services/form/use-contract-form.ts';
import { useChannels, useTakeAnswer } from './cashier-queries.ts';
import { PAID_PLACES, paidErrors, paidRequest } from './paid-rules.ts';
import type { PaidField } from './paid-rules.ts';
import { ProofField } from './proof-field.tsx';
import { useKeptCall } from '../../services/calls/use-kept-call.ts';
import { cashierIntents } from './kept-calls.ts';

type PaidFormProps = { deposit: DepositView; fields: readonly PaidField[]; disabled?: boolean; submit?: string };

/** 我已转账: what helps an operator to find the payment. */
export function PaidForm({ deposit, fields, disabled = false, submit }: PaidFormProps) {
  const t = useTranslations('cashier');
  const states = useTranslations('common.states');
  const online = useOnline();
  const take = useTakeAnswer();
  const { run, isChecking } = useKeptCall(cashierIntents);
  const [proof, setProof] = useState<File | null>(null);
  const [share, setShare] = useState<number | null>(null);
  const channel = useChannels().data?.items.find(({ code }) => code === deposit.channel);
  const proofRequired = channel?.proofRequired ?? false;
  const form = useContractForm<PaidField, DepositPaidBody>({
    id: 'paid',
    places: PAID_PLACES,
    // The picture itself is no text: its name stands for it.
    initial: { txid: '', payer: '', proof: '' },
    request: paidRequest,
    check: (values) => paidErrors(deposit, values, proofRequired && fields.includes('proof')),
    async send(body) {
      const told = { ...(body.txid ? { txid: body.txid } : {}), ...(body.payer ? { payer: body.payer } : {}) };
      setShare(proof === null ? null : 0);
      try {
        const paid = await run({ call: 'paid', id: deposit.id, body: proof === null ? told : null }, (idempotencyKey) =>
          proof === null
            ? call(tellDepositPaid, { params: { id: deposit.id }, body: told, idempotencyKey })
            : call(tellDepositPaid, {
                params: { id: deposit.id },
                body: formOf(told, proof),
                idempotencyKey,
                onProgress: setShare,
              }),
        );
        take.deposit(paid);
      } finally {
        setShare(null);
      }
    },
  });
  return (
    // The form has no box of its own, so its action sticks to the window beside the instructions above too.
    <form noValidate onSubmit={form.submit} className="contents">
      <div className="flex flex-col gap-3">
        {fields.includes('txid') && (
          <TextField
            {...form.field('txid')}
            label={t('usdt.txid')}
            hint={t('usdt.txidHint')}
            placeholder={deposit.network === 'erc20' ? '0x…' : ''}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={80}
          />
        )}
        {fields.includes('payer') && (
          <TextField
            {...form.field('payer')}
            label={t('bank.payer')}
            hint={t('bank.payerHint')}
            autoComplete="name"
            maxLength={64}
          />
        )}
        {fields.includes('proof') && (
          <ProofField
            id="paid-proof"
            required={proofRequired}
            file={proof}
            share={share}
            isLocked={form.isSending}
            error={form.field('proof').error}
            onChange={(file) => {
              setProof(file);
              form.change('proof', file?.name ?? '');
            }}
          />
        )}
        <FormMessage>{isChecking ? '' : form.message}</FormMessage>
      </div>
      <StickyAction>
        <Button
          type="submit"
          block
          loading={form.isSending}
          loadingText={t('submitting')}
          disabled={disabled || !online}
        >
          {submit ?? t(deposit.kind === 'practice' ? 'deposit.goOn' : 'deposit.paid')}
        </Button>
      </StickyAction>
      {(isChecking || !online) && (
        <p role="status" className="text-center text-body-s text-warn">
          {isChecking ? t('checking') : states('offlineAction')}
        </p>
      )}
    </form>
  );
}

function formOf(told: Record<string, string>, proof: File): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(told)) form.set(name, value);
  form.set('proof', proof);
  return form;
}
