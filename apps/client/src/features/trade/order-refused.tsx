import { CircleX, Download } from 'lucide-react';
import type { OrderIntent } from '../../services/active-order/placing/order-flow.ts';
import { ActionFoot } from '@candor/ui/action-foot.tsx';
import { Button } from '@candor/ui/button.tsx';
import { Spinner } from '@candor/ui/spinner.tsx';
import { useTranslations } from 'use-intl';
import { formatMoney } from '../../lib/format.ts';
import { navigate } from '../../lib/location.ts';
import { useOnline } from '../../lib/online.ts';
import { paths } from '../../lib/paths.ts';
import { showOrder } from '../../services/active-order/following/active-orders.ts';
import { useProductName } from '../../services/active-order/following/use-order.ts';
import { useSite } from '../../services/session/site.ts';
import type { Repair, TicketProblem } from './order-ticket-errors.ts';
import { Opening } from './problem-line.tsx';
import { useProblemText } from './ticket-words.ts';
import { saveFile } from '../../lib/save-file.ts';
import { signedOrderFile } from '../../services/active-order/placing/sign-order.ts';

type OrderRefusedProps = {
  inDialog: boolean;
  problem: TicketProblem;
  reference: string;
  /** The signed order, if the site did not take it without saying why. */
  dropped: OrderIntent | null;
  /** Orders would be accepted again at the current price. */
  isPriceBack: boolean;
  onClose: () => void;
  onRetry: () => void;
  onReset: () => void;
  /** Fills in the stake that the limits of the product leave. */
  onTake: (stake: string) => void;
};

/** The order was refused: why, that no money moved, and one step that fixes it. */
export function OrderRefused(props: OrderRefusedProps) {
  const { inDialog, problem, reference, dropped, isPriceBack, onClose, onRetry, onReset, onTake } = props;
  const t = useTranslations('trade.problem');
  const say = useProblemText();
  const { currency } = useSite();
  const act = repairAct(problem.repair, onRetry, onReset, onTake);
  const { repair } = problem;
  return (
    <section
      role="alert"
      className="flex min-h-full flex-col gap-3 text-center *:shrink-0 [&>:not(:last-child)]:self-center"
    >
      <CircleX aria-hidden="true" className="size-14 text-danger" strokeWidth={1.5} />
      <h3 className="text-title-2">{t('title')}</h3>
      <p className="text-body">{say(problem)}</p>
      {repair.kind === 'waitForOpening' && repair.opensAt !== null && <Opening opensAt={repair.opensAt} />}
      <p className="rounded-control bg-surface-2 px-4 py-2 text-body-s font-bold">{t('moneyUntouched')}</p>
      {repair.kind === 'waitForPrice' && (
        <p role="status" className={isPriceBack ? 'text-body-s text-success' : 'text-body-s text-text-2'}>
          {t(isPriceBack ? 'priceBack' : 'resumes')}
        </p>
      )}
      <p className="text-caption break-all text-text-3">{t('reference', { key: reference })}</p>
      {dropped !== null && <DroppedOrder intent={dropped} />}
      <ActionFoot
        ground={inDialog ? 'sheet' : 'surface-1'}
        beside={act !== null && <Close onClose={onClose} />}
        main={
          act === null ? (
            <Close onClose={onClose} />
          ) : (
            <Button
              onClick={() => {
                onClose();
                act();
              }}
            >
              {repair.kind === 'take'
                ? t('take', { amount: formatMoney(repair.stake, { symbol: currency.symbol }) })
                : t(repairLabel(repair))}
            </Button>
          )
        }
      />
    </section>
  );
}

function Close({ onClose }: { onClose: () => void }) {
  const t = useTranslations('common.actions');
  return (
    <Button variant="secondary" onClick={onClose}>
      {t('close')}
    </Button>
  );
}

type RepairLabel = 'recharge' | 'reset' | 'showPosition' | 'contact' | 'limits' | 'correct' | 'retry' | 'toTicket';

function repairLabel(repair: Exclude<Repair, { kind: 'take' }>): RepairLabel {
  if (repair.kind === 'waitForPrice') return 'toTicket';
  return repair.kind === 'none' || repair.kind === 'waitForOpening' ? 'retry' : repair.kind;
}

function repairAct(
  repair: Repair,
  onRetry: () => void,
  onReset: () => void,
  onTake: (stake: string) => void,
): (() => void) | null {
  switch (repair.kind) {
    case 'recharge':
      return () => navigate(paths.recharge());
    case 'reset':
      return onReset;
    case 'showPosition': {
      const { orderId } = repair;
      return () => (orderId === null ? navigate(paths.positions()) : showOrder(orderId));
    }
    case 'limits':
      return () => navigate(paths.limits());
    case 'contact':
      return () => navigate(paths.service());
    case 'correct':
    case 'waitForPrice':
      return () => undefined;
    case 'take': {
      const { stake } = repair;
      return () => onTake(stake);
    }
    case 'retry':
      return onRetry;
    case 'waitForOpening':
    case 'none':
      return null;
  }
}

/** No answer yet: the order is looked up by its key. This is never called a failure. */
type OrderUnknownProps = { inDialog: boolean; intent: OrderIntent; onMinimise: (() => void) | null };

export function OrderUnknown({ inDialog, intent, onMinimise }: OrderUnknownProps) {
  const t = useTranslations('trade');
  const isOnline = useOnline();
  const { currency } = useSite();
  const name = useProductName(intent.body.product);
  return (
    <section
      role="status"
      className="flex min-h-full flex-col gap-3 text-center *:shrink-0 [&>:not(:last-child)]:self-center"
    >
      <Spinner className="my-2 text-display text-info" />
      <h3 className="text-title-2">{t('unknown.title')}</h3>
      <p className="tnum text-body font-bold">
        {t(`ticket.${intent.body.direction}`)} {name} {formatMoney(intent.body.stake, { symbol: currency.symbol })}
      </p>
      <p className="text-body-s text-text-2">{isOnline ? t('unknown.text') : t('unknown.offline')}</p>
      <p className="rounded-control bg-surface-2 px-4 py-2 text-body-s font-bold text-warn">{t('unknown.noRepeat')}</p>
      <p className="text-caption break-all text-text-3">{t('problem.reference', { key: intent.key })}</p>
      <ActionFoot
        ground={inDialog ? 'sheet' : 'surface-1'}
        main={
          onMinimise === null ? undefined : (
            <Button variant="secondary" onClick={onMinimise}>
              {t('unknown.minimise')}
            </Button>
          )
        }
      />
    </section>
  );
}

/** A signed order that the site did not take: the member can keep what shows that they sent it. */
function DroppedOrder({ intent }: { intent: OrderIntent }) {
  const t = useTranslations('trade.ticket');
  return (
    <Button variant="text" size="small" onClick={() => save(intent)}>
      <Download aria-hidden="true" className="size-4" />
      {t('keepSent')}
    </Button>
  );
}

function save(intent: OrderIntent): void {
  saveFile(new Blob([signedOrderFile(intent)], { type: 'application/json' }), `candor-sent-order-${intent.key}.json`);
}
