/*
 * Orders of which this device got no answer, or a refusal, and that the account has all the same. They are kept on the device and
 * shown at each visit, until the member has seen them.
 */

import { observable } from '@candor/api-client/observable';
import type { OrderView } from '@candor/contract/trading';
import { readKept, updateKept } from '../../lib/kept-store.ts';
import { useObservable } from '../../lib/observable.ts';
import { useSession } from '../session/session.ts';

export type LateOrder = {
  readonly id: string;
  readonly account: string;
  readonly product: string;
  /** ISO. */
  readonly acceptedAt: string;
  /** The site had refused it, or said that it has no such order. Otherwise the answer was lost. */
  readonly wasDenied: boolean;
};

const KEY = 'orders-late';
const LATE_MAX = 20;
const late = observable<readonly LateOrder[]>([]);

/** Of the member who is here, the first found first. */
export function useLateOrders(): readonly LateOrder[] {
  const account = useSession(({ name }) => name);
  return useObservable(late).filter((order) => order.account === account);
}

/** Loads what an earlier visit found. */
export async function recallLateOrders(): Promise<void> {
  late.set(readLate(await readKept(KEY)));
}

export async function tellLateOrder(
  { id, product, acceptedAt }: Pick<OrderView, 'id' | 'product' | 'acceptedAt'>,
  account: string,
  wasDenied: boolean,
): Promise<void> {
  const told = { id, account, product, acceptedAt, wasDenied };
  await change((known) => (known.some((one) => one.id === id) ? known : [...known, told].slice(-LATE_MAX)));
}

/** The member has seen it. */
export async function putLateOrderAway(orderId: string): Promise<void> {
  await change((known) => known.filter(({ id }) => id !== orderId));
}

/** What cannot be written is shown in this visit alone. */
async function change(next: (known: readonly LateOrder[]) => readonly LateOrder[]): Promise<void> {
  late.set(next(late.get()));
  await updateKept(KEY, (kept) => next(readLate(kept))).catch(() => undefined);
}

function readLate(kept: unknown): LateOrder[] {
  if (!Array.isArray(kept)) return [];
  return kept.flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null) return [];
    const { id, account, product, acceptedAt, wasDenied }: Record<string, unknown> = { ...entry };
    if (typeof id !== 'string' || typeof account !== 'string' || typeof product !== 'string') return [];
    if (typeof acceptedAt !== 'string' || typeof wasDenied !== 'boolean') return [];
    return [{ id, account, product, acceptedAt, wasDenied }];
  });
}
