import { useState } from 'react';
import { isErrorKey } from '@candor/contract/error-keys';
import { formatMoney as moneyText } from '@candor/domain/money';
import { amountStyle, plainAmount } from '@candor/domain/text/typed-amount';
import { Button } from '@candor/ui/button.tsx';
import { Sheet } from '@candor/ui/modal.tsx';
import { useTranslations } from 'use-intl';
import { formatMoney } from '../../lib/format.ts';
import { useErrorText } from '../../lib/i18n.tsx';
import { MoneyField } from '../form/money-field.tsx';
import { useProducts } from '../queries/shared-queries.ts';
import { useSession } from '../session/session.ts';
import { useSite } from '../session/site.ts';
import { changeOneTap, useOneTap } from './one-tap.ts';
import { highestStake, limitProblem } from './one-tap-rules.ts';
import type { LimitProblem } from './one-tap-rules.ts';

const POINTS = ['limit', 'worse', 'risk', 'device'] as const;

/** Explains one-tap mode and how much one tap may stake, and switches it on and off. */
export function OneTapSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('trade.oneTap');
  return (
    <Sheet open={open} onClose={onClose} title={t('title')}>
      {open && <OneTapForm onDone={onClose} />}
    </Sheet>
  );
}

function OneTapForm({ onDone }: { onDone: () => void }) {
  const t = useTranslations('trade.oneTap');
  const account = useSession((state) => state.name);
  const { currency } = useSite();
  const products = useProducts().data;
  const choice = useOneTap();
  const [limit, setLimit] = useState(choice.limit);
  const [isTried, setTried] = useState(false);
  const highest = highestStake(products ?? [], currency);
  const highestText = highest === null ? null : formatMoney(moneyText(highest, currency), currency);
  const say = useErrorText();
  const problem = limitProblem(limit, highest, currency);
  const wording = (wrong: LimitProblem) =>
    isErrorKey(wrong) ? say(wrong, { decimals: currency.decimals }) : t(`problem.${wrong}`, { max: highestText ?? '' });

  function save() {
    setTried(true);
    if (problem !== null || account === '') return;
    changeOneTap(account, { isOn: true, limit: plainAmount(limit, amountStyle(currency)) });
    onDone();
  }

  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <p className="text-body-s">{t('what')}</p>
      <ul className="flex list-disc flex-col gap-2 ps-4 text-body-s text-text-2">
        {POINTS.map((point) => (
          <li key={point}>{t(`points.${point}`)}</li>
        ))}
      </ul>
      <MoneyField
        label={t('limit')}
        value={limit}
        onChange={setLimit}
        currencySymbol={currency.symbol}
        amountStyle={amountStyle(currency)}
        hint={highestText === null ? t('limitUnknown') : t('limitHint', { max: highestText })}
        error={isTried && problem !== null ? wording(problem) : undefined}
      />
      <Button type="submit" variant="primary" block disabled={highest === null}>
        {t(choice.isOn ? 'save' : 'turnOn')}
      </Button>
      {choice.isOn && (
        <Button
          variant="secondary"
          size="medium"
          block
          onClick={() => {
            changeOneTap(account, { ...choice, isOn: false });
            onDone();
          }}
        >
          {t('turnOff')}
        </Button>
      )}
    </form>
  );
}
