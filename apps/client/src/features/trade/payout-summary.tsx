import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Term } from '../../lib/term.tsx';
import { formatClock, zoneLabel } from '../../lib/time.ts';
import type { TicketSummary } from './order-ticket-summary.ts';
import { useFigures } from './ticket-words.ts';

const NONE = '--';

type PayoutSummaryProps = {
  readonly summary: TicketSummary | null;
  readonly entryDelaySec: number;
  readonly isDense?: boolean;
};

/** What an order costs and gives beside the two sides: fee, payout, break-even rate and the settlement time. */
export function PayoutSummary({ summary, entryDelaySec, isDense = false }: PayoutSummaryProps) {
  const t = useTranslations('trade.ticket');
  const { full, percent } = useFigures();
  return (
    // Held sideways it follows the button, whole and below the fold: half a line of it above the button cannot be read.
    <section
      aria-label={t('summary')}
      className="flex flex-col gap-3 short:gap-2 sideways:order-last sideways:gap-1 sideways:pt-4"
    >
      {isDense && <WinLose summary={summary} isDense />}
      <dl className="flex flex-wrap justify-between gap-x-4 gap-y-2 short:gap-y-1">
        <Row label={t('payout')}>{summary === null ? NONE : full(summary.payout)}</Row>
        <Row label={t('fee')}>{summary === null ? NONE : summary.fee === 0n ? t('noFee') : full(summary.fee)}</Row>
        <Row label={<Term word="breakEven">{t('breakEven')}</Term>}>
          {summary === null ? NONE : percent(summary.breakEvenRate)}
        </Row>
      </dl>
      <div className="text-caption text-text-3">
        <p className="tnum">
          {summary === null
            ? NONE
            : t('closes', { time: formatClock(summary.closesAtMs), zone: zoneLabel(summary.closesAtMs) })}
        </p>
        <p className="mt-1 short:mt-0">{t('entryNote', { delay: entryDelaySec })}</p>
      </div>
    </section>
  );
}

/** The possible win and loss at the same size. In a sheet they stand at the button: no window is too low for them. */
export function WinLose({ summary, isDense = false }: { summary: TicketSummary | null; isDense?: boolean }) {
  const t = useTranslations('trade.ticket');
  const { full, net } = useFigures();
  return (
    <dl
      className={
        isDense
          ? 'flex min-h-10 flex-wrap items-center justify-between gap-x-2 rounded-control bg-surface-2 px-3'
          : 'grid grid-cols-2 gap-2'
      }
    >
      <Side label={t('win')} tone="text-win" isDense={isDense}>
        {summary === null ? NONE : net(summary.gain)}
      </Side>
      <Side label={t('lose')} tone="text-lose" isDense={isDense}>
        {summary === null ? NONE : `−${full(summary.loss)}`}
      </Side>
    </dl>
  );
}

type SideProps = { label: string; tone: string; isDense: boolean; children: ReactNode };

function Side({ label, tone, isDense, children }: SideProps) {
  return isDense ? (
    <div className="flex items-baseline gap-1 whitespace-nowrap">
      <dt className="text-caption text-text-2">{label}</dt>
      <dd className={`tnum text-body-s font-bold ${tone}`}>{children}</dd>
    </div>
  ) : (
    <div className="min-w-0 rounded-control bg-surface-2 px-3 py-1 leading-tight sideways:px-2">
      <dt className="text-caption text-text-2">{label}</dt>
      <dd className={`tnum text-body font-bold whitespace-nowrap ${tone}`}>{children}</dd>
    </div>
  );
}

function Row({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt className="text-caption text-text-3">{label}</dt>
      <dd className="tnum text-body-s font-bold">{children}</dd>
    </div>
  );
}
