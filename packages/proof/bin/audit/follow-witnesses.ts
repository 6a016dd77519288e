/**
 * Whether the witnesses of a policy saw the log that this audit reads: none of them cosigned another one, and enough of them
 * cosigned one that is as long as the last audit's.
 */
import { isPrefix, TileMissing } from '../../src/order-log/follow-head.ts';
import type { TreeHead } from '../../src/order-log/verify-proof.ts';
import { newestCosigned } from '../../src/order-log/witnessed.ts';
import type { VerifierKey } from '../../src/signed-note.ts';
import { nodeCrypto } from '../shell/node-crypto.ts';
import type { AskedWitnesses } from '../site/check-witnesses.ts';
import { LogIncomplete } from '../site/log-reader.ts';
import type { LogReader } from '../site/log-reader.ts';
import type { Findings } from './findings.ts';

export type PolicyWitnesses = AskedWitnesses & {
  /** The notes that the site has from its witnesses. @throws SiteUnreachable */
  readonly readNotes: () => Promise<readonly string[]>;
};

/** @param kept the head of the audit before; null for a first one @throws SiteUnreachable */
export async function followWitnesses(
  { quorum, keys, all, readNotes }: PolicyWitnesses,
  heads: { readonly kept: TreeHead | null; readonly served: TreeHead },
  { reader, siteKeys }: { readonly reader: LogReader; readonly siteKeys: readonly VerifierKey[] },
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
  const saw = cosigned.filter(({ key, head }) => counted.has(key.publicKey.join()) && head.size >= (kept?.size ?? 0));
  if (saw.length < quorum) findings.add('WITNESSES_FEW', `${saw.length} of ${quorum} needed`);
}
