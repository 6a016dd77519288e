import { rollOver } from '@candor/contract/calls/invest';
import { useId, useState } from 'react';
import type { HoldingDetail as Detail } from '@candor/contract/invest';
import { Button, buttonClass } from '@candor/ui/button.tsx';
import { Fact, Facts } from '@candor/ui/facts.tsx';
import { MoneyText } from '@candor/ui/money-text.tsx';
import { Card } from '@candor/ui/page.tsx';
import { Skeleton } from '@candor/ui/skeleton.tsx';
import { Switch } from '@candor/ui/switch.tsx';
import { showToast } from '@candor/ui/toast.tsx';
import { Check } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../lib/language.ts';
import { hrefTo } from '../../lib/location.ts';
import { useOnline } from '../../lib/online.ts';
import { paths } from '../../lib/paths.ts';
import { formatDateTime, zoneLabel } from '../../lib/time.ts';
import { messageOf } from '../../services/api/message-of.ts';
import { call } from '../../services/api/request.ts';
import { useBusinessDate } from '../../services/filters/business-date.ts';
import { LoadFailed, Loading } from '../../services/queries/query-states.tsx';
import { useAmounts } from '../../services/session/amounts.tsx';
import { Age } from '../../services/queries/age.tsx';
import { Ending } from './holding-row.tsx';
import { useKeptCall } from '../../services/calls/use-kept-call.ts';
import { investIntents } from './invest-calls.ts';
import { useHolding, useTakeAnswer } from './invest-queries.ts';
import { termPercent } from './invest-rules.ts';
import { AgreementLink, HoldingStatusChip, rateText, RiskChip, ShareBar, useEarlyRule } from './invest-words.tsx';
import { RedeemSheet } from './redeem-sheet.tsx';
import { TermLine } from './term-line.tsx';
import { ScrollRegion } from './scroll-region.tsx';

/** One investment: what it earns and when it comes back, its schedule, its agreement, and what the member may still do. */
export function HoldingDetail({ id }: { id: string }) {
  const t = useTranslations('invest.certificate');
  const query = useHolding(id);
  const retry = () => void query.refetch();
  if (query.data === undefined)
    return query.isError ? (
      <LoadFailed error={query.error} onRetry={retry} />
    ) : (
      <Loading onRetry={retry}>
        <div className="flex flex-col gap-4">
          <Skeleton className="h-44 rounded-card" />
          <Skeleton className="h-64 rounded-card" />
        </div>
      </Loading>
    );
  const holding = query.data;
  return (
    <div className="flex flex-col gap-4">
      <Head holding={holding} />
      <Age query={query} />
      <div className="flex flex-wrap gap-3 *:flex-1 *:basis-[6rem]">
        <a href={hrefTo(paths.certificate(holding.id))} className={buttonClass('secondary', 'small')}>
          {t('open')}
        </a>
        <EarlyExit holding={holding} />
      </div>
      {holding.status === 'running' ? <RollOver holding={holding} /> : <Afterwards holding={holding} />}
      <Contract holding={holding} />
      <Schedule holding={holding} />
    </div>
  );
}

function Head({ holding }: { holding: Detail }) {
  const t = useTranslations('invest.holding');
  const language = useLanguage();
  const amounts = useAmounts();
  const today = useBusinessDate();
  return (
    <Card className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h2 className="min-w-0 text-body font-bold">{holding.names[language]}</h2>
        <HoldingStatusChip status={holding.status} />
      </div>
      <div>
        <p className="text-caption text-text-3">{t('principal')}</p>
        <p className="text-display">
          <MoneyText text={amounts(holding.principal)} />
        </p>
      </div>
      <p className="tnum text-body-s text-text-2">
        <Ending holding={holding} />
      </p>
      {holding.status === 'running' && <ShareBar percent={termPercent(holding)} />}
      <TermLine
        startsOn={holding.startsOn}
        redeemableFrom={holding.redeemableFrom}
        maturesOn={holding.maturesOn}
        today={today}
      />
    </Card>
  );
}

function Contract({ holding }: { holding: Detail }) {
  const t = useTranslations('invest');
  const actions = useTranslations('common.actions');
  const amounts = useAmounts();
  const earlyRule = useEarlyRule();
  const isRunning = holding.status === 'running';
  return (
    <Card>
      <Facts>
        <Fact name={t('products.annual')}>{rateText(holding.annualRate)}</Fact>
        <Fact name={t(isRunning ? 'outlook.interest' : 'holding.earned')}>{amounts(holding.totalInterest)}</Fact>
        <Fact name={t('holding.accrued')}>{amounts(holding.accrued)}</Fact>
        <Fact name={t('holding.paid')}>{amounts(holding.paid)}</Fact>
        <Fact name={t('products.risk')}>
          <RiskChip risk={holding.risk} />
        </Fact>
        <Fact
          name={t('certificate.reference')}
          copy={{ text: holding.reference, label: `${actions('copy')} ${t('certificate.reference')}` }}
        >
          {holding.reference}
        </Fact>
        <Fact name={t('certificate.madeAt')}>
          {formatDateTime(holding.createdAt)} <span className="text-text-3">{zoneLabel(holding.createdAt)}</span>
        </Fact>
        <Fact name={t('agreement.word')}>
          <AgreementLink code="project" version={holding.agreementVersion}>
            {t('agreement.version', { version: holding.agreementVersion })}
          </AgreementLink>
        </Fact>
      </Facts>
      <p className="mt-2 text-body-s text-text-2">
        {t(`pays.${holding.interest}`)} {earlyRule(holding.early)}
      </p>
      <Chain holding={holding} />
    </Card>
  );
}

