/*
 * Compares the heads of the order log that a receipt and its prices name with the newest head that this device has verified, and
 * with those that the chosen witnesses cosigned. So a receipt cannot show an order in a log that nobody else is shown.
 */

import type { ProofCrypto } from '@candor/proof/crypto-port';
import { decidingHead, settledHead } from '@candor/proof/check-settled';
import { headsToTie, tieHeads } from '@candor/proof/order-log/tie-heads';
import { readReceipt } from '@candor/proof/read-receipt';
import type { WitnessPolicy } from '@candor/proof/order-log/witnessed';
import { chosenWitnesses, compareWitnesses, readWitnessNotes } from './chosen-witnesses.ts';
import { raise } from './look-at-log.ts';
import type { LogLook } from './look-at-log.ts';

/** open: not compared, because the site was not reached in time, or has no head yet that is new enough. */
export type LogTie = 'tied' | 'open' | 'differs';

/** How many of the chosen witnesses have seen the log of the settlement, or of the entry, and how many are needed. */
export type Witnessed = { readonly count: number; readonly quorum: number };

export type TiedReceipt = {
  readonly tie: LogTie;
  /** Null if no witness was chosen, or the receipt names no log. */
  readonly witnessed: Witnessed | null;
  /** Raises the alarm about what differs. For receipts that the site signed: anyone can write another one. */
  readonly alarm: () => Promise<void>;
};

/** The other steps are done by then. A page that waited longer would not tell the member more. */
const WAIT_MS_MAX = 6_000;

/** Never rejects: what was not compared is `open`. */
export async function tieReceipt(text: string, looking: Promise<LogLook>, crypto: ProofCrypto): Promise<TiedReceipt> {
  const policy = await chosenWitnesses(crypto);
  const open: TiedReceipt = { ...OPEN, witnessed: policy && { count: 0, quorum: policy.quorum } };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<TiedReceipt>((resolve) => {
    timer = setTimeout(() => resolve(open), WAIT_MS_MAX);
  });
  const tied = compare(text, looking, { policy, open, crypto }).catch(() => open);
  return await Promise.race([tied, tooLate]).finally(() => clearTimeout(timer));
}

const OPEN: TiedReceipt = { tie: 'open', witnessed: null, alarm: async () => undefined };

async function compare(
  text: string,
  looking: Promise<LogLook>,
  { policy, open, crypto }: { policy: WitnessPolicy | null; open: TiedReceipt; crypto: ProofCrypto },
): Promise<TiedReceipt> {
  const read = readReceipt(text);
  const heads = read.ok ? headsToTie(read.value) : [];
  if (!read.ok || heads.length === 0) return OPEN;
  // Sent at once, and needed last.
  const notes = policy === null ? [] : readWitnessNotes().catch(() => []);
  const look = await looking;
  const { head, log } = look;
  if (head === null) return open;
  const tied = await tieHeads(heads, head, { readTile: log.readTile, crypto });
  if (tied.kind === 'differs') {
    // The whole receipt would be too much for the store. Its signature covers this row, and the page offers it as a file.
    const { order, settled, signature, ticks } = read.value.receipt;
    const isSettled = settledHead(read.value.receipt)?.root === tied.head.root;
    const named = isSettled ? { settled } : { tick: ticks.find((row) => row.includes(tied.head.root)) };
    return differs(look, JSON.stringify({ order: order.id, ...named, signature }, null, 2));
  }
  if (tied.kind === 'ahead') return open;
  const deciding = decidingHead(read.value);
  if (policy === null || deciding === null) return { ...open, tie: 'tied' };
  const judged = await compareWitnesses(deciding, look, await notes, policy, crypto);
  if (judged.kind === 'contradicted') return differs(look, judged.by.note);
  return { ...OPEN, tie: 'tied', witnessed: { count: judged.names.length, quorum: policy.quorum } };
}

function differs({ head, log }: LogLook, shown: string): TiedReceipt {
  return { ...OPEN, tie: 'differs', alarm: async () => await raise('LOG_FORKED', head, shown, log) };
}
