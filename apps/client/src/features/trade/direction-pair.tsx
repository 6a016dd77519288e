import type { ReactNode } from 'react';
import { CircleCheck, Zap } from 'lucide-react';
import { buttonClass } from '@candor/ui/button.tsx';
import { cx } from '@candor/ui/cx';
import { Spinner } from '@candor/ui/spinner.tsx';
import { useTranslations } from 'use-intl';
import { formatMoney } from '../../lib/format.ts';
import type { OrderIntent } from '../../services/active-order/placing/order-flow.ts';
import { useServerSecond } from '../../services/active-order/following/server-second.ts';
import { useSite } from '../../services/session/site.ts';
import type { Direction } from './order-ticket.ts';
import { ProblemLine } from './problem-line.tsx';
import { useFigures } from './ticket-words.ts';
import type { TicketModel } from './use-ticket.ts';

/** How long a note about an accepted order stays beside the buttons. */
const TOLD_MS = 4_000;

type PairProps = { model: TicketModel; onChoose: (direction: Direction) => void };

/** Both directions, or why neither can be ordered. */
export function DirectionPair({ model, onChoose }: PairProps) {
  const { problem } = model;
  if (problem?.repair.kind === 'waitForOpening') {
    return <ProblemLine problem={problem} onRetry={model.refreshPrice} onReset={() => model.showReset(true)} />;
  }
  return (
    <>
      <PairNote model={model} />
      <DirectionButtons model={model} onChoose={onChoose} />
    </>
  );
}

/** Both directions at equal size, with what the chosen amount would win and lose. */
export function DirectionButtons({ model, onChoose }: PairProps) {
  const isBlocked = model.problem?.field === 'order';
  return (
    <div className="grid grid-cols-2 gap-3">
      {(['up', 'down'] as const).map((direction) => (
        <DirectionButton
          key={direction}
          model={model}
          direction={direction}
          isBlocked={isBlocked}
          onChoose={onChoose}
        />
      ))}
    </div>
  );
}

type DirectionButtonProps = {
  model: TicketModel;
  direction: Direction;
  isBlocked: boolean;
  onChoose: (direction: Direction) => void;
};

function DirectionButton({ model, direction, isBlocked, onChoose }: DirectionButtonProps) {
  const t = useTranslations('trade.ticket');
  const { full, net } = useFigures();
  const { summary, flow } = model;
  const isSending = flow.at === 'submitting' && flow.intent.body.direction === direction;
  return (
    <button
      type="button"
      disabled={isBlocked}
      aria-busy={isSending || undefined}
      onClick={() => onChoose(direction)}
      className={`${buttonClass(direction, 'large', true)} min-h-18 flex-col gap-0 px-2! py-1 leading-tight`}
    >
      <span className="whitespace-nowrap">
        <span aria-hidden="true" className="me-2 glyph">
          {direction === 'up' ? '▲' : '▼'}
        </span>
        {t(direction)}
      </span>
      {/* What can be lost is as visible as what can be won. */}
      <span className="tnum flex flex-col text-caption font-medium *:whitespace-nowrap">
        {summary === null ? (
          '--'
        ) : (
          <>
            <span>{t('gain', { amount: net(summary.gain) })}</span>{' '}
            <span>{t('loss', { amount: `−${full(summary.loss)}` })}</span>
          </>
        )}
      </span>
    </button>
  );
}

/** The outcome of the last tap, for a moment; otherwise what stops the next tap from ordering. */
function PairNote({ model }: { model: TicketModel }) {
  const { problem } = model;
  const note = useTapNote(model);
  if (note !== null) return note;
  if (problem === null || problem.field !== 'order') return null;
  return <ProblemLine problem={problem} onRetry={model.refreshPrice} onReset={() => model.showReset(true)} />;
}

/** The outcome of the last tap, for a moment; null after it. */
export function useTapNote({ flow, product }: TicketModel): ReactNode {
  const t = useTranslations('trade');
  const now = useServerSecond();
  if (flow.at === 'submitting' && flow.intent.body.product === product.code) {
    return <Note icon={<Spinner />}>{t('ticket.submitting')}</Note>;
  }
  if (flow.at === 'accepted' && flow.intent.body.product === product.code && now < flow.knownAtMs + TOLD_MS) {
    return (
      <Note icon={<CircleCheck aria-hidden="true" className="size-4.5 text-success" />}>
        <SubmittedText intent={flow.intent} />
      </Note>
    );
  }
  return null;
}

/** Visual only: screen readers announce every accepted order anyway. */
function Note({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <p className="flex min-h-11 items-center gap-2 rounded-control bg-surface-2 px-3 text-body-s font-bold">
      {icon}
      {children}
    </p>
  );
}

function SubmittedText({ intent }: { intent: OrderIntent }) {
  const t = useTranslations('trade');
  const { symbol } = useSite().currency;
  const { direction, stake } = intent.body;
  return (
    <span className="tnum">
      {t('oneTap.submitted', { direction: t(`ticket.${direction}`), amount: formatMoney(stake, { symbol }) })}
    </span>
  );
}

/** Says that a tap places an order, and up to which amount; opens the settings. Empty while the mode is off. */
export function OneTapLabel({ model }: { model: TicketModel }) {
  const t = useTranslations('trade.oneTap');
  const { symbol } = useFigures();
  const { oneTap, isInstant, summary } = model;
  if (!oneTap.isOn) return null;
  const limit = formatMoney(oneTap.limit, { symbol });
  const isAbove = !isInstant && summary !== null;
  return (
    <button
      type="button"
      onClick={() => model.showSettings(true)}
      className={cx(
        'press flex min-h-11 w-full items-center gap-2 text-start text-caption font-bold',
        isAbove ? 'text-warn' : 'text-text-1',
      )}
    >
      <Zap aria-hidden="true" className="size-4 shrink-0" />
      <span className="tnum">{t(isAbove ? 'above' : 'on', { limit })}</span>
    </button>
  );
}