/** The investments before and after this one, where the principal was invested again. */
function Chain({ holding: { rolledFrom, rolledTo } }: { holding: Detail }) {
  const t = useTranslations('invest.rollOver');
  const link = 'press inline-flex min-h-11 items-center text-body-s font-bold text-link';
  if (rolledFrom === null && rolledTo === null) return null;
  return (
    <p className="flex flex-wrap gap-x-4">
      {rolledFrom !== null && (
        <a href={hrefTo(paths.ebaoRecords(rolledFrom))} className={link}>
          {t('from')}
        </a>
      )}
      {rolledTo !== null && (
        <a href={hrefTo(paths.ebaoRecords(rolledTo))} className={link}>
          {t('to')}
        </a>
      )}
    </p>
  );
}

function Schedule({ holding: { schedule } }: { holding: Detail }) {
  const t = useTranslations('invest.schedule');
  const amounts = useAmounts();
  return (
    <Card>
      <h3 className="text-body font-bold">{t('title')}</h3>
      <ScrollRegion label={t('title')} className="mt-1 max-h-80">
        <ol>
          {schedule.map(({ date, interest, principal, paid }) => (
            <li
              key={date}
              className="tnum flex min-h-12 flex-wrap items-center justify-between gap-x-3 py-1 text-body-s [&:not(:last-child)]:border-b [&:not(:last-child)]:border-line"
            >
              <span className="flex min-w-0 items-center gap-2">
                <span
                  aria-hidden="true"
                  className={`flex size-4.5 shrink-0 items-center justify-center rounded-full border ${paid ? 'border-success bg-success text-bg' : 'border-line-control'}`}
                >
                  {paid && <Check className="size-3" strokeWidth={3} />}
                </span>
                <span>
                  {date} <span className="text-caption text-text-3">{t(paid ? 'paid' : 'toCome')}</span>
                </span>
              </span>
              <span className="ms-auto max-w-full text-end">
                {/[1-9]/.test(principal) && (
                  <span className="block">{t('principal', { amount: amounts(principal) })}</span>
                )}
                <span className="block text-text-2">{t('interest', { amount: amounts(interest) })}</span>
              </span>
            </li>
          ))}
        </ol>
      </ScrollRegion>
    </Card>
  );
}

/** Off unless the member asks for it, and it can be changed until the day of repayment. */
function RollOver({ holding }: { holding: Detail }) {
  const t = useTranslations('invest.rollOver');
  const language = useLanguage();
  const online = useOnline();
  const take = useTakeAnswer();
  const { run } = useKeptCall(investIntents);
  const id = useId();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState('');

  async function choose(on: boolean) {
    setIsBusy(true);
    setError('');
    try {
      const changed = await run({ call: 'rollOver' }, (idempotencyKey) =>
        call(rollOver, { params: { id: holding.id }, body: { on }, idempotencyKey }),
      );
      take.holding(changed);
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
        <h3 className="flex-1 text-body font-bold">
          <label htmlFor={id} className="block cursor-pointer py-2">
            {t('title')}
          </label>
        </h3>
        <Switch
          id={id}
          label={t('title')}
          checked={holding.rollOver}
          disabled={isBusy || !online}
          onChange={(on) => void choose(on)}
        />
      </div>
      <p className="text-body-s text-text-2">{t(holding.rollOver ? 'isOn' : 'isOff')}</p>
      {error !== '' && (
        <p role="alert" className="mt-1 text-body-s text-danger">
          {error}
        </p>
      )}
    </Card>
  );
}

/** After repayment: the transfers behind it, and the shortcut to invest again. */
function Afterwards({ holding }: { holding: Detail }) {
  const t = useTranslations('invest.holding');
  return (
    <div className="flex flex-wrap gap-3 *:flex-1 *:basis-[6rem]">
      <a href={hrefTo(paths.statement({ ref: holding.id }))} className={buttonClass('secondary', 'small')}>
        {t('transfers')}
      </a>
      <a
        href={hrefTo(paths.ebaoSubmit(holding.projectId, holding.principal.replace(/\.0+$/, '')))}
        className={buttonClass('outline', 'small')}
      >
        {t('again')}
      </a>
    </div>
  );
}

function EarlyExit({ holding }: { holding: Detail }) {
  const t = useTranslations('invest.redeem');
  const today = useBusinessDate();
  const [isOpen, setIsOpen] = useState(false);
  const { status, redeemableFrom, maturesOn } = holding;
  // The sheet stays while it shows its result.
  const canAsk = status === 'running' && redeemableFrom !== null && redeemableFrom < maturesOn;
  if (!canAsk && !isOpen) return null;
  const isLocked = redeemableFrom !== null && today < redeemableFrom;
  return (
    <>
      <Button variant="outline" size="small" disabled={isLocked} onClick={() => setIsOpen(true)}>
        {isLocked ? t('lockedUntil', { date: redeemableFrom }) : t('action')}
      </Button>
      {isOpen && <RedeemSheet holding={holding} onClose={() => setIsOpen(false)} />}
    </>
  );
}
