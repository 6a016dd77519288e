import { cancelDeposit, makeDeposit } from '@candor/contract/calls/cashier';
import { useState } from 'react';
import type { DepositView } from '@candor/contract/cashier';
import { Button } from '@candor/ui/button.tsx';
import { CopyButton } from '@candor/ui/copy-button.tsx';
import { cx } from '@candor/ui/cx';
import { NoticeCard } from '@candor/ui/notice-card.tsx';
import { Card } from '@candor/ui/page.tsx';
import { QrCard } from '@candor/ui/qr-card.tsx';
import { showToast } from '@candor/ui/toast.tsx';
import { RefreshCw } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { navigate } from '../../lib/location.ts';
import { useLanguage } from '../../lib/language.ts';
import { useOnline } from '../../lib/online.ts';
import { paths } from '../../lib/paths.ts';
import { formatCountdown, momentMs } from '../../lib/time.ts';
import { messageOf } from '../../services/api/message-of.ts';
import { call } from '../../services/api/request.ts';
import { useServerNow } from '../../services/live/use-server-now.ts';
import { useSite } from '../../services/session/site.ts';
import { useTakeAnswer } from './cashier-queries.ts';
import { rateText } from './cashier-words.tsx';
import { trimZeros } from './deposit-rules.ts';
import { addressParts } from './grouped-text.ts';
import { PaidForm } from './paid-form.tsx';
import { useKeptCall } from '../../services/calls/use-kept-call.ts';
import { cashierIntents } from './kept-calls.ts';

/** The address of the one right network, the rate while it holds, and the hash of the payment. */
export function PayByUsdt({ deposit }: { deposit: DepositView }) {
  const t = useTranslations('cashier.usdt');
  const actions = useTranslations('common.actions');
  const { mode } = useSite();
  const isOver = useServerNow() > momentMs(deposit.rateUntil);
  const address = deposit.instructions.address ?? '';
  const { head, middle, tail } = addressParts(address);
  const network = `${deposit.asset}-${deposit.network?.toUpperCase() ?? ''}`;
  return (
    <>
      <RateLine deposit={deposit} />
      <Card className={cx('flex flex-col gap-4', isOver && 'opacity-60')}>
        <QrCard
          text={address}
          label={t('qr', { network })}
          caption={network}
          enlarge={t('enlarge')}
          hint={t('brightness')}
        />
        <div>
          <p className="text-body-s font-medium text-text-2">{t('address', { network })}</p>
          <div className="mt-1 flex items-center gap-1">
            <p className="min-w-0 flex-1 font-mono text-body-s break-all">
              <span className="sr-only">{address}</span>
              <span aria-hidden="true">
                <strong className="font-bold text-text-1">{head}</strong>
                <span className="text-text-2">{middle}</span>
                {/* What is compared stays together. */}
                <strong className="inline-block font-bold text-text-1">{tail}</strong>
              </span>
            </p>
            <CopyButton text={address} label={`${actions('copy')} ${t('addressWord')}`} className="-me-2" />
          </div>
        </div>
      </Card>
      <NoticeCard tone="warn">{mode === 'practice' ? t('doNotPay') : t('onlyNetwork', { network })}</NoticeCard>
      <PaidForm deposit={deposit} fields={['txid', 'proof']} disabled={isOver} />
    </>
  );
}

/** The rate and how long it holds. A new rate means a new deposit: this one is cancelled, and the same amount asked for. */
function RateLine({ deposit }: { deposit: DepositView }) {
  const t = useTranslations('cashier.usdt');
  const { currency } = useSite();
  const online = useOnline();
  const leftMs = momentMs(deposit.rateUntil) - useServerNow();
  const renewal = useRenewal(deposit);
  const isOver = leftMs <= 0;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-line bg-surface-1 py-2 ps-4 pe-2 shadow-card">
      <div className="min-w-0">
        <p className="tnum text-body-s">
          {t('rateIs', { asset: deposit.asset, price: rateText(deposit.rate, currency.symbol) })}
        </p>
        <p role="timer" className={cx('tnum text-caption', isOver ? 'text-danger' : 'text-text-3')}>
          {isOver ? t('rateOver') : t('rateHolds', { time: formatCountdown(leftMs) })}
        </p>
      </div>
      <Button
        variant={isOver ? 'outline' : 'text'}
        size="small"
        icon={<RefreshCw aria-hidden="true" className="size-4" strokeWidth={1.75} />}
        loading={renewal.isBusy}
        disabled={!online}
        onClick={() => void renewal.renew()}
      >
        {t('renew')}
      </Button>
    </div>
  );
}

function useRenewal(deposit: DepositView) {
  const t = useTranslations('cashier.usdt');
  const language = useLanguage();
  const take = useTakeAnswer();
  const { run } = useKeptCall(cashierIntents);
  const [isBusy, setIsBusy] = useState(false);
  return {
    isBusy,
    async renew() {
      setIsBusy(true);
      try {
        const old = await run({ call: 'cancelDeposit', id: deposit.id, body: {} }, (idempotencyKey) =>
          call(cancelDeposit, { params: { id: deposit.id }, idempotencyKey }),
        );
        const body = {
          channel: deposit.channel,
          amount: trimZeros(deposit.assetAmount),
          currency: deposit.asset,
          ...(deposit.network === null ? {} : { network: deposit.network }),
        };
        const renewed = await run({ call: 'deposit', id: null, body }, (idempotencyKey) =>
          call(makeDeposit, { body, idempotencyKey }),
        );
        take.deposit(old);
        take.deposit(renewed);
        showToast(t('renewed'), 'success');
        navigate(paths.deposit(renewed.id), { replace: true });
      } catch (error) {
        showToast(messageOf(error, language), 'danger');
      } finally {
        setIsBusy(false);
      }
    },
  };
}
