/**
 * The order log for everyone, in the layout of C2SP tlog-tiles: the signed head, tiles of hashes, and the entries, and the
 * heads that witnesses cosigned. With them
 * anyone can check that the log only grows and what is in it; none of it tells anything about an order before it is opened
 * (openings.ts). They write nothing.
 */
import * as calls from '@candor/contract/calls/order-log';
import { on, serve } from '../../platform/http/serve.ts';
import type { Answered, Call } from '../../platform/http/serve.ts';
import { LOG_TILES_PATH } from '@candor/contract/paths';
import type { LogWitnessesView } from '@candor/contract/trading';
import { logCheckpointText } from '@candor/proof/order-log/log-checkpoint';
import { majorityOf, policyText } from '@candor/proof/order-log/policy-file';
import { parseTilePath, TILE_WIDTH, widthOf, writeEntryBundle } from '@candor/proof/order-log/tiles';
import { HASH_BYTES } from '@candor/proof/order-log/tree';
import { verifierKeyText } from '@candor/proof/signed-note';
import type { FastifyReply } from 'fastify';
import type { Db } from '../../platform/db/pool.ts';
import type { HttpApp, HttpRequest } from '../../platform/http/http-app.ts';
import type { PublicAnswers } from '../../platform/http/public-answers.ts';
import { publicRoute } from '../../platform/http/route-cost.ts';
import type { Budgets } from '../../platform/http/route-cost.ts';
import type { ReadPart } from '../../services/order-archive/read-parts.ts';
import { selectEntries, selectNewestHead, selectTiles } from '../../services/order-log/log-store.ts';
import type { ListedWitness } from '../../services/order-log/read-witnesses.ts';
import { selectKeys } from '../../services/proof/key-store.ts';
import type { Signer } from '../../services/proof/signer.ts';
import { listLogOpenings } from './openings.ts';
import { selectCosigned } from './witness-store.ts';
import type { CosignedHead } from './witness-store.ts';

export interface OrderLogDeps {
  readonly pool: Db;
  readonly readOrderPart: ReadPart;
  readonly signer: Pick<Signer, 'sign'>;
  readonly budgets: Pick<Budgets, 'spend'>;
  readonly answers: Pick<PublicAnswers, 'send'>;
  readonly witnesses: readonly ListedWitness[];
  readonly config: { readonly hosts: readonly string[] };
  readonly nowMs?: () => number;
}

const CHECKPOINT_KEPT_MS = 1_000;
/** Keys and witnesses change with a restart at most. */
const POLICY_KEPT_MS = 60_000;
/** Cost of making an answer in points, in addition to sending it; see platform/http/route-cost.ts. */
const MAKING = { checkpoint: 4, tile: 4, entries: 8, witnesses: 4, policy: 4 } as const;

export function orderLogRoutes(app: HttpApp, deps: OrderLogDeps): void {
  const parts = orderLogParts(deps);
  serve(app, parts, [
    on(calls.readLogCheckpoint, readLogCheckpoint),
    on(calls.listLogWitnesses, listLogWitnesses),
    on(calls.readLogPolicy, readLogPolicy),
    on(calls.listLogOpenings, listLogOpenings),
  ]);
  // The path of a tile has any number of segments, which no declared call has.
  app.get(
    `${LOG_TILES_PATH}*`,
    { config: publicRoute('memory'), schema: { tags: ['order log'] } },
    async (request, reply) => {
      const tile = parseTilePath(new URL(request.url, 'http://site').pathname.slice(LOG_PREFIX.length));
      const bytes = tile === null ? null : await parts.readTile(request, tile);
      // Programs that follow logs expect a plain status.
      if (bytes === null) return await reply.status(404).type('text/plain; charset=utf-8').send('404');
      return await sendForever(reply, bytes);
    },
  );
}

