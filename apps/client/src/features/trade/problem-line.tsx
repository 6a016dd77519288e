import { CircleAlert } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { hrefTo } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { formatCountdown, formatDateTime, zoneLabel } from '../../lib/time.ts';
import { showOrder } from '../../services/active-order/following/active-orders.ts';
import { useServerSecond } from '../../services/active-order/following/server-second.ts';
import type { TicketProblem } from './order-ticket-errors.ts';
import { useProblemText } from './ticket-words.ts';

type ProblemLineProps = { problem: TicketProblem; onRetry: () => void; onReset: () => void };

/** Why no order is possible now, and the one step that fixes it. */
export function ProblemLine({ problem, onRetry, onReset }: ProblemLineProps) {
  const t = useTranslations('trade.problem');
  const say = useProblemText();
  return (
    <div
      role="status"
      // On a low window or a small phone it may not push the terms of the order under the buttons.
      className="flex min-h-11 flex-wrap items-center justify-end gap-x-2 rounded-control bg-surface-2 ps-3 pe-1 text-body-s text-text-1 small:ps-2 small:text-caption short:ps-2 short:text-caption"
    >
      <CircleAlert aria-hidden="true" className="size-4.5 shrink-0 text-warn" />
      <div className="min-w-0 flex-1 basis-[6rem] py-2 small:py-1 short:py-1">
        <p>{say(problem)}</p>
        {problem.repair.kind === 'waitForPrice' && <p className="text-caption text-text-2">{t('resumes')}</p>}
        {problem.repair.kind === 'waitForOpening' && problem.repair.opensAt !== null && (
          <Opening opensAt={problem.repair.opensAt} />
        )}
      </div>
      <RepairAction problem={problem} onRetry={onRetry} onReset={onReset} />
    </div>
  );
}

const ACTION =
  'press inline-flex min-h-11 shrink-0 items-center rounded-control px-3 text-body-s font-bold text-link small:px-1 small:text-caption short:px-1';

function RepairAction({ problem, onRetry, onReset }: ProblemLineProps) {
  const t = useTranslations('trade.problem');
  const { repair } = problem;
  switch (repair.kind) {
    case 'recharge':
      return (
        <a href={hrefTo(paths.recharge())} className={ACTION}>
          {t('recharge')}
        </a>
      );
    case 'reset':
      return (
        <button type="button" onClick={onReset} className={ACTION}>
          {t('reset')}
        </button>
      );
    case 'showPosition': {
      const { orderId } = repair;
      return orderId === null ? (
        <a href={hrefTo(paths.positions())} className={ACTION}>
          {t('showPosition')}
        </a>
      ) : (
        <button type="button" onClick={() => showOrder(orderId)} className={ACTION}>
          {t('showPosition')}
        </button>
      );
    }
    case 'contact':
      return (
        <a href={hrefTo(paths.service())} className={ACTION}>
          {t('contact')}
        </a>
      );
    case 'limits':
      return (
        <a href={hrefTo(paths.limits())} className={ACTION}>
          {t('limits')}
        </a>
      );
    case 'retry':
      return (
        <button type="button" onClick={onRetry} className={ACTION}>
          {t(problem.key === 'PRICE_OLD' ? 'refreshPrice' : 'retry')}
        </button>
      );
    case 'take':
    case 'waitForOpening':
    case 'waitForPrice':
    case 'correct':
    case 'none':
      return null;
  }
}

/** When the market opens, and how long until then. */
export function Opening({ opensAt }: { opensAt: string }) {
  const t = useTranslations('trade.page');
  const left = Date.parse(opensAt) - useServerSecond();
  return (
    <p className="tnum text-caption text-text-2">
      {t('opensAt', { time: formatDateTime(opensAt), zone: zoneLabel(opensAt) })}
      {left > 0 && ` · ${t('opensIn', { left: formatCountdown(left) })}`}
    </p>
  );
}
