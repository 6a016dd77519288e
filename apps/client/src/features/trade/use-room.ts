import { useQuery } from '@tanstack/react-query';
import { readRoom } from '@candor/contract/calls/trading';
import type { Wallet } from '@candor/contract/envelope';
import type { ProductView } from '@candor/contract/market';
import { parseMoney } from '@candor/domain/money';
import type { Currency, Money } from '@candor/domain/money';
import { call } from '../../services/api/request.ts';
import { queryKeys } from '../../services/queries/query-keys.ts';
import type { Ticket } from './order-ticket.ts';

const EVERY_MS = 2_000;

/**
 * The largest stake that the limits of the product leave right now; null where none is known. It may change until the order is sent, so
 * it tells and never forbids: the server decides.
 */
export function useRoom(product: ProductView, wallet: Wallet, ticket: Ticket, paidIn: Currency): Money | null {
  const { code, lossLimits, status } = product;
  const room = useQuery({
    queryKey: queryKeys.room(code, wallet),
    queryFn: async ({ signal }) => await call(readRoom, { params: { code }, query: { wallet }, signal }),
    enabled: lossLimits !== undefined && status === 'trading',
    refetchInterval: EVERY_MS,
    // What was read a while ago says nothing of now.
    gcTime: 0,
  });
  const offer = room.data?.items.find(({ seconds }) => seconds === ticket.durationSec);
  const largest = offer === undefined ? null : parseMoney(offer[ticket.direction], paidIn);
  return largest?.ok === true ? largest.value : null;
}
