/*
 * Compares the heads of the order log that a receipt's prices name with the newest head that this device has verified. So a
 * receipt cannot show an order in a log that nobody else is shown.
 */

import type { ProofCrypto } from '@candor/proof/crypto-port';
import { headsToTie, tieHeads } from '@candor/proof/order-log/tie-heads';
import { readReceipt } from '@candor/proof/read-receipt';
import { raise } from './look-at-log.ts';
import type { LogLook } from './look-at-log.ts';

/** open: not compared, because the site was not reached in time, or has no head yet that is new enough. */
export type LogTie = 'tied' | 'open' | 'differs';

export type TiedReceipt = {
  readonly tie: LogTie;
  /** Raises the alarm about what differs. For receipts that the site signed: anyone can write another one. */
  readonly alarm: () => Promise<void>;
};

/** The other steps are done by then. A page that waited longer would not tell the member more. */
const WAIT_MS_MAX = 6_000;

/** Never rejects: what was not compared is `open`. */
export async function tieReceipt(text: string, looking: Promise<LogLook>, crypto: ProofCrypto): Promise<TiedReceipt> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<TiedReceipt>((resolve) => {
    timer = setTimeout(() => resolve(OPEN), WAIT_MS_MAX);
  });
  const tied = compare(text, looking, crypto).catch(() => OPEN);
  return await Promise.race([tied, tooLate]).finally(() => clearTimeout(timer));
}

const OPEN: TiedReceipt = { tie: 'open', alarm: noAlarm };

async function noAlarm(): Promise<void> {}

async function compare(text: string, looking: Promise<LogLook>, crypto: ProofCrypto): Promise<TiedReceipt> {
  const read = readReceipt(text);
  const heads = read.ok ? headsToTie(read.value) : [];
  const { head, log } = await looking;
  if (!read.ok || head === null) return OPEN;
  const tied = await tieHeads(heads, head, { readTile: log.readTile, crypto });
  if (tied.kind !== 'differs') return tied.kind === 'tied' ? { tie: 'tied', alarm: noAlarm } : OPEN;
  // The whole receipt would be too much for the store. Its signature covers this row, and the page offers it as a file.
  const { order, signature, ticks } = read.value.receipt;
  const tick = ticks.find((row) => row.includes(tied.head.root));
  const shown = JSON.stringify({ order: order.id, tick, signature }, null, 2);
  return { tie: 'differs', alarm: async () => await raise('LOG_FORKED', head, shown, log) };
}
