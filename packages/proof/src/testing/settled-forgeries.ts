/** Lies about the settlement in the order log, told about a receipt of the third version. */
import { checkpointText } from '../checkpoint.ts';
import { isoText } from '../lines.ts';
import { logCheckpointText } from '../order-log/log-checkpoint.ts';
import { logOfRow } from '../tick-row.ts';
import { publishedLog } from './forge.ts';
import type { Draft, Forgery } from './forge.ts';
import { logOfEntries, makeLog } from './order-logs.ts';
import type { TestLog } from './order-logs.ts';
import { settlementEntry, withSettlement } from './settled.ts';
import { fixedSigner } from './web-crypto.ts';
import type { TestSigner } from './web-crypto.ts';

type Change = Forgery['change'];

/** The settlement is in the log as it was published. */
function refused(name: string, failure: string, change: Change): Forgery {
  const seen = { by: 'refused', failure } as const;
  return { name, change, settles: false, logsAgain: false, settlementKept: true, signed: true, seen };
}

const DIFFERS: readonly (readonly [string, Change])[] = [
  ['another outcome than the log has', (r) => Object.assign(r.outcome, { status: 'lost' })],
  ['a settlement dated back after the log was published', (r) => dateSettlement(r, -100)],
  ['a settlement dated forward after the log was published', (r) => dateSettlement(r, 100)],
  ['another nonce for the settlement', (r) => (r.settled.nonce = r.settled.nonce.replace(/.$/, '0'))],
  [
    'a settlement logged under another nonce than its order',
    async (r, signer) => {
      const nonce = r.settled.nonce.replace(/.$/, '0');
      const { log, index, size, from } = await withSettlement(publishedLog(r), r, { nonce });
      Object.assign(r.settled, { nonce, proof: log.proofOf(index, size), consistency: log.consistencyOf(from, size) });
      await signHead(r, log, size, signer);
    },
  ],
  ['the place of another settlement', (r) => (r.settled.index -= 1)],
  [
    'the proof of another settlement',
    async (r) => {
      const { log, index, size } = await withSettlement(publishedLog(r), r);
      Object.assign(r.settled, { index: index - 1, proof: log.proofOf(index - 1, size) });
    },
  ],
  [
    'the entry of the order in place of that of its settlement',
    async (r) => {
      const { log, size } = await withSettlement(publishedLog(r), r);
      Object.assign(r.settled, { index: r.log.index, proof: log.proofOf(r.log.index, size) });
    },
  ],
  [
    'a head that does not have the settlement yet',
    async (r, signer) => {
      const { log, index, from } = await withSettlement(publishedLog(r), r);
      r.settled.consistency = log.consistencyOf(from, index);
      await signHead(r, log, index, signer);
    },
  ],
  ['a hash too many in the proof of the settlement', (r) => r.settled.proof.push('ab'.repeat(32))],
];

const ELSEWHERE: readonly (readonly [string, Change])[] = [
  [
    'a settlement in another log of the site',
    async (r, signer) => {
      const size = Number(logOfRow(r.ticks.at(-1))?.size) + 6;
      const entries = [...makeLog(size).entries];
      entries[r.settled.index] = await settlementEntry(r);
      const other = logOfEntries(entries);
      r.settled.proof = other.proofOf(r.settled.index, size);
      await signHead(r, other, size, signer);
    },
  ],
  [
    'a head of the log from before the last tick',
    async (r, signer) => {
      // The log has the settlement right after the order was due, and the last tick names more than this head.
      const { log, index } = await logAnew(r, dueRow(r)[7]);
      Object.assign(r.settled, { index, proof: log.proofOf(index, index + 1), consistency: [] });
      await signHead(r, log, index + 1, signer);
    },
  ],
  ['no proof that the log goes on', (r) => (r.settled.consistency = [])],
  ['a hash too many in the proof that the log goes on', (r) => r.settled.consistency.push('ab'.repeat(32))],
];

export const SETTLED: readonly Forgery[] = [
  ...DIFFERS.map(([name, change]) => refused(name, 'log SETTLED_DIFFERS', change)),
  ...ELSEWHERE.map(([name, change]) => refused(name, 'log SETTLED_ELSEWHERE', change)),
  refused('a settlement that is in no log', 'log SETTLED_UNPROVEN', (r) => (r.settled = null)),
  refused('a receipt that says nothing of the settlement in the log', 'format SHAPE_WRONG', (r) => delete r.settled),
  refused('a settlement in the log before the order was due', 'log SETTLED_BEFORE', async (r, signer) => {
    const { log, index, size, from } = await logAnew(r, dueRow(r)[7] - 1);
    Object.assign(r.settled, { index, proof: log.proofOf(index, size), consistency: log.consistencyOf(from, size) });
    await signHead(r, log, size, signer);
  }),
  refused('a head of the log that a stranger signed', 'log KEY_UNKNOWN', async (r) => {
    const { log, size } = await withSettlement(publishedLog(r), r);
    await signHead(r, log, size, await fixedSigner(3));
  }),
  refused('a checkpoint of prices in place of the head', 'log LOG_CHECKPOINT_MALFORMED', async (r, signer) => {
    const [, at] = r.ticks[0];
    const slot = Math.floor(Date.parse(at) / 3_600_000) * 3_600_000 + 60_000;
    const hash = 'ab'.repeat(32);
    const text = checkpointText({
      product: r.order.product,
      kind: 'minute',
      slot,
      seq: 1n,
      at: slot,
      hash,
      previous: hash,
    });
    r.settled.checkpoint = await signer.sign(text);
  }),
  {
    ...refused('a settlement logged once more, at another moment', '', (r) => dateSettlement(r, 100)),
    settlementKept: false,
    seen: { by: 'witness', kept: 'log head' },
  },
];

/** The log with the settlement at this index, in all ticks and in the proof of the order. */
async function logAnew(r: Draft, at: number): ReturnType<typeof withSettlement> {
  const made = await withSettlement(publishedLog(r), r, { at });
  for (const row of r.ticks) row[8] = made.log.rootAt(row[7]);
  const entry = r.ticks.find(([, moment]: Draft) => moment >= r.order.entryAt);
  r.log.proof = made.log.proofOf(r.log.index, entry[7]);
  return made;
}

function dueRow(r: Draft): Draft {
  return r.ticks.find(([, at]: Draft) => at >= r.order.closesAt);
}

async function signHead(r: Draft, log: TestLog, size: number, signer: TestSigner): Promise<void> {
  r.settled.checkpoint = await signer.sign(logCheckpointText({ size, root: log.rootAt(size) }));
}

function dateSettlement(r: Draft, ms: number): void {
  const settledAt = isoText(Date.parse(r.outcome.settledAt) + ms);
  for (const transfer of r.transfers) if (transfer.at === r.outcome.settledAt) transfer.at = settledAt;
  r.outcome.settledAt = settledAt;
}
