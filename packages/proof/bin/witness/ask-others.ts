/**
 * What a witness asks before its first cosignature of a log: does this head contain what the other witnesses cosigned? Whoever
 * sees a site first after a fork would else cosign the fork.
 */
import { fromUtf8 } from '../../src/encoding.ts';
import { isPrefix, TileMissing } from '../../src/order-log/follow-head.ts';
import type { PolicyFile } from '../../src/order-log/policy-file.ts';
import type { TreeHead } from '../../src/order-log/verify-proof.ts';
import { newestCosigned } from '../../src/order-log/witnessed.ts';
import { nodeCrypto } from '../shell/node-crypto.ts';
import { readNotes } from '../site/check-witnesses.ts';
import { createLogReader, LogIncomplete } from '../site/log-reader.ts';
import { createSiteClient, SiteUnreachable } from '../site/site-client.ts';
import type { WatchedLog } from './watched-log.ts';

const NOTE_BYTES_MAX = 64 * 1024;
/** A site asks its witnesses every ten minutes at least. An older line may be what a fork has in common with the log. */
const FRESH_SEC = 30 * 60;

/** agree: it may be cosigned. The notes of FORKED are evidence; those of the others say nothing against anyone. */
export type OthersSay =
  | { readonly kind: 'agree' }
  | { readonly kind: 'OTHERS_UNREAD' | 'BEHIND_OTHERS' }
  | { readonly kind: 'FORKED'; readonly note: string };

export type AskOthers = (log: WatchedLog, head: TreeHead) => Promise<OthersSay>;

/** @param site where the log's tiles are; the site may lie, proofs are checked here */
export function createAskOthers(policy: PolicyFile, site: URL, nowMs: () => number = Date.now): AskOthers {
  // The log's queue waits meanwhile: one try each, and short. Who cannot be read now is asked again with the next head.
  const quick = { wait: async () => undefined, tries: 1, answerMs: 5_000 };
  return async (log, head) => {
    const client = createSiteClient(site, quick);
    const [fromSite, own] = await Promise.all([
      readNotes(client).catch(orNone([])),
      Promise.all(
        policy.witnesses.map(async ({ url }) => {
          if (url === null) return null;
          return await createSiteClient(new URL(url), quick)
            .get(`/checkpoint/${log.id}`, NOTE_BYTES_MAX)
            .catch(orNone(null));
        }),
      ),
    ]);
    // What the witnesses say themselves comes first: the site's list is as long as the site likes.
    const notes = [...own.flatMap((bytes) => (bytes === null ? [] : (fromUtf8(bytes) ?? []))), ...fromSite];
    const keys = policy.witnesses.map(({ key }) => key);
    const cosigned = await newestCosigned(notes, log.keys, keys, nodeCrypto);
    const needed = new Set(policy.keys.map(({ publicKey }) => publicKey.join()));
    const sinceSec = nowMs() / 1000 - FRESH_SEC;
    const heard = cosigned.filter(({ key, atSec }) => needed.has(key.publicKey.join()) && atSec >= sinceSec).length;
    if (heard < policy.quorum) return { kind: 'OTHERS_UNREAD' };
    try {
      const { readTile } = createLogReader(client);
      for (const { head: theirs, note } of cosigned) {
        const [older, newer] = theirs.size <= head.size ? [theirs, head] : [head, theirs];
        if (!(await isPrefix(older, newer, { readTile, crypto: nodeCrypto }))) return { kind: 'FORKED', note };
      }
    } catch (error) {
      if (error instanceof SiteUnreachable || error instanceof LogIncomplete || error instanceof TileMissing)
        return { kind: 'OTHERS_UNREAD' };
      throw error;
    }
    return cosigned.some(({ head: theirs }) => theirs.size > head.size) ? { kind: 'BEHIND_OTHERS' } : { kind: 'agree' };
  };
}

function orNone<T>(none: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof SiteUnreachable) return none;
    throw error;
  };
}
