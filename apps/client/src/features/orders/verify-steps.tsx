/*
 * The steps of a check as they run. Each says in plain sentences what was checked, what that means for the member, and what to do
 * if it fails; the figures come after them.
 */

import { useEffect, useRef } from 'react';
import type { OrderView } from '@candor/contract/trading';
import { cx } from '@candor/ui/cx';
import { Spinner } from '@candor/ui/spinner.tsx';
import { Check, ChevronDown, Minus, MonitorSmartphone, X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { formatPrice } from '../../lib/format.ts';
import { hrefTo } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { stepStates } from '../../services/proof/check-steps.ts';
import type { CheckStep, StepReport, StepState } from '../../services/proof/check-steps.ts';
import type { ReceiptFigures } from '../../services/proof/receipt-file.ts';

type Props = {
  reports: readonly StepReport[];
  figures: ReceiptFigures | null;
  order: OrderView;
  isRunning: boolean;
  /** This check saw the signing key for the first time. */
  isFirstSeen: boolean;
};

export function VerifySteps({ reports, figures, order, isRunning, isFirstSeen }: Props) {
  const t = useTranslations('proof');
  const signer = reports.find(({ key }) => key === 'request')?.signer;
  const line = useStepLine(figures, order, isFirstSeen, signer);
  const { tie, witnessed = null } = reports.find(({ key }) => key === 'log') ?? {};
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (isRunning) list.current?.scrollIntoView({ block: 'nearest' });
  }, [isRunning]);
  return (
    <ol ref={list} aria-label={t('stepsLabel')} className="flex flex-col rounded-card bg-surface-2 px-4 py-2">
      {stepStates(reports, isRunning).map(({ key, state }) => (
        <li key={key} data-step={key} data-state={state} className="flex min-h-12 items-start gap-3 py-2">
          <Mark state={state} />
          {state === 'pending' || state === 'running' ? (
            <StepName step={key} state={state} />
          ) : (
            // What is wrong stands open, what only the member can tell, and a key that was compared with nothing.
            <details
              open={state === 'failed' || state === 'elsewhere' || (key === 'key' && isFirstSeen)}
              className="group min-w-0 grow"
            >
              <summary className="press flex cursor-pointer list-none items-start gap-2 [&::-webkit-details-marker]:hidden">
                <span className="min-w-0 grow">
                  <StepName step={key} state={state} />
                  <span className="block text-caption text-text-2">
                    {t(key === 'key' && isFirstSeen ? 'steps.key.first.checked' : `steps.${key}.plain.checked`)}
                  </span>
                </span>
                <ChevronDown
                  aria-hidden="true"
                  className="relative top-0.5 size-4.5 shrink-0 text-text-3 transition-transform group-open:rotate-180"
                  strokeWidth={1.75}
                />
              </summary>
              <p className="mt-1 text-caption text-text-2">
                {t(key === 'key' && isFirstSeen ? 'steps.key.first.means' : `steps.${key}.plain.means`)}
              </p>
              <p className={cx('mt-1 text-caption', state === 'failed' ? 'font-bold text-danger' : 'text-text-2')}>
                {t(`steps.${key}.plain.ifNot`)}
              </p>
              <p className="mt-2 text-caption font-bold text-text-3">{t('detail')}</p>
              <p
                className={cx(
                  'tnum text-caption',
                  state === 'failed' ? 'text-danger' : state === 'elsewhere' ? 'text-text-1' : 'text-text-2',
                )}
              >
                {line(key, state === 'elsewhere' ? 'ok' : state)}
                {key === 'prices' && state === 'ok' && figures !== null && figures.reportedSeconds > 0 && (
                  <span className="block">{t('steps.prices.reported', { count: figures.reportedSeconds })}</span>
                )}
                {key === 'log' && state === 'ok' && typeof figures?.settledPlace === 'number' && (
                  <span className="block">{t('steps.log.settled', { place: figures.settledPlace })}</span>
                )}
                {key === 'log' && tie !== undefined && figures?.logPlace !== 'none' && (
                  <span className="block">{t(`steps.log.${tie}`)}</span>
                )}
                {key === 'log' && witnessed !== null && (
                  <span className="block">
                    {t(`steps.log.${witnessed.count >= witnessed.quorum ? 'witnessed' : 'unwitnessed'}`, witnessed)}
                  </span>
                )}
              </p>
              {key === 'key' && (
                <a
                  href={hrefTo(paths.compare())}
                  className="inline-flex min-h-11 items-center text-caption font-bold text-link underline-offset-4 hover:underline"
                >
                  {t('key.compare')}
                </a>
              )}
            </details>
          )}
        </li>
      ))}
    </ol>
  );
}

