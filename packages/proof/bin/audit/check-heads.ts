import { EMPTY_ROOT } from '../../src/order-log/tree.ts';
import { verifyConsistency } from '../../src/order-log/verify-proof.ts';
import type { TreeHead } from '../../src/order-log/verify-proof.ts';
import { nodeCrypto } from '../shell/node-crypto.ts';
import type { LogReader } from '../site/log-reader.ts';

/** All products name the same heads; this many are remembered. */
const KNOWN_MAX = 100_000;

/** Whether a head is one that the log had on its way to the signed one. @throws LogIncomplete, SiteUnreachable */
export type CheckHead = (head: TreeHead) => Promise<boolean>;

export function createHeadCheck(reader: LogReader, signed: TreeHead): CheckHead {
  const known = new Map<number, string>([
    [0, EMPTY_ROOT],
    [signed.size, signed.root],
  ]);
  return async (head) => {
    const root = known.get(head.size);
    if (root !== undefined) return root === head.root;
    if (head.size > signed.size) return false;
    const proof = await reader.proveConsistency(head.size, signed.size);
    const holds = await verifyConsistency(head, signed, proof, nodeCrypto);
    if (holds && known.size < KNOWN_MAX) known.set(head.size, head.root);
    return holds;
  };
}
