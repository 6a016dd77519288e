/** Asks one witness to cosign the newest head of the order log, and keeps what it signed. */
import { writeAddCheckpoint } from '@candor/proof/order-log/add-checkpoint';
import { logCheckpointText } from '@candor/proof/order-log/log-checkpoint';
import type { Db } from '../../platform/db/pool.ts';
import { selectNewestHead } from '../../services/order-log/log-store.ts';
import { proveConsistency } from '../../services/order-log/prove-order.ts';
import type { ListedWitness } from '../../services/order-log/read-witnesses.ts';
import type { Signer } from '../../services/proof/signer.ts';
import { callWitness } from './call-witness.ts';
import { judgeAnswer } from './judge-answer.ts';
import type { Judged, Refusal } from './judge-answer.ts';
import { endTurn, keepCosigned, takeTurn } from './witness-store.ts';

export interface SendDeps {
  readonly pool: Db;
  readonly signer: Pick<Signer, 'sign'>;
  readonly clock: { readonly now: () => number };
  /** Ends the call that is running. */
  readonly signal: AbortSignal;
  readonly callMsMax?: number;
}

export type Turn =
  /** Another machine asks it. */
  | { readonly kind: 'rested' }
  /** It has cosigned this head a short time ago, and is not asked. */
  | { readonly kind: 'fresh'; readonly cosignedAt: number }
  | { readonly kind: 'cosigned'; readonly size: number; readonly cosignedAt: number }
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly size: number }
  | { readonly kind: 'failed'; readonly reason: string };

/** How often a witness is asked. Another machine that has the same role asks it in between not at all. */
export const EVERY_MS = 10_000;
const REST_MS = EVERY_MS - 1_000;
/** A head that stays is cosigned anew after this time: so a reader sees that the witness still watches. */
const FRESH_MS = 600_000;
/** The witness names the size that it knows, and may cosign another machine's head meanwhile. */
const CALLS_MAX = 3;
/** Longer than all calls of a turn. */
const TURN_MS = 60_000;

/** @throws errors of the database */
export async function sendHead(deps: SendDeps, witness: ListedWitness): Promise<Turn> {
  const { pool, clock, signal } = deps;
  const { keyText } = witness;
  const turn = await takeTurn(pool, keyText, TURN_MS);
  if (turn === null) return { kind: 'rested' };
  const head = await selectNewestHead(pool);
  const { newest } = turn;
  if (newest !== null && newest.size >= head.size && clock.now() - newest.cosignedAt < FRESH_MS) {
    await endTurn(pool, keyText, REST_MS, null);
    return { kind: 'fresh', cosignedAt: newest.cosignedAt };
  }
  const judged = await askFor(deps, witness, head, newest?.size ?? 0);
  if (signal.aborted) return { kind: 'rested' };
  if (judged.kind === 'cosigned') {
    const cosignedAt = judged.atSec * 1000;
    await keepCosigned(pool, keyText, { size: head.size, checkpoint: judged.checkpoint, cosignedAt });
    await endTurn(pool, keyText, REST_MS, null);
    return { kind: 'cosigned', size: head.size, cosignedAt };
  }
  if (judged.kind === 'refused') {
    await endTurn(pool, keyText, REST_MS, judged.refusal);
    return { kind: 'refused', refusal: judged.refusal, size: head.size };
  }
  await endTurn(pool, keyText, REST_MS, null);
  return judged.kind === 'failed' ? judged : { kind: 'failed', reason: 'it names another size each time' };
}

/** Calls it until it takes the proof: it may know another size than is kept here. */
async function askFor(
  { pool, signer, clock, signal, callMsMax }: SendDeps,
  { url, key }: ListedWitness,
  head: { readonly size: number; readonly root: string },
  kept: number,
): Promise<Judged> {
  const text = logCheckpointText(head);
  const note = await signer.sign(text);
  let judged: Judged = { kind: 'from', size: kept };
  for (let calls = 0; judged.kind === 'from' && calls < CALLS_MAX; calls += 1) {
    const old = judged.size;
    const proof = await proveConsistency(pool, old, head.size);
    try {
      const limits = { signal, ...(callMsMax === undefined ? {} : { msMax: callMsMax }) };
      const answer = await callWitness(url, writeAddCheckpoint({ old, proof, note }), limits);
      const nowSec = Math.floor(clock.now() / 1000);
      judged = await judgeAnswer(answer, { old, size: head.size, text, note }, { key, nowSec });
    } catch (error) {
      judged = { kind: 'failed', reason: reasonOf(error) };
    }
  }
  return judged;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return `${error.message}${cause}`.slice(0, 200);
}
