import { leaveTicket, useActiveOrders } from '../../services/active-order/following/active-orders.ts';
import { dismissOrderFlow } from '../../services/active-order/placing/current-flow.ts';

/**
 * The ticket closes: a running order continues as the pill; a refusal that was seen here is not shown again elsewhere.
 */
export function leaveTrade(): void {
  if (useActiveOrders.getState().isTicketShown) dismissOrderFlow();
  leaveTicket();
}