function StepName({ step, state }: { step: CheckStep; state: StepState }) {
  const t = useTranslations('proof');
  return (
    <span className={cx('block text-body-s font-bold', state === 'pending' && 'text-text-3')}>
      {t(`steps.${step}.name`)}
      <span className="sr-only">{t('stateOf', { state: t(`states.${state}`) })}</span>
    </span>
  );
}

function Mark({ state }: { state: StepState }) {
  const icon = { 'aria-hidden': true, className: 'size-3.5', strokeWidth: 2.5 } as const;
  const appearance = {
    pending: 'border-2 border-surface-3',
    running: 'text-info',
    ok: 'ui-tint [--tint:16%] [--tint-on:transparent] text-success',
    elsewhere: 'ui-tint [--tint:16%] [--tint-on:transparent] text-info',
    failed: 'bg-danger-fill text-on-danger',
    skipped: 'bg-surface-3 text-text-2',
  }[state];
  return (
    <span className={cx('mt-px flex size-5 shrink-0 items-center justify-center rounded-full', appearance)}>
      {state === 'running' && <Spinner className="size-4.5" />}
      {state === 'ok' && <Check {...icon} />}
      {state === 'elsewhere' && <MonitorSmartphone {...icon} />}
      {state === 'failed' && <X {...icon} />}
      {state === 'skipped' && <Minus {...icon} />}
    </span>
  );
}

function useStepLine(
  figures: ReceiptFigures | null,
  order: OrderView,
  isFirstSeen: boolean,
  signer: StepReport['signer'],
) {
  const t = useTranslations('proof.steps');
  const statusWords = useTranslations('common.status');
  return (key: CheckStep, state: 'ok' | 'failed' | 'skipped'): string => {
    if (state === 'failed') return t(`${key}.failed`);
    if (state === 'skipped' || figures === null) return t('kept.skipped');
    const { status, logPlace, request } = figures;
    switch (key) {
      case 'key':
        return t(isFirstSeen ? 'key.firstSeen' : 'key.done');
      case 'acceptance':
        return t('acceptance.done', { no: order.no });
      case 'request':
        return t(`request.${request === 'signed' ? (signer ?? 'done') : request}`);
      case 'terms':
        return t('terms.done', { version: figures.termsVersion });
      case 'chain':
        return t('chain.done', { count: figures.ticks });
      case 'checkpoints':
        return t('checkpoints.done', { count: figures.checkpoints });
      case 'log':
        return typeof logPlace === 'number' ? t('log.done', { place: logPlace }) : t(`log.${logPlace}`);
      case 'prices':
        return status === null
          ? t('prices.pending')
          : t('prices.done', { entry: formatPrice(figures.entryPrice), exit: formatPrice(figures.exitPrice) });
      case 'outcome':
        return status === null ? t('outcome.pending') : t('outcome.done', { result: statusWords(status) });
      case 'amounts':
        return t('amounts.done', { count: figures.transfers });
      case 'format':
      case 'signature':
      case 'screen':
      case 'kept':
        return t(`${key}.done`);
    }
  };
}
