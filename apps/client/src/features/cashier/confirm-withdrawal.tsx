import { useEffect, useId, useRef, useState } from 'react';
import { ApiError } from '@candor/api-client/api-error';
import type { WithdrawalTermsView } from '@candor/contract/cashier';
import { Button } from '@candor/ui/button.tsx';
import { Fact, Facts } from '@candor/ui/facts.tsx';
import { Sheet } from '@candor/ui/modal.tsx';
import { PinField } from '@candor/ui/pin-field.tsx';
import { useTranslations } from 'use-intl';
import { formatMoney } from '../../lib/format.ts';
import { hrefTo } from '../../lib/location.ts';
import { useLanguage } from '../../lib/language.ts';
import { useOnline } from '../../lib/online.ts';
import { paths } from '../../lib/paths.ts';
import { messageOf } from '../../services/api/message-of.ts';
import { useOneAtATime } from '../../services/form/use-one-at-a-time.ts';
import { useSite } from '../../services/session/site.ts';
import { useBankName } from '../../services/banks/bank-name.ts';
import { payoutOf } from './withdrawal-rules.ts';

const DIGITS = 6;

type ConfirmWithdrawalProps = {
  open: boolean;
  terms: WithdrawalTermsView;
  amount: string;
  isChecking: boolean;
  onClose: () => void;
  onConfirm: (withdrawPwd: string) => Promise<void>;
};

/** What is about to leave, and the withdraw password. A wrong one empties the cells and says how many tries are left. */
export function ConfirmWithdrawal(props: ConfirmWithdrawalProps) {
  const { open, terms, amount, isChecking, onClose, onConfirm } = props;
  const t = useTranslations('cashier');
  const states = useTranslations('common.states');
  const language = useLanguage();
  const { currency } = useSite();
  const bankName = useBankName();
  const online = useOnline();
  const [pin, setPin] = useState('');
  const { isBusy, run } = useOneAtATime();
  const [error, setError] = useState<unknown>(null);
  const cells = useRef<HTMLInputElement>(null);
  const formId = useId();
  const payout = payoutOf(terms, amount, currency);
  const money = (text: string) => formatMoney(text, { symbol: currency.symbol });
  const isLocked = terms.triesLeft === 0 || (error instanceof ApiError && error.key === 'WITHDRAW_PASSWORD_LOCKED');

  // A dialog focuses its first control, which closes it. After a wrong password the cells are empty and ready again.
  useEffect(() => {
    if (open && !isBusy) cells.current?.focus();
  }, [open, isBusy]);

  async function confirm(withdrawPwd: string) {
    if (!online || withdrawPwd.length < DIGITS) return;
    setError(null);
    try {
      await onConfirm(withdrawPwd);
    } catch (refusal) {
      setPin('');
      setError(refusal);
    }
  }

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('confirm.title')}
      dismissible={!isBusy}
      footer={
        <Button
          block
          loading={isBusy}
          loadingText={t('submitting')}
          type="submit"
          form={formId}
          disabled={!online || isLocked || pin.length < DIGITS}
        >
          {/* Over the keyboard, and on a phone held sideways, the figures above scroll away. */}
          {t('confirm.submit', { amount: money(payout?.amount ?? amount) })}
        </Button>
      }
    >
      <Facts>
        {payout && (
          <>
            <Fact name={t('facts.amount')}>{money(payout.amount)}</Fact>
            <Fact name={t('fee')}>{money(payout.fee)}</Fact>
            <Fact strong name={t('withdrawal.receive')}>
              {money(payout.arrives)}
            </Fact>
          </>
        )}
        {terms.card && (
          <Fact name={t('facts.card')}>
            {bankName(terms.card.bank)} <span className="whitespace-nowrap">{terms.card.number}</span>
          </Fact>
        )}
      </Facts>
      {/* Enter after the last digit is a press on the button. */}
      <form
        id={formId}
        className="mt-4"
        onSubmit={(event) => {
          event.preventDefault();
          void run(async () => await confirm(pin));
        }}
      >
        <PinField
          id="withdraw-pin"
          label={t('confirm.password')}
          value={pin}
          length={DIGITS}
          ref={cells}
          disabled={isBusy || isLocked}
          onChange={(digits) => {
            setPin(digits);
            if (digits !== '') setError(null);
          }}
          error={error === null ? undefined : messageOf(error, language)}
          hint={isLocked ? t('confirm.locked') : t('confirm.tries', { left: terms.triesLeft })}
        />
      </form>
      {(isChecking || !online) && (
        <p role="status" className="mt-1 text-body-s text-warn">
          {isChecking ? t('checking') : states('offlineAction')}
        </p>
      )}
      <a href={hrefTo(paths.security())} className="inline-flex min-h-11 items-center text-body-s text-link">
        {t('confirm.forgotten')}
      </a>
    </Sheet>
  );
}
