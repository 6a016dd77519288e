/**
 * Reads from a site which heads of its order log the reader's witnesses cosigned, and whether the log of a receipt is the
 * start of them. The receipt itself is checked without the network; this needs it, because witnesses come after receipts.
 */
import type { JsonValue } from '../../src/canonical-json.ts';
import { decidingHead } from '../../src/check-settled.ts';
import { fromUtf8 } from '../../src/encoding.ts';
import { TileMissing } from '../../src/order-log/follow-head.ts';
import { judgeWitnesses, newestCosigned } from '../../src/order-log/witnessed.ts';
import type { WitnessJudgement, WitnessPolicy } from '../../src/order-log/witnessed.ts';
import { readReceipt } from '../../src/read-receipt.ts';
import { listOf, nullOr, partOf, text } from '../../src/shape.ts';
import type { VerifierKey } from '../../src/signed-note.ts';
import { nodeCrypto } from '../shell/node-crypto.ts';
import { createLogReader, LogIncomplete } from './log-reader.ts';
import { createSiteClient, SiteUnreachable } from './site-client.ts';
import type { SiteClient } from './site-client.ts';

const WITNESSES = '/api/log/witnesses';
const CHECKPOINT = '/api/log/checkpoint';
const BYTES_MAX = 256 * 1024;
const ITEMS_MAX = 64;

/** unlogged: the receipt names no log, so there is nothing to witness. unread: the site did not serve what is needed. */
export type WitnessCheck = WitnessJudgement | { readonly kind: 'unlogged' | 'unread' };

export async function checkWitnesses(
  file: Uint8Array,
  site: URL,
  siteKeys: readonly VerifierKey[],
  policy: WitnessPolicy,
): Promise<WitnessCheck> {
  const read = readReceipt(file);
  const entry = read.ok ? decidingHead(read.value) : null;
  if (entry === null) return { kind: 'unlogged' };
  const client = createSiteClient(site);
  try {
    const cosigned = await newestCosigned(await readNotes(client), siteKeys, policy.keys, nodeCrypto);
    const { readTile } = createLogReader(client);
    return await judgeWitnesses({ entry, kept: null }, cosigned, policy.quorum, { readTile, crypto: nodeCrypto });
  } catch (error) {
    if (error instanceof SiteUnreachable || error instanceof LogIncomplete || error instanceof TileMissing)
      return { kind: 'unread' };
    throw error;
  }
}

/** The newest head of all, and of each witness. */
export async function readNotes(client: SiteClient): Promise<string[]> {
  const [newest, list] = [await client.get(CHECKPOINT, BYTES_MAX), await client.get(WITNESSES, BYTES_MAX)];
  const listed = listShape(parsed(list));
  const notes = (listed?.data.items ?? []).flatMap(({ checkpoint }) => checkpoint ?? []);
  return [...(newest === null ? [] : [fromUtf8(newest) ?? '']), ...notes];
}

function parsed(bytes: Uint8Array | null): JsonValue {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what JSON.parse returns is JSON
    return JSON.parse(bytes === null ? '' : (fromUtf8(bytes) ?? '')) as JsonValue;
  } catch {
    return null;
  }
}

const listShape = partOf({ data: partOf({ items: listOf(partOf({ checkpoint: nullOr(text) }), ITEMS_MAX) }) });
