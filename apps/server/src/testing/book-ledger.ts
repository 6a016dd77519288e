import { vi } from 'vitest';
import { bookHours } from '../features/books/book-hours.ts';
import type { Db } from '../platform/db/pool.ts';

/**
 * Books the hours that are over; there has to be one. The first look marks what is under way, and other tests on the same server may be for
 * a while. Returns how many were booked.
 */
export async function bookLedger(worker: Db): Promise<number> {
  return await vi.waitUntil(async () => await bookHours(worker, () => false), { timeout: 60_000, interval: 50 });
}
