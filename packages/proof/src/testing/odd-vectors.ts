/** Receipts about corners of the format, where two verifiers could easily say different things. */
import { toBase64, toHex, utf8 } from '../encoding.ts';
import type { UnsignedReceipt } from '../receipt.ts';
import { logCheckpointText } from '../order-log/log-checkpoint.ts';
import { EMPTY_ROOT } from '../order-log/tree.ts';
import { forge } from './forge.ts';
import type { Draft } from './forge.ts';
import { logOfEntries, NONCE } from './order-logs.ts';
import { settlementEntry } from './settled.ts';
import { webCrypto } from './web-crypto.ts';
import type { TestSigner } from './web-crypto.ts';

type Odd = {
  readonly name: string;
  readonly about: string;
  /** Which receipt it starts from. */
  readonly from: 'logged' | 'left out';
  readonly change: (receipt: Draft, signer: TestSigner) => unknown;
};

/** The shortest offer once more, at a better rate. */
const TWIN = { maxStake: '5000.00', minStake: '10.00', payoutRate: '0.9000', seconds: 5 };

const ODD: readonly Odd[] = [
  {
    name: 'true-two-offers-of-one-duration',
    about: 'two offers of one duration: the order has the first',
    from: 'logged',
    change: (r) => r.terms.durations.splice(1, 0, TWIN),
  },
  {
    name: 'lie-second-offer-of-a-duration',
    about: 'two offers of one duration: the order has the second',
    from: 'logged',
    change: (r) => r.terms.durations.unshift(TWIN),
  },
  {
    name: 'true-settled-after-an-empty-log',
    about: 'the last tick names an empty log',
    from: 'left out',
    change: async (r, signer) => await settleFrom(r, EMPTY_ROOT, signer),
  },
  {
    name: 'lie-empty-log-with-a-root',
    about: 'the last tick names an empty log with the root of another',
    from: 'left out',
    change: async (r, signer) => await settleFrom(r, 'ab'.repeat(32), signer),
  },
  {
    name: 'key-name-with-a-blank',
    about: 'a key whose name has a blank without width, U+FEFF',
    from: 'logged',
    change: async (r, { key }) => r.keys.push(await keyNamed('can\uFEFFdor', key.publicKey)),
  },
];

/** The text of a key with any name, and the hash that belongs to it. */
async function keyNamed(name: string, publicKey: Uint8Array): Promise<string> {
  const typed = Uint8Array.of(1, ...publicKey);
  const digest = await webCrypto.sha256(Uint8Array.of(...utf8(`${name}\n`), ...typed));
  return `${name}+${toHex(digest.slice(0, 4))}+${toBase64(typed)}`;
}

/** Every tick names an empty log, and the settlement is the first entry of all. */
async function settleFrom(r: Draft, root: string, signer: TestSigner): Promise<void> {
  for (const row of r.ticks) row.splice(7, 2, 0, root);
  const log = logOfEntries([await settlementEntry(r)]);
  const checkpoint = await signer.sign(logCheckpointText({ size: 1, root: log.rootAt(1) }));
  r.settled = { checkpoint, consistency: [], index: 0, nonce: NONCE, proof: [] };
}

/** Names, what each is about, and the text of its file. */
export async function makeOddReceipts(
  receipts: Readonly<Record<Odd['from'], UnsignedReceipt>>,
  signer: TestSigner,
): Promise<readonly (readonly [name: string, about: string, receipt: string])[]> {
  const made: [string, string, string][] = [];
  for (const { name, about, from, change } of ODD) {
    const forgery = {
      name: about,
      change,
      settles: false,
      logsAgain: from === 'logged',
      settlementKept: true,
      seen: { by: 'refused', failure: '' },
    } as const;
    made.push([name, about, await forge(receipts[from], forgery, signer)]);
  }
  return made;
}
