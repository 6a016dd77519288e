/**
 * Reads from a site which heads of its order log the reader's witnesses cosigned, and whether the log of a receipt is the
 * start of them. The receipt itself is checked without the network; this needs it, because witnesses come after receipts.
 */
import type { JsonValue } from '../../src/canonical-json.ts';
import { decidingHead } from '../../src/check-settled.ts';
import { fromUtf8 } from '../../src/encoding.ts';
import { TileMissing } from '../../src/order-log/follow-head.ts';
import type { WitnessKey } from '../../src/order-log/cosignature.ts';
import { judgeWitnesses, newestCosigned } from '../../src/order-log/witnessed.ts';
import type { WitnessJudgement } from '../../src/order-log/witnessed.ts';
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

/** How many of `keys` must have seen a head, and every witness whose word against it counts. */
export type AskedWitnesses = {
  readonly quorum: number;
  readonly keys: readonly WitnessKey[];
  readonly all: readonly WitnessKey[];
};

/** unlogged: the receipt names no log, so there is nothing to witness. unread: the site did not serve what is needed. */
export type WitnessCheck = WitnessJudgement | { readonly kind: 'unlogged' | 'unread' };

export async function checkWitnesses(
  file: Uint8Array,
  site: URL,
  siteKeys: readonly VerifierKey[],
  { quorum, keys, all }: AskedWitnesses,
): Promise<WitnessCheck> {
  const read = readReceipt(file);
  const entry = read.ok ? decidingHead(read.value) : null;
  if (entry === null) return { kind: 'unlogged' };
  const client = createSiteClient(site);
  try {
    const cosigned = await newestCosigned(await readNotes(client), siteKeys, all, nodeCrypto);
    const { readTile } = createLogReader(client);
    const source = { readTile, crypto: nodeCrypto };
    const judged = await judgeWitnesses({ entry, kept: null }, cosigned, 1, source);
    if (judged.kind === 'contradicted') return judged;
    const counted = new Set(keys.map(({ publicKey }) => publicKey.join()));
    const saw = cosigned.filter(({ head, key }) => head.size >= entry.size && counted.has(key.publicKey.join()));
    return { kind: saw.length >= quorum ? 'covered' : 'open', names: saw.map(({ key }) => key.name) };
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
