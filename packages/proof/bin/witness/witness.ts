/**
 * A witness: it cosigns a checkpoint only if that continues the newest one it cosigned of the same log. It keeps what it
 * signs before it answers, and works on one checkpoint of a log at a time, so it never signs two histories.
 */
import { verifyConsistency } from '../../src/order-log/verify-proof.ts';
import { LOG_ORIGIN, verifyLogCheckpoint } from '../../src/order-log/log-checkpoint.ts';
import type { VerifiedLogCheckpoint } from '../../src/order-log/log-checkpoint.ts';
import { witnessKeyText } from '../../src/order-log/cosignature.ts';
import { EMPTY_ROOT } from '../../src/order-log/tree.ts';
import { toHex, utf8 } from '../../src/encoding.ts';
import { assembleNote, verifierKeyText, verifySignature } from '../../src/signed-note.ts';
import type { VerifierKey } from '../../src/signed-note.ts';
import { nodeCrypto, sha256 } from '../shell/node-crypto.ts';
import type { AddCheckpoint, Refusal } from '../../src/order-log/add-checkpoint.ts';
import type { AskOthers } from './ask-others.ts';
import type { HeadStore, KeptHead } from './head-store.ts';
import type { WatchedLog } from './watched-log.ts';
import type { WitnessSigner } from './witness-key.ts';

export type Cosigned = {
  readonly ok: true;
  /** The witness's line, for below the checkpoint. */
  readonly line: string;
  readonly head: KeptHead;
};

/** `size`: what this witness cosigned last, if the caller needs it. */
export type Refused = {
  readonly ok: false;
  readonly refusal: Refusal;
  readonly size: number;
  readonly evidence?: string;
};

export type Witness = {
  /** For the list of a site, and for those who trust it. */
  readonly keyText: string;
  readonly logs: readonly WatchedLog[];
  readonly newestOf: (logId: string) => Promise<KeptHead | null>;
  /** @throws if the head cannot be read or kept: then nothing was signed for anyone */
  readonly addCheckpoint: (request: AddCheckpoint) => Promise<Cosigned | Refused>;
};

export type WitnessDeps = {
  readonly signer: WitnessSigner;
  readonly logs: readonly WatchedLog[];
  readonly heads: HeadStore;
  readonly nowMs: () => number;
  /** Asked before the first cosignature of a log. Without it that is given to any signed head. */
  readonly askOthers?: AskOthers | undefined;
};

export function watchedLog(keys: readonly [VerifierKey, ...VerifierKey[]]): WatchedLog {
  const id = toHex(sha256(utf8(`${LOG_ORIGIN}\n${verifierKeyText(keys[0])}\n`))).slice(0, 32);
  return { id, keys };
}

export function createWitness({ signer, logs, heads, nowMs, askOthers }: WitnessDeps): Witness {
  const queues = new Map<string, Promise<unknown>>();

  const decide = async (log: WatchedLog, request: AddCheckpoint, signed: Signed): Promise<Cosigned | Refused> => {
    const { head, text } = signed;
    const kept = await heads.read(log.id);
    const known = kept ?? { size: 0, root: EMPTY_ROOT };
    if (request.old > head.size) return refused('OLD_TOO_LARGE', known.size);
    if (request.old !== known.size) return refused('OLD_DIFFERS', known.size);
    if (head.size === known.size && head.root !== known.root) {
      // Each of the two notes is signed by the site: together they prove it to anyone.
      const name = `${log.id}-${head.size}-${head.root.slice(0, 16)}`;
      const evidence = await heads.keepEvidence(name, [kept?.note ?? '', request.note]);
      return { ...refused('ROOT_DIFFERS', known.size), evidence };
    }
    if (!(await verifyConsistency(known, head, request.proof, nodeCrypto))) return refused('PROOF_WRONG', known.size);
    if (kept === null && askOthers !== undefined) {
      const said = await askOthers(log, head);
      if (said.kind === 'FORKED') {
        const evidence = await heads.keepEvidence(`${log.id}-fork-${head.root.slice(0, 16)}`, [
          said.note,
          request.note,
        ]);
        return { ...refused(said.kind, 0), evidence };
      }
      if (said.kind !== 'agree') return refused(said.kind, 0);
    }
    const line = signer.cosign(text, Math.floor(nowMs() / 1000));
    const note = `${await siteNote(signed)}${line}`;
    await heads.write(log.id, note);
    return { ok: true, line, head: { ...head, note } };
  };

  return {
    keyText: witnessKeyText(signer.key),
    logs,
    newestOf: async (logId) => await heads.read(logId),
    addCheckpoint: async (request) => {
      const signed = await findLog(logs, request.note);
      if (typeof signed === 'string') return refused(signed, 0);
      const { log } = signed;
      const turn = (queues.get(log.id) ?? Promise.resolve()).then(
        async () => await decide(log, request, signed.checkpoint),
      );
      queues.set(
        log.id,
        turn.catch(() => undefined),
      );
      return await turn;
    },
  };
}

type Signed = VerifiedLogCheckpoint<VerifierKey>;

/** The log whose key signed the note. */
async function findLog(
  logs: readonly WatchedLog[],
  note: string,
): Promise<{ readonly log: WatchedLog; readonly checkpoint: Signed } | Refusal> {
  const origin = note.slice(0, Math.max(0, note.indexOf('\n')));
  for (const log of logs) {
    const verified = await verifyLogCheckpoint(note, log.keys, nodeCrypto);
    if (verified.ok) return { log, checkpoint: verified.value };
    if (verified.error === 'NOTE_MALFORMED' || verified.error === 'LOG_CHECKPOINT_MALFORMED')
      return verified.error === 'NOTE_MALFORMED' || origin === LOG_ORIGIN ? 'MALFORMED' : 'ORIGIN_UNKNOWN';
  }
  return origin === LOG_ORIGIN ? 'KEY_UNKNOWN' : 'ORIGIN_UNKNOWN';
}

/** The checkpoint with the site's line alone: lines of others were not checked. */
async function siteNote({ text, key, lines }: Signed): Promise<string> {
  for (const { name, keyHash, body } of lines) {
    if (name !== key.name || keyHash !== key.keyHash) continue;
    if (await verifySignature(key, text, body, nodeCrypto)) return assembleNote(text, key, body);
  }
  throw new Error('the note was signed a moment ago');
}

function refused(refusal: Refusal, size: number): Refused {
  return { ok: false, refusal, size };
}