function orderLogParts(deps: OrderLogDeps) {
  const { pool, signer, budgets, witnesses, config, nowMs = monotonicMs } = deps;
  const keys = witnesses.map(({ keyText }) => keyText);
  const checkpoint = keptFor(CHECKPOINT_KEPT_MS, nowMs, async () => {
    const head = await selectNewestHead(pool);
    const heads = keys.length === 0 ? [] : (await selectCosigned(pool, keys)).values();
    const lines = [...heads].filter(({ size }) => size === head.size).map(({ checkpoint: note }) => lastLineOf(note));
    return `${await signer.sign(logCheckpointText(head))}${lines.join('')}`;
  });
  const policy = keptFor(POLICY_KEPT_MS, nowMs, async () => {
    const url = config.hosts[0] ?? null;
    const known = await selectKeys(pool);
    return policyText({
      // Oldest first, as programs take several keys of one site.
      logs: known.map((key) => ({ key: verifierKeyText(key), url })).toReversed(),
      witnesses: witnesses.map((witness) => ({ name: witness.key.name, key: witness.keyText, url: witness.url })),
      quorum: majorityOf(witnesses.length),
    });
  });
  const readTile = async (
    request: HttpRequest,
    { level, n, width }: { level: number | 'entries'; n: number; width: number },
  ): Promise<Uint8Array | null> => {
    budgets.spend(request, level === 'entries' ? MAKING.entries : MAKING.tile);
    const { size } = await selectNewestHead(pool);
    if (widthOf(level === 'entries' ? 0 : level, n, size) < width) return null;
    if (level !== 'entries') {
      const read = await selectTiles(pool, [{ level, n }]);
      return read(level, n)?.subarray(0, width * HASH_BYTES) ?? null;
    }
    const entries = await selectEntries(pool, n * TILE_WIDTH, n * TILE_WIDTH + width);
    return writeEntryBundle(
      Array.from({ length: width }, (_, index) => entries.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES)),
    );
  };
  return { ...deps, keys, checkpoint, policy, readTile };
}

type OrderLogParts = ReturnType<typeof orderLogParts>;

async function readLogCheckpoint(
  { request, reply }: Call<typeof calls.readLogCheckpoint>,
  { budgets, checkpoint }: OrderLogParts,
): Promise<Answered<typeof calls.readLogCheckpoint>> {
  const note = await checkpoint(() => budgets.spend(request, MAKING.checkpoint));
  return await reply.type('text/plain; charset=utf-8').send(note);
}

async function readLogPolicy(
  { request, reply }: Call<typeof calls.readLogPolicy>,
  { budgets, policy }: OrderLogParts,
): Promise<Answered<typeof calls.readLogPolicy>> {
  const text = await policy(() => budgets.spend(request, MAKING.policy));
  return await reply.type('text/plain; charset=utf-8').send(text);
}

async function listLogWitnesses(
  { request, reply }: Call<typeof calls.listLogWitnesses>,
  { pool, answers, witnesses, keys }: OrderLogParts,
): Promise<Answered<typeof calls.listLogWitnesses>> {
  return await answers.send(request, reply, {
    key: 'log-witnesses',
    points: MAKING.witnesses,
    make: async () => {
      const heads = await selectCosigned(pool, keys);
      return { items: witnesses.map((witness) => witnessView(witness, heads.get(witness.keyText))) };
    },
  });
}

function witnessView(
  { key, keyText }: OrderLogDeps['witnesses'][number],
  head: CosignedHead | undefined,
): LogWitnessesView['items'][number] {
  return {
    name: key.name,
    key: keyText,
    checkpoint: head?.checkpoint ?? null,
    size: head?.size ?? null,
    cosignedAt: head === undefined ? null : new Date(head.cosignedAt).toISOString(),
  };
}

/** The witness's own line of a note that is kept of it, with its line feed. */
function lastLineOf(note: string): string {
  return note.slice(note.lastIndexOf('\n', note.length - 2) + 1);
}

const LOG_PREFIX = '/api/log/';

/** What is under a path of the log never changes: a wider tile has another path. */
async function sendForever(reply: FastifyReply, bytes: Uint8Array): Promise<FastifyReply> {
  return await reply
    .header('cache-control', 'public, max-age=31536000, immutable')
    .type('application/octet-stream')
    .send(Buffer.from(bytes));
}

/** Makes a value at most once in this time. Callers that come while it is made share it; failures are not kept. */
function keptFor<T>(ms: number, nowMs: () => number, make: () => Promise<T>): (charge: () => void) => Promise<T> {
  let kept: { value: Promise<T>; untilMs: number } | undefined;
  return async (charge) => {
    if (kept === undefined || nowMs() >= kept.untilMs) {
      charge();
      const made = { value: make(), untilMs: nowMs() + ms };
      kept = made;
      made.value.catch(() => {
        if (kept === made) kept = undefined;
      });
    }
    return await kept.value;
  };
}

function monotonicMs(): number {
  return performance.now();
}
