import { buyHolding } from '@candor/contract/calls/invest';
import { useEffect, useId, useRef, useState } from 'react';
import { ApiError } from '@candor/api-client/api-error';
import type { ProjectView } from '@candor/contract/invest';
import { Button } from '@candor/ui/button.tsx';
import { Fact, Facts } from '@candor/ui/facts.tsx';
import { Sheet } from '@candor/ui/modal.tsx';
import { PinField } from '@candor/ui/pin-field.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { formatMoney } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { navigate } from '../../lib/location.ts';
import { useOnline } from '../../lib/online.ts';
import { paths } from '../../lib/paths.ts';
import { messageOf } from '../../services/api/message-of.ts';
import { call } from '../../services/api/request.ts';
import { useOneAtATime } from '../../services/form/use-one-at-a-time.ts';
import { queryKeys } from '../../services/queries/query-keys.ts';
import { useSite } from '../../services/session/site.ts';
import { useKeptCall } from '../../services/calls/use-kept-call.ts';
import { investIntents } from './invest-calls.ts';
import { useTakeAnswer } from './invest-queries.ts';
import { minus } from './invest-rules.ts';
import type { Projection } from './invest-rules.ts';
import { rateText, useEarlyRule } from './invest-words.tsx';

const DIGITS = 6;

type ConfirmPurchaseProps = {
  project: ProjectView;
  amount: string;
  projection: Projection;
  rollOver: boolean;
  needsPassword: boolean;
  onClose: () => void;
};

/** Everything once more before it is paid. A lost answer is looked up; the same purchase is never made twice. */
export function ConfirmPurchase(props: ConfirmPurchaseProps) {
  const { project, amount, projection, rollOver, needsPassword, onClose } = props;
  const t = useTranslations('invest');
  const actions = useTranslations('common.actions');
  const states = useTranslations('common.states');
  const language = useLanguage();
  const { currency } = useSite();
  const online = useOnline();
  const earlyRule = useEarlyRule();
  const cache = useQueryClient();
  const take = useTakeAnswer();
  const { run, isChecking } = useKeptCall(investIntents);
  const { isBusy, run: runOnce } = useOneAtATime();
  const [pin, setPin] = useState('');
  const [error, setError] = useState<unknown>(null);
  const cells = useRef<HTMLInputElement>(null);
  const formId = useId();
  const money = (text: string) => formatMoney(text, { symbol: currency.symbol });
  const isPinWrong = needsPassword && error instanceof ApiError && error.key.startsWith('WITHDRAW_PASSWORD_');
  const isReady = !needsPassword || pin.length === DIGITS;

  // A dialog focuses its first control, which closes it. After a wrong password the cells are empty and ready again.
  useEffect(() => {
    if (!isBusy) cells.current?.focus();
  }, [isBusy]);

  async function confirm(withdrawPwd: string) {
    if (!online || (needsPassword && withdrawPwd.length < DIGITS)) return;
    setError(null);
    const body = {
      projectId: project.id,
      amount,
      termsVersion: project.termsVersion,
      agreementVersion: project.agreementVersion,
      rollOver,
      ...(needsPassword ? { withdrawPwd } : {}),
    };
    try {
      const made = await run({ call: 'buy' }, (idempotencyKey) => call(buyHolding, { body, idempotencyKey }));
      take.holding(made);
      navigate(paths.invested(made.id), { replace: true });
    } catch (refusal) {
      setPin('');
      setError(refusal);
      // The page compares what was seen with what counts now.
      await cache.invalidateQueries({ queryKey: queryKeys.projects });
      if (refusal instanceof ApiError && refusal.key === 'INVEST_TERMS_CHANGED') onClose();
    }
  }

  return (
    <Sheet
      open
      onClose={onClose}
      title={t('confirm.title')}
      dismissible={!isBusy}
      footer={
        <Button
          block
          loading={isBusy}
          loadingText={isChecking ? t('confirm.checking') : actions('submitting')}
          type="submit"
          form={formId}
          disabled={!online || !isReady}
        >
          {t('buy.submitAmount', { amount: money(amount) })}
        </Button>
      }
    >
      <Facts>
        <Fact name={t('confirm.project')}>{project.names[language]}</Fact>
        <Fact strong name={t('holding.principal')}>
          {money(minus(projection.total, projection.interest, currency))}
        </Fact>
        <Fact name={t('products.annual')}>{rateText(project.annualRate)}</Fact>
        <Fact name={t('outlook.interest')}>{money(projection.interest)}</Fact>
        <Fact name={t('term.starts')}>{projection.startsOn}</Fact>
        <Fact name={t('term.repaid')}>{projection.maturesOn}</Fact>
        <Fact name={t('holding.atMaturity')}>{t(rollOver ? 'rollOver.on' : 'rollOver.off')}</Fact>
      </Facts>
      <p className="mt-3 text-body-s text-text-2">{earlyRule(project.early)}</p>
      {/* Without a password it is empty. Enter after the last digit is a press on the button. */}
      <form
        id={formId}
        className={needsPassword ? 'mt-4' : undefined}
        onSubmit={(event) => {
          event.preventDefault();
          void runOnce(async () => await confirm(pin));
        }}
      >
        {needsPassword && (
          <PinField
            id="buy-pin"
            label={t('confirm.password')}
            value={pin}
            length={DIGITS}
            ref={cells}
            disabled={isBusy}
            onChange={(digits) => {
              setPin(digits);
              if (digits !== '') setError(null);
            }}
            error={isPinWrong ? messageOf(error, language) : undefined}
          />
        )}
      </form>
      {(isChecking || !online) && (
        <p role="status" className="mt-2 text-body-s text-warn">
          {isChecking ? t('checking') : states('offlineAction')}
        </p>
      )}
      {error !== null && !isPinWrong && (
        <p role="alert" className="mt-2 text-body-s text-danger">
          {messageOf(error, language)}
        </p>
      )}
    </Sheet>
  );
}
