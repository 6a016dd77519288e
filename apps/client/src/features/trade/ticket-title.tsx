import { useLanguage } from '../../lib/language.ts';
import { useActiveOrders } from '../../services/active-order/following/active-orders.ts';
import { OrderPanelTitle, OrderTitle } from '../../services/active-order/showing/order-title.tsx';
import type { TicketModel } from './use-ticket.ts';

type TicketTitleProps = {
  model: TicketModel;
  inDialog: boolean;
  /** An open order has a title of its own. */
  keepsForm?: boolean;
};

export function TicketTitle({ model, inDialog, keepsForm = false }: TicketTitleProps) {
  const language = useLanguage();
  const openId = useActiveOrders((state) => state.openId);
  if (openId !== null && !keepsForm) return <OrderPanelTitle id={openId} />;
  // If a tap decides the direction, no direction is chosen before.
  if (model.isInstant && !inDialog) return model.product.names[language];
  return <OrderTitle order={{ direction: model.ticket.direction, product: model.product.code }} />;
}
