import { useState } from 'react';
import type { ReactNode } from 'react';
import type { DepositView } from '@candor/contract/cashier';
import { Button, buttonClass } from '@candor/ui/button.tsx';
import { cx } from '@candor/ui/cx';
import { Fact, Facts } from '@candor/ui/facts.tsx';
import { MoneyText } from '@candor/ui/money-text.tsx';
import { Card } from '@candor/ui/page.tsx';
import { Timeline } from '@candor/ui/timeline.tsx';
import { useTranslations } from 'use-intl';
import { hrefTo } from '../../lib/location.ts';
import { useLanguage } from '../../lib/language.ts';
import { paths } from '../../lib/paths.ts';
import { useAmounts } from '../../services/session/amounts.tsx';
import { useSite } from '../../services/session/site.ts';
import { ComplainAbout } from './complain-about.tsx';
import { CancelDeposit } from './cancel-deposit.tsx';
import { assetText, DepositStatusChip, Moment, rateText, Reason } from './cashier-words.tsx';
import { depositSteps } from './course.ts';
import { DetailColumns, FACTS_PLACE } from './detail-columns.tsx';
import { trimmed, trimZeros } from './deposit-rules.ts';
import { ProofView } from './proof-view.tsx';

/** A deposit that is paid or over: what arrived, its course, its facts, and the next step. */
export function DepositDetail({ deposit, action }: { deposit: DepositView; action?: ReactNode }) {
  const t = useTranslations('cashier');
  const amounts = useAmounts();
  const differs = deposit.credited !== null && deposit.credited !== deposit.amount;
  return (
    <DetailColumns>
      <Card className="text-center">
        <DepositStatusChip deposit={deposit} />
        <p className="mt-2 text-display">
          <MoneyText text={amounts(deposit.credited ?? deposit.amount)} />
        </p>
        <p className="mt-1 text-body-s text-text-2">
          {deposit.credited === null ? t('deposit.submitted') : t('deposit.credited')}
        </p>
        {differs && (
          <p className="tnum mt-1 text-body-s text-warn">{t('deposit.differs', { amount: amounts(deposit.amount) })}</p>
        )}
      </Card>
      <Course deposit={deposit} />
      <DepositFacts deposit={deposit} />
      <NextStep deposit={deposit} />
      {action}
      <ComplainAbout deposit={deposit.id} name={deposit.reference} />
    </DetailColumns>
  );
}

function Course({ deposit }: { deposit: DepositView }) {
  const t = useTranslations('cashier');
  const amounts = useAmounts();
  return (
    <Card>
      <Timeline
        label={t('course.label')}
        items={depositSteps(deposit).map(({ key, state, at }) => ({
          key,
          state,
          title: t(`course.${key}`),
          spoken: t(`course.states.${state}`),
          ...(at === null ? {} : { time: <Moment at={at} /> }),
          ...noteOf(key),
        }))}
      />
    </Card>
  );

  function noteOf(key: string) {
    if (key === 'awaitingReview' || key === 'reviewing') {
      if (deposit.status !== 'pending' && deposit.status !== 'reviewing') return {};
      if (deposit.kind === 'practice') return { note: t('course.practiceNote') };
      return deposit.arrivalMinutes === 0 ? {} : { note: t('course.reviewNote', { minutes: deposit.arrivalMinutes }) };
    }
    if (key === 'credited') {
      const differs = deposit.credited !== null && deposit.credited !== deposit.amount;
      return {
        note: (
          <>
            {amounts(deposit.credited ?? deposit.amount)}
            {differs && (
              <span className="block">
                <Reason of="depositDiffers" reason={deposit.reason} />
              </span>
            )}
          </>
        ),
      };
    }
    if (key === 'rejected') return { note: <Reason of="depositRejected" reason={deposit.reason} /> };
    if (key === 'expired') return { note: t('course.expiredNote') };
    return {};
  }
}

function DepositFacts({ deposit }: { deposit: DepositView }) {
  const t = useTranslations('cashier');
  const actions = useTranslations('common.actions');
  const wallet = useTranslations('common.wallet');
  const language = useLanguage();
  const amounts = useAmounts();
  const { currency } = useSite();
  const [isShown, setIsShown] = useState(false);
  const isOther = deposit.kind === 'usdt';
  return (
    <section className={cx('rounded-card border border-line bg-surface-1 px-4 py-1 shadow-card', FACTS_PLACE)}>
      <Facts>
        <Fact name={t('facts.method')}>{deposit.names[language]}</Fact>
        <Fact name={t('facts.wallet')}>{wallet(deposit.wallet)}</Fact>
        <Fact name={t('facts.submitted')}>{amounts(deposit.amount)}</Fact>
        {isOther && (
          <>
            <Fact name={t('facts.assetAmount')}>{assetText(trimZeros(deposit.assetAmount), deposit.asset)}</Fact>
            <Fact name={t('facts.rate')}>{rateText(deposit.rate, currency.symbol)}</Fact>
          </>
        )}
        {deposit.credited !== null && <Fact name={t('facts.credited')}>{amounts(deposit.credited)}</Fact>}
        {deposit.txid !== null && (
          <Fact name={t('usdt.txid')} copy={{ text: deposit.txid, label: `${actions('copy')} ${t('usdt.txid')}` }}>
            <span className="break-all">{`${deposit.txid.slice(0, 8)}…${deposit.txid.slice(-8)}`}</span>
          </Fact>
        )}
        {deposit.payer !== null && <Fact name={t('bank.payer')}>{deposit.payer}</Fact>}
        <Fact
          name={t('facts.reference')}
          copy={{ text: deposit.reference, label: `${actions('copy')} ${t('facts.reference')}` }}
        >
          {deposit.reference}
        </Fact>
        <Fact name={t('facts.createdAt')}>
          <Moment at={deposit.createdAt} />
        </Fact>
        {deposit.hasProof && (
          <Fact name={t('proof.label')}>
            <Button variant="text" size="small" className="-me-4" onClick={() => setIsShown(true)}>
              {t('proof.see')}
            </Button>
          </Fact>
        )}
      </Facts>
      {deposit.hasProof && <ProofView id={deposit.id} open={isShown} onClose={() => setIsShown(false)} />}
    </section>
  );
}

/** Cancel while nobody reviews it; after a rejection, the same again or the support. */
function NextStep({ deposit }: { deposit: DepositView }) {
  const t = useTranslations('cashier');
  if (deposit.status === 'recharging') {
    return (
      <a href={hrefTo(paths.deposit(deposit.id))} className={buttonClass('primary', 'medium', true)}>
        {t('deposit.continue')}
      </a>
    );
  }
  if (deposit.status === 'pending') return <CancelDeposit deposit={deposit} />;
  if (deposit.status !== 'rejected' && deposit.status !== 'cancelled') return null;
  return (
    <div className="flex flex-wrap gap-3 *:flex-1 *:basis-[6rem]">
      <a href={hrefTo(paths.webview())} className={buttonClass('secondary', 'medium')}>
        {t('contact')}
      </a>
      <a href={hrefTo(againPath(deposit))} className={buttonClass('outline', 'medium')}>
        {t('deposit.resubmit')}
      </a>
    </div>
  );
}

/** A new deposit with the same values. */
export function againPath({ kind, channel, amount, assetAmount }: DepositView) {
  if (kind === 'online') return paths.rechargeMore(channel, trimmed(amount));
  return paths.recharge(kind, kind === 'usdt' ? trimZeros(assetAmount) : trimmed(amount));
}
