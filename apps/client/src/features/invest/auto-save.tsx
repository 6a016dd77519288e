import { setAutoSave } from '@candor/contract/calls/invest';
import { useId, useState } from 'react';
import type { SavingsView } from '@candor/contract/invest';
import { amountStyle, readAmount } from '@candor/domain/text/typed-amount';
import { Button } from '@candor/ui/button.tsx';
import { Card } from '@candor/ui/page.tsx';
import { Switch } from '@candor/ui/switch.tsx';
import { showToast } from '@candor/ui/toast.tsx';
import { useTranslations } from 'use-intl';
import { useErrorText } from '../../lib/i18n.tsx';
import { useLanguage } from '../../lib/language.ts';
import { useOnline } from '../../lib/online.ts';
import { messageOf } from '../../services/api/message-of.ts';
import { call } from '../../services/api/request.ts';
import { MoneyField } from '../../services/form/money-field.tsx';
import { useAmounts } from '../../services/session/amounts.tsx';
import { useSite } from '../../services/session/site.ts';
import { useKeptCall } from '../../services/calls/use-kept-call.ts';
import { investIntents } from './invest-calls.ts';
import { useTakeAnswer } from './invest-queries.ts';
import { trimmed } from './invest-rules.ts';

/** Moves idle money into the savings by itself. Off until the member turns it on, and it says what it will do. */
export function AutoSave({ savings }: { savings: SavingsView }) {
  const t = useTranslations('invest.auto');
  const actions = useTranslations('common.actions');
  const language = useLanguage();
  const amounts = useAmounts();
  const online = useOnline();
  const { currency } = useSite();
  const take = useTakeAnswer();
  const { run } = useKeptCall(investIntents);
  const id = useId();
  const switchId = useId();
  const { auto } = savings;
  const [typed, setTyped] = useState(trimmed(auto.keep));
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState('');
  const say = useErrorText();
  const read = readAmount(typed === '' ? '0' : typed, amountStyle(currency));
  const unread = read.ok ? undefined : say(read.error, { decimals: currency.decimals });
  const keep = read.ok ? read.value : auto.keep;
  const isChanged = auto.on && read.ok && trimmed(keep) !== trimmed(auto.keep);

  async function save(on: boolean) {
    setIsBusy(true);
    setError('');
    try {
      const body = { on, keep };
      take.savings(await run({ call: 'auto' }, (idempotencyKey) => call(setAutoSave, { body, idempotencyKey })));
      showToast(t(on ? 'turnedOn' : 'turnedOff'), 'success');
    } catch (refusal) {
      setError(messageOf(refusal, language));
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <Card>
      <div className="flex items-center justify-between gap-3">
        <h2 className="flex-1 text-body font-bold">
          <label htmlFor={switchId} className="block cursor-pointer py-2">
            {t('title')}
          </label>
        </h2>
        <Switch
          id={switchId}
          label={t('title')}
          checked={auto.on}
          disabled={isBusy || !online}
          onChange={(on) => void save(on)}
        />
      </div>
      <p className="mt-1 text-body-s text-text-2">
        {auto.on ? t('isOn', { amount: amounts(auto.keep) }) : t('explained')}
      </p>
      {auto.on && (
        <form
          noValidate
          className="mt-3"
          onSubmit={(event) => {
            event.preventDefault();
            // Enter sends a form of one field also where it has no button.
            if (isChanged) void save(true);
          }}
        >
          <MoneyField
            id={id}
            label={t('keep')}
            currencySymbol={currency.symbol}
            amountStyle={amountStyle(currency)}
            value={typed}
            onChange={setTyped}
            error={unread}
            hint={t('keepHint')}
          />
          {isChanged && (
            <Button type="submit" variant="outline" size="small" loading={isBusy} disabled={!online} className="mt-2">
              {actions('save')}
            </Button>
          )}
        </form>
      )}
      {error !== '' && (
        <p role="alert" className="mt-2 text-body-s text-danger">
          {error}
        </p>
      )}
    </Card>
  );
}
