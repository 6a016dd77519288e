import { createHash } from 'node:crypto';
import { dateText } from '@candor/domain/market/local-time';
import type { DayNumber } from '@candor/domain/market/local-time';

const DAY_MS = 86_400_000;

/**
 * The id of the transfer that a holding or a date of savings has for one purpose; the database's invest_transfer gives the
 * same. An id that follows from its row can be written only once.
 */
export function investTransferId(
  kind: 'investment' | 'redemption' | 'interest',
  holdingId: string,
  day: DayNumber,
): string {
  const hash = createHash('sha256')
    .update(`${kind}/${holdingId}/${dateText(day)}`)
    .digest('hex');
  const time = (day * DAY_MS).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hash.slice(0, 3)}-8${hash.slice(3, 6)}-${hash.slice(6, 18)}`;
}
