import type { RoomView } from '@candor/contract/trading';
import type { Wallet } from '@candor/contract/envelope';
import { formatMoney, money } from '@candor/domain/money';
import type { Currency } from '@candor/domain/money';
import { largestPossible } from '@candor/domain/trading/place-order';
import type { Db } from '../../platform/db/pool.ts';
import { currentTerms, newestTicks, productFacts } from '../../services/quotes/quote-store.ts';
import { readHouseBooks } from './house-books.ts';

/**
 * What the limits of a product leave to an order that comes now; null for a product that is not offered. A glance, without a lock: whoever
 * is refused is refused by the database.
 */
export async function readRoomOf(
  db: Db,
  { product, wallet, nowMs }: { product: string; wallet: Wallet; nowMs: number },
  paidIn: Currency,
): Promise<RoomView['items'] | null> {
  const [facts, terms, ticks] = [
    await productFacts(db, [product]),
    await currentTerms(db, [product]),
    await newestTicks(db, [product]),
  ];
  const offered = terms.get(product);
  if (!facts.has(product) || offered === undefined) return null;
  if (offered.lossLimits === undefined) return [];
  const wished = offered.durations.map(({ seconds }) => ({ product, wallet, durationSec: seconds }));
  const books = await readHouseBooks(db, wished, nowMs, terms, ticks, false);
  return offered.durations.map((offer, index) => {
    const wish = wished[index];
    const book = wish === undefined ? null : books.bookOf(wish);
    const largest = (direction: 'up' | 'down') =>
      formatMoney(money(largestPossible({ book, terms: offered }, direction, offer)), paidIn);
    return { seconds: offer.seconds, up: largest('up'), down: largest('down') };
  });
}
