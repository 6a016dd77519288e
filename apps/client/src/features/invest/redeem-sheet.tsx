import { redeemHolding } from '@candor/contract/calls/invest';
import { useState } from 'react';
import { ApiError } from '@candor/api-client/api-error';
import type { HoldingView, RedemptionView } from '@candor/contract/invest';
import { Button } from '@candor/ui/button.tsx';
import { Fact, Facts } from '@candor/ui/facts.tsx';
import { Sheet } from '@candor/ui/modal.tsx';
import { Skeleton } from '@candor/ui/skeleton.tsx';
import { CircleCheck } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { directionOf, formatMoney } from '../../lib/format.ts';
import { useErrorText } from '../../lib/i18n.tsx';
import { useLanguage } from '../../lib/language.ts';
import { useOnline } from '../../lib/online.ts';
import { isErrorKey } from '@candor/contract/error-keys';
import { messageOf } from '../../services/api/message-of.ts';
import { call } from '../../services/api/request.ts';
import { useOneAtATime } from '../../services/form/use-one-at-a-time.ts';
import { LoadFailed } from '../../services/queries/query-states.tsx';
import { useSite } from '../../services/session/site.ts';
import { useKeptCall } from '../../services/calls/use-kept-call.ts';
import { investIntents } from './invest-calls.ts';
import { useRedemption, useTakeAnswer } from './invest-queries.ts';
import { rateText } from './invest-words.tsx';

type RedeemSheetProps = { holding: Pick<HoldingView, 'id'>; onClose: () => void };

/** An early redemption: what it would do now, the confirmation of exactly that, and what it did. */
export function RedeemSheet({ holding, onClose }: RedeemSheetProps) {
  const t = useTranslations('invest');
  const actions = useTranslations('common.actions');
  const states = useTranslations('common.states');
  const language = useLanguage();
  const online = useOnline();
  const take = useTakeAnswer();
  const { currency } = useSite();
  const { run, isChecking } = useKeptCall(investIntents);
  const { isBusy, run: runOnce } = useOneAtATime();
  const [credited, setCredited] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  const preview = useRedemption(holding.id, credited === null);
  const money = (text: string) => formatMoney(text, { symbol: currency.symbol });

  async function redeem(seen: RedemptionView) {
    setError(null);
    try {
      const ended = await run({ call: 'redeem' }, (idempotencyKey) =>
        call(redeemHolding, { params: { id: holding.id }, body: { credited: seen.credited }, idempotencyKey }),
      );
      setCredited(seen.credited);
      take.holding(ended);
    } catch (refusal) {
      setError(refusal);
      // Another amount is shown before it can be confirmed again.
      if (refusal instanceof ApiError && refusal.key === 'REDEMPTION_CHANGED') await preview.refetch();
    }
  }

  if (credited !== null)
    return (
      <Sheet
        open
        onClose={onClose}
        title={t('redeem.done')}
        footer={
          <Button block onClick={onClose}>
            {actions('done')}
          </Button>
        }
      >
        <p role="status" className="flex flex-col items-center gap-3 py-4 text-center text-body">
          <CircleCheck aria-hidden="true" className="size-12 text-success" strokeWidth={1.5} />
          {t('redeem.result', { amount: money(credited) })}
        </p>
      </Sheet>
    );
  const { data } = preview;
  const problem = data?.problem ?? null;
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('redeem.title')}
      dismissible={!isBusy}
      footer={
        <Button
          block
          loading={isBusy}
          loadingText={isChecking ? t('confirm.checking') : actions('submitting')}
          disabled={!online || data === undefined || problem !== null}
          onClick={() => data !== undefined && void runOnce(async () => await redeem(data))}
        >
          {data === undefined ? t('redeem.action') : t('redeem.confirm', { amount: money(data.credited) })}
        </Button>
      }
    >
      {data === undefined ? (
        preview.isError ? (
          <LoadFailed error={preview.error} onRetry={() => void preview.refetch()} />
        ) : (
          <Skeleton className="h-72" />
        )
      ) : (
        <Preview preview={data} />
      )}
      {problem !== null && <Problem {...problem} />}
      {(isChecking || !online) && (
        <p role="status" className="mt-2 text-body-s text-warn">
          {isChecking ? t('checking') : states('offlineAction')}
        </p>
      )}
      {error !== null && (
        <p role="alert" className="mt-2 text-body-s text-danger">
          {messageOf(error, language)}
        </p>
      )}
    </Sheet>
  );
}

function Preview({ preview }: { preview: RedemptionView }) {
  const t = useTranslations('invest');
  const { currency } = useSite();
  const money = (text: string) => formatMoney(text, { symbol: currency.symbol });
  const hasPaid = directionOf(preview.paid) !== 'flat';
  return (
    <>
      <Facts>
        <Fact name={t('redeem.held')}>{t('days', { count: preview.daysHeld })}</Fact>
        <Fact name={t('redeem.rate')}>{rateText(preview.annualRate)}</Fact>
        <Fact name={t('holding.principal')}>{money(preview.principal)}</Fact>
        <Fact name={t('redeem.interest')}>{money(preview.interest)}</Fact>
        {hasPaid && <Fact name={t('redeem.paid')}>{money(`-${preview.paid}`)}</Fact>}
        <Fact name={t('redeem.lost')}>{money(preview.lost)}</Fact>
        <Fact strong name={t('redeem.credited')}>
          {money(preview.credited)}
        </Fact>
      </Facts>
      <p className="mt-3 text-body-s text-text-2">{t('redeem.text')}</p>
    </>
  );
}

function Problem({ error, params }: NonNullable<RedemptionView['problem']>) {
  const say = useErrorText();
  return (
    <p role="alert" className="mt-2 text-body-s text-danger">
      {isErrorKey(error) ? say(error, params) : error}
    </p>
  );
}
