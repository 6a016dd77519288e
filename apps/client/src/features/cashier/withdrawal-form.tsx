import { makeWithdrawal } from '@candor/contract/calls/cashier';
import { useState } from 'react';
import type { WithdrawalTermsView } from '@candor/contract/cashier';
import { amountStyle, plainAmount } from '@candor/domain/text/typed-amount';
import { Disclosure } from '@candor/ui/disclosure.tsx';
import { Button } from '@candor/ui/button.tsx';
import { Fact, Facts } from '@candor/ui/facts.tsx';
import { CreditCard } from 'lucide-react';
import { useQueryClient } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { StickyAction } from '@candor/ui/page.tsx';
import { useTranslations } from 'use-intl';
import type { ErrorKey } from '@candor/contract/error-keys';
import { useErrorText } from '../../lib/i18n.tsx';
import { formatMoney, UNKNOWN_FIGURE } from '../../lib/format.ts';
import { navigate } from '../../lib/location.ts';
import { useOnline } from '../../lib/online.ts';
import { paths } from '../../lib/paths.ts';
import { call } from '../../services/api/request.ts';
import { FormMessage } from '../../services/form/form-message.tsx';
import { MoneyField } from '../../services/form/money-field.tsx';
import { useContractForm } from '../../services/form/use-contract-form.ts';
import { queryKeys } from '../../services/queries/query-keys.ts';
import { useAmounts } from '../../services/session/amounts.tsx';
import { useSite } from '../../services/session/site.ts';
import { useTakeAnswer } from './cashier-queries.ts';
import { useBankName } from '../../services/banks/bank-name.ts';
import { ConfirmWithdrawal } from './confirm-withdrawal.tsx';
import { trimmed } from './deposit-rules.ts';
import { useKeptCall } from '../../services/calls/use-kept-call.ts';
import { cashierIntents } from './kept-calls.ts';
import { amountError, mostOf, payoutOf } from './withdrawal-rules.ts';

type WithdrawalFormProps = {
  terms: WithdrawalTermsView;
  amount: string;
  /** The amount of the last withdrawal that was approved, to ask for again. */
  last: string | null;
};

const TOO_MUCH: ReadonlySet<string> = new Set([
  'AMOUNT_ABOVE_MAXIMUM',
  'WITHDRAWAL_DAILY_LIMIT',
  'AVAILABLE_INSUFFICIENT',
] satisfies ErrorKey[]);

/** Card, amount, and what arrives of it. The withdraw password is asked for in a sheet that repeats all of that. */
export function WithdrawalForm({ terms, amount: proposed, last }: WithdrawalFormProps) {
  const t = useTranslations('cashier');
  const states = useTranslations('common.states');
  const { currency } = useSite();
  const amounts = useAmounts();
  const online = useOnline();
  const say = useErrorText();
  const [isConfirming, setIsConfirming] = useState(false);
  const money = (text: string) => formatMoney(text, { symbol: currency.symbol });
  const params = {
    min: money(terms.min),
    max: money(terms.max),
    limit: money(terms.remainingToday),
    decimals: currency.decimals,
  };
  const form = useContractForm<'amount', { amount: string }>({
    id: 'withdraw',
    places: { fields: ['amount'] },
    initial: { amount: proposed },
    request: ({ amount }) => ({ amount: plainAmount(amount, amountStyle(currency)) }),
    check({ amount }) {
      const error = amountError(terms, amount, currency);
      return error === null ? {} : { amount: error };
    },
    params,
    async send() {
      setIsConfirming(true);
    },
  });
  const amount = useWatch({ control: form.control, name: 'amount' }) ?? '';
  const most = mostOf(terms, currency);
  // More digits cannot mend what is too much, so it is said at once; what is too little may still be typed on.
  const wrong = amountError(terms, amount, currency);
  const tooMuch = wrong !== null && TOO_MUCH.has(wrong) ? say(wrong, params) : undefined;
  return (
    <>
      {/* Without a box of its own: its action stays in view on the whole page, also below what stands above the form. */}
      <form noValidate onSubmit={form.submit} className="contents">
        <PayeeCard card={terms.card} />
        <MoneyField
          id="withdraw-amount"
          large
          label={t('withdrawal.amount')}
          labelAside={
            <span className="tnum text-caption text-text-2">
              {t('withdrawal.available', { amount: amounts(terms.available) })}
            </span>
          }
          currencySymbol={currency.symbol}
          amountStyle={amountStyle(currency)}
          value={amount}
          onChange={(value) => form.change('amount', value)}
          onBlur={() => form.left('amount')}
          error={form.field('amount').error ?? tooMuch}
          hint={t('withdrawal.limits', {
            min: money(terms.min),
            max: money(terms.max),
            left: money(terms.remainingToday),
          })}
          {...(most === null
            ? {}
            : { all: { label: t('withdrawal.all'), onPress: () => form.change('amount', trimmed(most)) } })}
        />
        {last !== null && amount === '' && (
          <Button
            variant="outline"
            size="small"
            className="self-start"
            onClick={() => form.change('amount', trimmed(last))}
          >
            {t('withdrawal.repeat', { amount: amounts(last) })}
          </Button>
        )}
        <Summary terms={terms} amount={amount} />
        <FormMessage>{form.message}</FormMessage>
        <StickyAction>
          <Button type="submit" block disabled={!online}>
            {t('withdrawal.submit')}
          </Button>
        </StickyAction>
        {!online && (
          <p role="status" className="text-center text-body-s text-warn">
            {states('offlineAction')}
          </p>
        )}
        <Notes />
      </form>
      <Confirm
        terms={terms}
        amount={plainAmount(amount, amountStyle(currency))}
        open={isConfirming}
        onClose={() => setIsConfirming(false)}
      />
    </>
  );
}

