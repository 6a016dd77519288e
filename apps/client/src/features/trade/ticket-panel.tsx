import { useEffect } from 'react';
import { useActiveOrders, minimiseOrder, requestAgain } from '../../services/active-order/following/active-orders.ts';
import { OrderPanel } from '../../services/active-order/showing/order-panel.tsx';
import { droppedOrder } from '../../services/active-order/placing/order-flow.ts';
import { prepareToSubmit } from '../../services/active-order/placing/submit-order.ts';
import { OrderRefused, OrderUnknown } from './order-refused.tsx';
import { isPriceBack, refusalProblem } from './order-ticket-errors.ts';
import { RiskNotice } from './risk-notice.tsx';
import { TicketForm } from './ticket-form.tsx';
import type { TicketModel } from './use-ticket.ts';
import { navigate } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';

type TicketPanelProps = {
  model: TicketModel;
  inDialog: boolean;
  /** Closes the ticket itself; null if the ticket is permanent. */
  onClose: (() => void) | null;
};

/**
 * The content of the ticket's place: the open order, the pending or received answer, the risk notice, or the form. All
 * share one place, so no window ever covers another.
 */
export function TicketPanel({ model, inDialog, onClose }: TicketPanelProps) {
  const openId = useActiveOrders((state) => state.openId);
  const { flow, product } = model;
  useEffect(prepareToSubmit, []);

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
      wallet: model.wallet,
      opensAt: isOwn ? product.opensAt : null,
      openOrderId: isOwn ? model.openOrderId : null,
    });
    // Problems of a field of this form are shown at the field.
    if (problem.field === 'order' || !isOwn) {
      return (
        <OrderRefused
          problem={problem}
          reference={flow.intent.key}
          dropped={droppedOrder(flow)}
          isPriceBack={isPriceBack(model.problem, model.priceAge)}
          onClose={model.dismiss}
          onRetry={model.refreshPrice}
          onReset={() => model.showReset(true)}
        />
      );
    }
  }
  if (model.isRiskShown) return <RiskNotice model={model} />;
  return <TicketForm model={model} inDialog={inDialog} onReject={() => onClose?.()} />;
}
