/* One limit: what holds, what is used, and a new amount with what it will do. */

import type { LimitsView, LimitView } from '@candor/contract/limits';
import { amountStyle, plainAmount } from '@candor/domain/text/typed-amount';
import { Button } from '@candor/ui/button.tsx';
import { Fact, Facts } from '@candor/ui/facts.tsx';
import { Sheet } from '@candor/ui/modal.tsx';
import { showToast } from '@candor/ui/toast.tsx';
import { useWatch } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { formatMoney, UNKNOWN_FIGURE } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { messageOf } from '../../services/api/message-of.ts';
import { FormMessage } from '../../services/form/form-message.tsx';
import { MoneyField } from '../../services/form/money-field.tsx';
import { useContractForm } from '../../services/form/use-contract-form.ts';
import { draft } from '../../services/session/drafts.ts';
import { useSite } from '../../services/session/site.ts';
import { findLimit, LIMIT_PLACES, limitEffect, limitErrors, limitRequest } from './limit-change.ts';
import type { LimitEffect, LimitName } from './limit-change.ts';
import { useChangeLimits } from './limits-queries.ts';
import { momentText } from '../../lib/moment-text.ts';

/** Amounts that were typed and not saved: back closes the sheet. */
const typed = draft<Readonly<Record<string, string>>>({});

function keyOf({ kind, period }: LimitName): string {
  return `${kind}.${period}`;
}

type LimitSheetProps = { name: LimitName | null; view: LimitsView; onClose: () => void };

export function LimitSheet({ name, view, onClose }: LimitSheetProps) {
  const t = useTranslations('limits');
  const title = name === null ? '' : t(`titles.${name.kind}`, { period: t(name.period) });
  const done = (saved: LimitName) => {
    typed.set({ ...typed.get(), [keyOf(saved)]: '' });
    onClose();
  };
  return (
    <Sheet open={name !== null} onClose={onClose} title={title}>
      {name !== null && <LimitForm name={name} limit={findLimit(view, name)} onDone={() => done(name)} />}
    </Sheet>
  );
}

const DONE = { now: 'saved', same: 'saved', later: 'waiting', cancels: 'kept' } as const satisfies Record<
  LimitEffect,
  string
>;

function LimitForm({ name, limit, onDone }: { name: LimitName; limit: LimitView | null; onDone: () => void }) {
  const t = useTranslations('limits.sheet');
  const actions = useTranslations('common.actions');
  const { currency, timeZone } = useSite();
  const change = useChangeLimits();
  const form = useContractForm<'amount', ReturnType<typeof limitRequest>>({
    id: 'limit',
    places: LIMIT_PLACES,
    initial: { amount: typed.get()[keyOf(name)] ?? '' },
    onTyped: (values) => typed.set({ ...typed.get(), [keyOf(name)]: values.amount }),
    request: ({ amount }) => limitRequest(name, plainAmount(amount, amountStyle(currency))),
    check: ({ amount }) => limitErrors(name, amount, currency),
    params: { decimals: currency.decimals },
    async send(body, idempotencyKey) {
      const asked = body.limits?.[0]?.amount ?? '';
      await change.mutateAsync({ body, idempotencyKey });
      showToast(t(DONE[limitEffect(limit, asked, currency) ?? 'now']), 'success');
      onDone();
    },
  });
  const amount = useWatch({ control: form.control, name: 'amount' }) ?? '';
  const effect = limitEffect(limit, amount, currency);
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-3">
      {limit !== null && <LimitFacts limit={limit} />}
      <MoneyField
        id="limit-amount"
        label={t('amount')}
        currencySymbol={currency.symbol}
        amountStyle={amountStyle(currency)}
        value={amount}
        onChange={(value) => form.change('amount', value)}
        onBlur={() => form.left('amount')}
        error={form.field('amount').error}
        hint={effect === null ? t('periods', { zone: timeZone }) : t(`effect.${effect}`)}
      />
      <FormMessage>{form.message}</FormMessage>
      <Button type="submit" block loading={form.isSending} loadingText={actions('submitting')}>
        {t('save')}
      </Button>
      {limit !== null && <OtherChanges name={name} limit={limit} onDone={onDone} />}
    </form>
  );
}

function LimitFacts({ limit }: { limit: LimitView }) {
  const t = useTranslations('limits.sheet');
  const { symbol } = useSite().currency;
  const text = (amount: string | null) => (amount === null ? UNKNOWN_FIGURE : formatMoney(amount, { symbol }));
  const { next } = limit;
  return (
    <>
      <Facts className="rounded-card bg-surface-2 px-4 py-1">
        <Fact name={t('now')} strong>
          {text(limit.amount)}
        </Fact>
        <Fact name={t('used')}>{text(limit.used)}</Fact>
        <Fact name={t('left')}>{text(limit.left)}</Fact>
        <Fact name={t('again')}>{momentText(limit.startsAgainAt)}</Fact>
      </Facts>
      {next !== null && (
        <p role="status" className="text-body-s text-warn">
          {next.amount === null
            ? t('waitsNone', { time: momentText(next.at) })
            : t('waits', { time: momentText(next.at), amount: text(next.amount) })}
        </p>
      )}
    </>
  );
}

/** Takes back what waits, or asks for no limit at all. */
function OtherChanges({ name, limit, onDone }: { name: LimitName; limit: LimitView; onDone: () => void }) {
  const t = useTranslations('limits.sheet');
  const language = useLanguage();
  const change = useChangeLimits();
  const send = (amount: string | null, done: 'waiting' | 'kept') =>
    change.mutate(
      { body: limitRequest(name, amount) },
      {
        onSuccess: () => {
          showToast(t(done), 'success');
          onDone();
        },
        onError: (error) => showToast(messageOf(error, language), 'danger'),
      },
    );
  const { amount, next } = limit;
  return (
    <>
      {next !== null && (
        <Button variant="secondary" size="medium" block loading={change.isPending} onClick={() => send(amount, 'kept')}>
          {t('keep')}
        </Button>
      )}
      {amount !== null && (next === null || next.amount !== null) && (
        <Button
          variant="destructive-text"
          size="medium"
          block
          loading={change.isPending}
          onClick={() => send(null, 'waiting')}
        >
          {t('remove')}
        </Button>
      )}
    </>
  );
}