function PayeeCard({ card }: { card: WithdrawalTermsView['card'] }) {
  const t = useTranslations('cashier.withdrawal');
  const bankName = useBankName();
  if (card === null) return null;
  return (
    <section
      aria-label={t('card')}
      className="flex items-center gap-3 rounded-card border border-line bg-surface-1 p-4 shadow-card small:py-2"
    >
      <span className="flex size-10 shrink-0 items-center justify-center rounded-full bg-surface-2 text-text-2">
        <CreditCard aria-hidden="true" className="size-5" strokeWidth={1.75} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="text-body-s font-bold">{bankName(card.bank)}</p>
        <p className="tnum text-body-s text-text-2">
          {card.number} · {card.holder}
        </p>
      </div>
    </section>
  );
}

/** Fee and arrival, of an amount that can be withdrawn: any other arrives nowhere. */
function Summary({ terms, amount }: { terms: WithdrawalTermsView; amount: string }) {
  const t = useTranslations('cashier');
  const { currency } = useSite();
  const payout = amountError(terms, amount, currency) === null ? payoutOf(terms, amount, currency) : null;
  const money = (text: string | undefined) =>
    text === undefined ? UNKNOWN_FIGURE : formatMoney(text, { symbol: currency.symbol });
  return (
    <Facts className="rounded-card border border-line bg-surface-1 px-4 py-1 shadow-card">
      <Fact name={t('fee')}>{money(payout?.fee)}</Fact>
      <Fact strong name={t('withdrawal.receive')}>
        {money(payout?.arrives)}
      </Fact>
      <Fact name={t('arrival')}>{t('withdrawal.arrives', { hours: terms.arrivalHours })}</Fact>
    </Facts>
  );
}

function Notes() {
  const t = useTranslations('cashier.withdrawal');
  return (
    <Disclosure label={t('notes')}>
      <ul className="list-disc ps-4 pb-2 text-text-2 *:mt-1">
        <li>{t('note1')}</li>
        <li>{t('note2')}</li>
        <li>{t('note3')}</li>
      </ul>
    </Disclosure>
  );
}

function Confirm(props: { terms: WithdrawalTermsView; amount: string; open: boolean; onClose: () => void }) {
  const { terms, amount, open, onClose } = props;
  const cache = useQueryClient();
  const take = useTakeAnswer();
  const { run, isChecking } = useKeptCall(cashierIntents);
  return (
    <ConfirmWithdrawal
      key={open ? 'open' : 'closed'}
      open={open}
      terms={terms}
      amount={amount}
      isChecking={isChecking}
      onClose={onClose}
      onConfirm={async (withdrawPwd) => {
        // The password is never written down: after a reload the withdrawal is looked up by its key.
        const made = await run({ call: 'withdraw', id: null, body: null }, (idempotencyKey) =>
          call(makeWithdrawal, { body: { amount, withdrawPwd }, idempotencyKey }),
        ).catch((refusal: unknown) => {
          // A wrong password took one of the tries.
          void cache.invalidateQueries({ queryKey: queryKeys.withdrawalTerms });
          throw refusal;
        });
        take.withdrawal(made);
        navigate(paths.withdrawal(made.id), { replace: true });
      }}
    />
  );
}
