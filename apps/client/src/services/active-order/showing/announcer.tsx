import { useActiveOrders } from '../following/active-orders.ts';

/**
 * Says what happened to an order, once, to screen readers. While a modal dialog is open nothing outside it is heard, so
 * one of these stands in the dialog too.
 */
export function Announcer() {
  const spoken = useActiveOrders((state) => state.spoken);
  return (
    <p role="status" className="sr-only">
      {spoken}
    </p>
  );
}
