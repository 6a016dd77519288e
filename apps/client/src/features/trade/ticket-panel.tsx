import { useActiveOrders, minimiseOrder, requestAgain } from '../../services/active-order/following/active-orders.ts';
import { OrderPanel, OrderPanelTitle, OrderTitle } from '../../services/active-order/showing/order-panel.tsx';
import { OrderRefused, OrderUnknown } from './order-refused.tsx';
import { isPriceBack, refusalProblem } from './order-ticket-errors.ts';
import { RiskNotice } from './risk-notice.tsx';
import { TicketForm } from './ticket-form.tsx';
import type { TicketModel } from './use-ticket.ts';
import { useLanguage } from '../../lib/language.ts';
import { navigate } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';

type TicketPanelProps = {
  model: TicketModel;
  inDialog: boolean;
  /** Puts the ticket itself away; null where it always stands. */
  onClose: (() => void) | null;
};

/**
 * What stands in the ticket's place: the order that is open, the answer that is awaited or came, the risk notice, or the
 * form. One place for all of it, so no window ever covers another.
 */
export function TicketPanel({ model, inDialog, onClose }: TicketPanelProps) {
  const openId = useActiveOrders((state) => state.openId);
  const { flow, product } = model;

  if (openId !== null) {
    return (
      <OrderPanel
        key={openId}
        id={openId}
        inDialog={inDialog}
        onClose={() => {
          minimiseOrder();
          onClose?.();
        }}
        onContinue={(order) => {
          minimiseOrder();
          onClose?.();
          if (order.product !== product.code) navigate(paths.trade(order.product), { replace: true });
        }}
        onAgain={(order) => {
          requestAgain(order);
          minimiseOrder();
          if (order.product !== product.code) navigate(paths.trade(order.product, order.direction), { replace: true });
        }}
      />
    );
  }
  if (flow.at === 'unknown') return <OrderUnknown intent={flow.intent} onMinimise={onClose} />;
  if (flow.at === 'refused') {
    const isOwn = flow.intent.body.product === product.code;
    const problem = refusalProblem(flow.error, flow.params, {
      opensAt: isOwn ? product.opensAt : null,
      openOrderId: isOwn ? model.openOrderId : null,
    });
    // What belongs to a field of this form is shown there.
    if (problem.field === 'order' || !isOwn) {
      return (
        <OrderRefused
          problem={problem}
          reference={flow.intent.key}
          isPriceBack={isPriceBack(model.problem, model.priceAge)}
          onClose={model.dismiss}
          onRetry={model.refreshPrice}
        />
      );
    }
  }
  if (model.isRiskShown) return <RiskNotice model={model} />;
  return <TicketForm model={model} inDialog={inDialog} onReject={() => onClose?.()} />;
}

export function TicketTitle({ model, inDialog }: { model: TicketModel; inDialog: boolean }) {
  const language = useLanguage();
  const openId = useActiveOrders((state) => state.openId);
  if (openId !== null) return <OrderPanelTitle id={openId} />;
  // Where a tap decides the direction, none is chosen before.
  if (model.isInstant && !inDialog) return model.product.names[language];
  return <OrderTitle order={{ direction: model.ticket.direction, product: model.product.code }} />;
}
