/**
 * Whether the witnesses of a policy saw the log that this audit reads: none of them cosigned another one, and enough of them
 * cosigned one that is as long as the last audit's, or in the last half hour if there was none.
 */
import { isPrefix, TileMissing } from '../../src/order-log/follow-head.ts';
import type { TreeHead } from '../../src/order-log/verify-proof.ts';
import { newestCosigned } from '../../src/order-log/witnessed.ts';
import type { CosignedHead } from '../../src/order-log/witnessed.ts';
import type { VerifierKey } from '../../src/signed-note.ts';
import { nodeCrypto } from '../shell/node-crypto.ts';
import type { AskedWitnesses } from '../site/check-witnesses.ts';
import { LogIncomplete } from '../site/log-reader.ts';
import type { LogReader } from '../site/log-reader.ts';
import type { Findings } from './findings.ts';

/** A site asks its witnesses every ten minutes at least. An older line may be what a fork has in common with the log. */
const FRESH_SEC = 30 * 60;

export type PolicyWitnesses = AskedWitnesses & {
  /** The notes that the site has from its witnesses. @throws SiteUnreachable */
  readonly readNotes: () => Promise<readonly string[]>;
};

type WitnessDeps = {
  readonly reader: LogReader;
  readonly siteKeys: readonly VerifierKey[];
  readonly nowMs: () => number;
};

/** @param kept the head of the audit before; null for a first one @throws SiteUnreachable */
export async function followWitnesses(
  { quorum, keys, all, readNotes }: PolicyWitnesses,
  heads: { readonly kept: TreeHead | null; readonly served: TreeHead },
  { reader, siteKeys, nowMs }: WitnessDeps,
  findings: Findings,
): Promise<void> {
  const cosigned = await newestCosigned(await readNotes(), siteKeys, all, nodeCrypto);
  const { served, kept } = heads;
  for (const { key, head } of cosigned) {
    const [older, newer] = head.size <= served.size ? [head, served] : [served, head];
    try {
      const isSame = await isPrefix(older, newer, { readTile: reader.readTile, crypto: nodeCrypto });
      if (!isSame) findings.add('WITNESS_FORKED', `${key.name}, ${head.size} entries`);
    } catch (error) {
      if (!(error instanceof LogIncomplete) && !(error instanceof TileMissing)) throw error;
      findings.add('LOG_INCOMPLETE', error.message);
    }
  }
  const counted = new Set(keys.map(({ publicKey }) => publicKey.join()));
  const sinceSec = nowMs() / 1000 - FRESH_SEC;
  // A first audit knows no size: the moment must say that they saw this log, and not only its beginning.
  const isNew = ({ head, atSec }: CosignedHead) => (kept === null ? atSec >= sinceSec : head.size >= kept.size);
  const saw = cosigned.filter((one) => counted.has(one.key.publicKey.join()) && isNew(one));
  if (saw.length < quorum) findings.add('WITNESSES_FEW', `${saw.length} of ${quorum} needed`);
}
