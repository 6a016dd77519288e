/* Words and small parts that several screens of "Invest and save" share. */

import { useState } from 'react';
import type { ReactNode } from 'react';
import type { AgreementCode, HoldingView, ProjectView, Risk } from '@candor/contract/invest';
import { Sheet } from '@candor/ui/modal.tsx';
import { Skeleton } from '@candor/ui/skeleton.tsx';
import { StatusChip } from '@candor/ui/status-chip.tsx';
import { createPortal } from 'react-dom';
import { useTranslations } from 'use-intl';
import { formatPercent } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { Status } from '../../lib/status.tsx';
import { formatDate } from '../../lib/time.ts';
import { LoadFailed, Loading } from '../../services/queries/query-states.tsx';
import { useSite } from '../../services/session/site.ts';
import { useAgreement } from './invest-queries.ts';

const RISK_TONES = { low: 'success', medium: 'warn', high: 'danger' } as const;

export function RiskChip({ risk }: { risk: Risk }) {
  const t = useTranslations('invest.risks');
  return (
    <StatusChip tone={RISK_TONES[risk]} icon="shield">
      {t(risk)}
    </StatusChip>
  );
}

export function HoldingStatusChip({ status }: Pick<HoldingView, 'status'>) {
  return <Status of={status === 'running' ? 'awaitingRepayment' : 'repaid'} />;
}

/** "3.50%": an annual rate. */
export function rateText(annualRate: string): string {
  return formatPercent(annualRate);
}

/** The early-exit rule of a contract in one sentence. */
export function useEarlyRule(): (early: ProjectView['early']) => string {
  const t = useTranslations('invest.early');
  return (early) => {
    if (early === null) return t('never');
    const rate = rateText(early.annualRate);
    return early.lockDays === 0 ? t('anyTime', { rate }) : t('after', { days: early.lockDays, rate });
  };
}

type AgreementLinkProps = { code: AgreementCode; version: number; children?: ReactNode };

/** The agreement in the version that counts, in a sheet: nothing typed is lost. */
export function AgreementLink({ code, version, children }: AgreementLinkProps) {
  const t = useTranslations('invest.agreement');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        onClick={(event) => {
          // Inside the label of a checkbox a press would also tick it.
          event.preventDefault();
          setIsOpen(true);
        }}
        className="inline min-h-6 text-start text-link underline-offset-4 hover:underline"
      >
        {children ?? t('link', { name: t(code), version })}
      </button>
      {createPortal(
        // Outside the label: a press on the text of the sheet would tick its box.
        <Sheet open={isOpen} onClose={() => setIsOpen(false)} title={t(code)}>
          <AgreementText code={code} version={version} isAsked={isOpen} />
        </Sheet>,
        document.body,
      )}
    </>
  );
}

function AgreementText({ code, version, isAsked }: { code: AgreementCode; version: number; isAsked: boolean }) {
  const t = useTranslations('invest.agreement');
  const language = useLanguage();
  const { timeZone } = useSite();
  const query = useAgreement(code, version, isAsked);
  const retry = () => void query.refetch();
  if (!isAsked) return null;
  if (query.data === undefined) {
    return query.isError ? (
      <LoadFailed error={query.error} onRetry={retry} />
    ) : (
      <Loading onRetry={retry}>
        <Skeleton className="h-64" />
      </Loading>
    );
  }
  const { text, title, publishedAt } = query.data;
  return (
    <article lang={language}>
      <p className="text-body font-bold">{title[language]}</p>
      <p className="tnum mt-1 text-caption text-text-3">
        {t('about', { version, date: formatDate(publishedAt, timeZone) })}
      </p>
      <div className="mt-3 flex flex-col gap-3 text-body-s leading-relaxed text-text-2">
        {text[language].split(/\n{2,}/).map((paragraph, index) => (
          <p key={index} className="whitespace-pre-line">
            {paragraph}
          </p>
        ))}
      </div>
    </article>
  );
}

/** A share as a bar. What it says is always beside it in words. */
export function ShareBar({ percent, className = 'bg-selected' }: { percent: number; className?: string }) {
  return (
    <span aria-hidden="true" className="block h-1.5 overflow-hidden rounded-full bg-surface-3">
      <span className={`block h-full rounded-full ${className}`} style={{ width: `${percent}%` }} />
    </span>
  );
}
