import { makeDeposit, tellDepositPaid } from '@candor/contract/calls/cashier';
import { useState } from 'react';
import type { DepositBody, DepositChannel, DepositView } from '@candor/contract/cashier';
import { plainAmount } from '@candor/domain/text/typed-amount';
import { Button, buttonClass } from '@candor/ui/button.tsx';
import { cx } from '@candor/ui/cx';
import { Fact, Facts } from '@candor/ui/facts.tsx';
import { useWatch } from 'react-hook-form';
import { StickyAction } from '@candor/ui/page.tsx';
import { useTranslations } from 'use-intl';
import { useErrorText } from '../../lib/i18n.tsx';
import { hrefTo, navigate } from '../../lib/location.ts';
import { useOnline } from '../../lib/online.ts';
import { isOwnDecision } from '../../lib/own-decision.ts';
import { paths } from '../../lib/paths.ts';
import { FormMessage } from '../../services/form/form-message.tsx';
import { MoneyField } from '../../services/form/money-field.tsx';
import { useContractForm } from '../../services/form/use-contract-form.ts';
import { call } from '../../services/api/request.ts';
import { useSite } from '../../services/session/site.ts';
import { useTakeAnswer } from './cashier-queries.ts';
import { assetText, rateText } from './cashier-words.tsx';
import {
  assetBounds,
  DEPOSIT_PLACES,
  depositErrors,
  depositRequest,
  depositStyle,
  presetsOf,
  worthText,
} from './deposit-rules.ts';
import { formatMoney } from '../../lib/format.ts';
import { useKeptCall } from '../../services/calls/use-kept-call.ts';
import { cashierIntents } from './kept-calls.ts';

type DepositFormProps = {
  channel: DepositChannel;
  amount: string;
  /** In place of opening the deposit's own page. */
  onMade?: (deposit: DepositView) => void;
  submit?: string;
};

/** Amount and what it means, then the deposit is made. No money moves yet. */
export function DepositForm({ channel, amount: proposed, onMade, submit }: DepositFormProps) {
  const t = useTranslations('cashier');
  const states = useTranslations('common.states');
  const { currency } = useSite();
  const online = useOnline();
  const say = useErrorText();
  const take = useTakeAnswer();
  const { run, isChecking } = useKeptCall(cashierIntents);
  const [isOwnLimit, setIsOwnLimit] = useState(false);
  const isOwnAsset = channel.asset === currency.code;
  const limits = assetBounds(channel, currency);
  const style = depositStyle(channel, currency);
  const shown = (text: string) =>
    isOwnAsset ? formatMoney(text, { symbol: currency.symbol }) : assetText(text, channel.asset);
  const params = { min: shown(limits.min), max: shown(limits.max), decimals: style.decimals };
  const form = useContractForm<'amount', DepositBody>({
    id: 'deposit',
    places: DEPOSIT_PLACES,
    initial: { amount: proposed },
    request: ({ amount }) => depositRequest(channel, plainAmount(amount, style)),
    check: ({ amount }) => depositErrors(channel, amount, currency),
    params,
    onRefused: (refusal) => setIsOwnLimit(refusal !== null && isOwnDecision(refusal.key)),
    async send(body) {
      const made = await run({ call: 'deposit', id: null, body }, (idempotencyKey) =>
        call(makeDeposit, { body, idempotencyKey }),
      );
      take.deposit(made);
      const deposit = made.kind === 'practice' ? await payAtOnce(made) : made;
      if (onMade) onMade(deposit);
      else navigate(paths.deposit(deposit.id));
    },
  });
  const amount = useWatch({ control: form.control, name: 'amount' }) ?? '';

  /** Nothing has to be paid: the practice channel goes on by itself. */
  async function payAtOnce(made: DepositView): Promise<DepositView> {
    const paid = await run({ call: 'paid', id: made.id, body: {} }, (idempotencyKey) =>
      call(tellDepositPaid, { params: { id: made.id }, body: {}, idempotencyKey }),
    ).catch(() => made);
    take.deposit(paid);
    return paid;
  }

  const wrong = depositErrors(channel, amount, currency);
  const isValid = Object.keys(wrong).length === 0;
  // More digits cannot mend what is too much, so it is said at once.
  const tooMuch = wrong.amount === 'AMOUNT_ABOVE_MAXIMUM' ? say(wrong.amount, params) : undefined;
  const worth = isOwnAsset || !isValid ? null : worthText(channel, amount, currency);
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      <MoneyField
        id="deposit-amount"
        large
        label={isOwnAsset ? t('amount') : t('usdt.amount', { asset: channel.asset })}
        currencySymbol={isOwnAsset ? currency.symbol : ''}
        amountStyle={style}
        value={amount}
        onChange={(value) => form.change('amount', value)}
        onBlur={() => form.left('amount')}
        error={form.field('amount').error ?? tooMuch}
        hint={t('limits', { min: shown(limits.min), max: shown(limits.max) })}
        presets={presetsOf(channel, currency).map((value) => ({ value, label: shown(value) }))}
      />
      <ChannelFacts channel={channel} worth={worth} />
      <FormMessage>{isChecking ? '' : form.message}</FormMessage>
      <StickyAction>
        {isOwnLimit && (
          <a href={hrefTo(paths.limits())} className={cx(buttonClass('outline', 'medium', true), 'mb-3')}>
            {t('seeLimits')}
          </a>
        )}
        <Button type="submit" block loading={form.isSending} loadingText={t('submitting')} disabled={!online}>
          {submit ?? t('submitDeposit')}
        </Button>
      </StickyAction>
      {isChecking && (
        <p role="status" className="text-center text-body-s text-warn">
          {t('checking')}
        </p>
      )}
      {!online && (
        <p role="status" className="text-center text-body-s text-warn">
          {states('offlineAction')}
        </p>
      )}
    </form>
  );
}

/** Fee, time and rate, known before anything is sent. */
function ChannelFacts({ channel, worth }: { channel: DepositChannel; worth: string | null }) {
  const t = useTranslations('cashier');
  const { currency } = useSite();
  const isOwnAsset = channel.asset === currency.code;
  return (
    <Facts className="rounded-card border border-line bg-surface-1 px-4 py-1 shadow-card">
      {!isOwnAsset && (
        <>
          <Fact name={t('usdt.rate')}>
            {t('usdt.rateIs', { asset: channel.asset, price: rateText(channel.rate, currency.symbol) })}
          </Fact>
          <Fact name={t('usdt.worth')}>
            <strong className="text-body font-bold">
              {worth === null ? '--' : formatMoney(worth, { symbol: currency.symbol })}
            </strong>
          </Fact>
        </>
      )}
      <Fact name={t('fee')}>{t('free')}</Fact>
      <Fact name={t('arrival')}>
        {channel.arrivalMinutes === 0 ? t('arrivesSoon') : t('arrivesIn', { minutes: channel.arrivalMinutes })}
      </Fact>
    </Facts>
  );
}
