import { keptStore, readKept } from '../../../lib/kept-store.ts';
import { createAccountChoice } from '../../session/account-choice.ts';

const NAME = 'results-told';

/** Up to which moment this device told a member every result, epoch ms by the server's clock. */
const choice = createAccountChoice(NAME, momentOf);

function momentOf(kept: unknown): number {
  return typeof kept === 'number' && Number.isSafeInteger(kept) ? kept : 0;
}

/** 0 before the member's first visit on this device, null until it is read. */
export const useToldUntil = choice.useChoice;

/** The moment never goes back. The server's clock has fractions of a millisecond, which are cut off: a result of that one counts. */
export function tellUntil(ms: number): void {
  choice.change((now) => Math.max(now, Math.floor(ms)));
}

/**
 * At what looks like the first visit: results count from now on. A database that opens late may know of an earlier visit, whose moment
 * holds then; true if it does.
 */
export async function beginToCount(account: string, nowMs: number): Promise<boolean> {
  const earlier = (await keptStore.opensLate()) ? momentOf(await readKept(`${NAME}:${account}`)) : 0;
  tellUntil(earlier > 0 ? earlier : nowMs);
  return earlier > 0;
}
