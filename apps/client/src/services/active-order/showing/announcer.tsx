import { useActiveOrders } from '../following/active-orders.ts';

/**
 * Announces once, to screen readers, what happened to an order. While a modal dialog is open, screen readers ignore
 * everything outside it, so the dialog has its own announcer.
 */
export function Announcer() {
  const spoken = useActiveOrders((state) => state.spoken);
  return (
    <p role="status" className="sr-only">
      {spoken}
    </p>
  );
}
