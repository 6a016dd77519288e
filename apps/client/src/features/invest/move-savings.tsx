import { moveSavings } from '@candor/contract/calls/invest';
import { useState } from 'react';
import type { SavingsDirection, SavingsTransferBody, SavingsView } from '@candor/contract/invest';
import { amountStyle, plainAmount } from '@candor/domain/text/typed-amount';
import { Button } from '@candor/ui/button.tsx';
import { Fact, Facts } from '@candor/ui/facts.tsx';
import { Sheet } from '@candor/ui/modal.tsx';
import { showToast } from '@candor/ui/toast.tsx';
import { useTranslations } from 'use-intl';
import { formatMoney, UNKNOWN_FIGURE } from '../../lib/format.ts';
import { hrefTo } from '../../lib/location.ts';
import { useOnline } from '../../lib/online.ts';
import { paths } from '../../lib/paths.ts';
import { call } from '../../services/api/request.ts';
import { FormMessage } from '../../services/form/form-message.tsx';
import { MoneyField } from '../../services/form/money-field.tsx';
import { useContractForm } from '../../services/form/use-contract-form.ts';
import { useAmounts } from '../../services/session/amounts.tsx';
import { useSite } from '../../services/session/site.ts';
import { useKeptCall } from '../../services/calls/use-kept-call.ts';
import { investIntents } from './invest-calls.ts';
import { useTakeAnswer } from './invest-queries.ts';
import { interestFor, minus, plus, trimmed } from './invest-rules.ts';
import { transferPresets, transferProblem } from './savings-rules.ts';

type MoveSavingsProps = { direction: SavingsDirection; savings: SavingsView; onClose: () => void };

/** Moves money into the savings or out, and shows beforehand what that makes of the balance and of its interest. */
export function MoveSavings({ direction, savings, onClose }: MoveSavingsProps) {
  const t = useTranslations('invest');
  const actions = useTranslations('common.actions');
  const states = useTranslations('common.states');
  const { currency } = useSite();
  const amounts = useAmounts();
  const online = useOnline();
  const take = useTakeAnswer();
  const { run, isChecking } = useKeptCall(investIntents);
  const [amount, setAmount] = useState('');
  const money = (text: string) => formatMoney(text, { symbol: currency.symbol });
  const isIn = direction === 'in';
  const source = isIn ? savings.available : savings.balance;
  const problem = transferProblem(direction, amount, savings, currency);
  const form = useContractForm<'amount', SavingsTransferBody>({
    id: 'savings',
    places: {
      fields: ['amount'],
      fieldOf: { INVEST_BALANCE_INSUFFICIENT: 'amount', SAVINGS_INSUFFICIENT: 'amount' },
    },
    initial: { amount: '' },
    request: (values) => ({ direction, amount: plainAmount(values.amount, amountStyle(currency)) }),
    check(values) {
      const wrong = transferProblem(direction, values.amount, savings, currency);
      return wrong === null ? {} : { amount: wrong.key };
    },
    params: { decimals: currency.decimals, missing: money(problem?.missing ?? '0') },
    onTyped: (values) => setAmount(values.amount),
    async send(body) {
      const answer = await run({ call: 'savings' }, (idempotencyKey) => call(moveSavings, { body, idempotencyKey }));
      take.savings(answer);
      showToast(t(isIn ? 'move.movedIn' : 'move.movedOut', { amount: money(body.amount) }), 'success');
      onClose();
    },
  });
  return (
    <Sheet
      open
      onClose={onClose}
      title={t(isIn ? 'savings.in' : 'savings.out')}
      dismissible={!form.isSending}
      footer={
        <Button
          block
          disabled={!online}
          loading={form.isSending}
          loadingText={actions('submitting')}
          onClick={() => form.submit()}
        >
          {t(isIn ? 'move.confirmIn' : 'move.confirmOut')}
        </Button>
      }
    >
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-3">
        <MoneyField
          id="savings-amount"
          large
          label={t(isIn ? 'move.amountIn' : 'move.amountOut')}
          labelAside={
            <span className="tnum text-caption text-text-2">
              {t(isIn ? 'available' : 'move.balance', { amount: amounts(source) })}
            </span>
          }
          currencySymbol={currency.symbol}
          amountStyle={amountStyle(currency)}
          value={amount}
          onChange={(value) => form.change('amount', value)}
          onBlur={() => form.left('amount')}
          error={form.field('amount').error}
          hint={t(isIn ? 'move.hintIn' : 'move.hintOut')}
          all={{ label: actions('all'), onPress: () => form.change('amount', trimmed(source)) }}
          presets={transferPresets(direction, savings, currency).map((value) => ({ value, label: amounts(value) }))}
        />
        {isIn && problem?.key === 'INVEST_BALANCE_INSUFFICIENT' && (
          <a
            href={hrefTo(paths.recharge(undefined, trimmed(problem.missing)))}
            className="inline-flex min-h-11 items-center self-start text-body-s font-bold text-link"
          >
            {t('mend.rechargeBy', { amount: money(problem.missing) })}
          </a>
        )}
        <Outcome
          direction={direction}
          savings={savings}
          amount={problem === null ? plainAmount(amount, amountStyle(currency)) : null}
        />
        <FormMessage>{form.message}</FormMessage>
        {(isChecking || !online) && (
          <p role="status" className="text-body-s text-warn">
            {isChecking ? t('checking') : states('offlineAction')}
          </p>
        )}
      </form>
    </Sheet>
  );
}

/** The balance afterwards, and what one day of it earns. */
function Outcome({ direction, savings, amount }: Omit<MoveSavingsProps, 'onClose'> & { amount: string | null }) {
  const t = useTranslations('invest.move');
  const amounts = useAmounts();
  const { currency } = useSite();
  const after =
    amount === null
      ? null
      : direction === 'in'
        ? plus(savings.balance, amount, currency)
        : minus(savings.balance, amount, currency);
  return (
    <Facts className="rounded-card border border-line bg-surface-1 px-4 py-1">
      <Fact name={t('after')}>{after === null ? UNKNOWN_FIGURE : amounts(after)}</Fact>
      <Fact strong name={t('perDay')}>
        {after === null ? UNKNOWN_FIGURE : `≈ ${amounts(interestFor(after, savings.annualRate, 1, currency))}`}
      </Fact>
    </Facts>
  );
}
