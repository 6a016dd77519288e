import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import * as calls from '@candor/contract/calls/own-data';
import type { DataLinkView, OwnDataView } from '@candor/contract/own-data';
import { pathOf } from '@candor/contract/operation';
import { parseMoney } from '@candor/domain/money';
import type { Clock } from '../../platform/clock/clock.ts';
import type { KeptDays } from '../../platform/config/kept-days.ts';
import type { Db, Pool } from '../../platform/db/pool.ts';
import { sqlState, withTransaction } from '../../platform/db/transaction.ts';
import { Refused } from '../../platform/http/http-app.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import { FILE_POINTS } from '../../platform/http/route-cost.ts';
import type { Budgets } from '../../platform/http/route-cost.ts';
import { on, serve } from '../../platform/http/serve.ts';
import type { Answered, Call } from '../../platform/http/serve.ts';
import type { Files } from '../../services/files/files.ts';
import { openPieces } from '../../services/files/sealed-pieces.ts';
import type { Secrets } from '../../services/secrets/secrets.ts';
import { requestOriginOf } from '../../services/security-events/request-origin.ts';
import { insertSecurityEvent } from '../../services/security-events/security-event-store.ts';
import type { Sessions } from '../../services/sessions/sessions.ts';
import type { Site } from '../../services/site/site.ts';
import { insertRequest, selectLinked, selectNewestRequest, updateLink } from './own-data-store.ts';
import { insertClosing, selectBlockers, selectRest, stopClosing } from './closing-store.ts';
import { mayAskAgainAtMs, readOwnDataView } from './own-data-view.ts';

/**
 * Everything about a member as a file, and the end of their account. The worker makes the file; a link gives it, for some minutes,
 * to the browser's own download. The worker closes the account too, on its day.
 */
export interface OwnDataDeps {
  readonly config: KeptDays;
  readonly pool: Pool;
  readonly readPool: Pool;
  readonly clock: Clock;
  readonly site: Pick<Site, 'currency'>;
  readonly sessions: Sessions;
  readonly privateFiles: Files;
  readonly secrets: Pick<Secrets, 'seal'>;
  readonly budgets: Pick<Budgets, 'spend'>;
}

const LINK_MS = 10 * 60_000;
const TOKEN_BYTES = 32;

export function ownDataRoutes(app: HttpApp, deps: OwnDataDeps): void {
  serve(app, deps, [
    on(calls.readOwnData, readOwnData),
    on(calls.askForData, askForData),
    on(calls.linkToData, linkToData),
    on(calls.downloadData, downloadData),
    on(calls.askToClose, askToClose),
    on(calls.stopClosing, answerStopClosing),
  ]);
}

async function readOwnData({ request }: Call<typeof calls.readOwnData>, deps: OwnDataDeps): Promise<OwnDataView> {
  return await viewOf(deps.readPool, deps.sessions.memberOf(request).memberId, deps);
}

/** While one is being made, asking again is no second one. */
async function askForData({ request }: Call<typeof calls.askForData>, deps: OwnDataDeps): Promise<OwnDataView> {
  const { pool, clock, sessions } = deps;
  const { memberId } = sessions.memberOf(request);
  return await withTransaction(pool, async (db) => {
    const newest = await selectNewestRequest(db, memberId);
    const againAtMs = mayAskAgainAtMs(newest, clock.now());
    if (newest?.status !== 'asked' && againAtMs !== null)
      throw new Refused('DATA_ASKED_TODAY', { retryAfterSec: Math.ceil((againAtMs - clock.now()) / 1000) });
    if ((await insertRequest(db, memberId)) > 0)
      await insertSecurityEvent(db, { memberId, kind: 'dataAsked', requestOrigin: requestOriginOf(request) });
    return await viewOf(db, memberId, deps);
  });
}

async function linkToData(
  { params, request }: Call<typeof calls.linkToData>,
  { pool, clock, sessions }: OwnDataDeps,
): Promise<DataLinkView> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const untilMs = clock.now() + LINK_MS;
  const { memberId } = sessions.memberOf(request);
  if ((await updateLink(pool, params.id.toLowerCase(), memberId, { hash: hashOf(token), untilMs })) === 0)
    throw new Refused('DATA_FILE_GONE');
  return { path: pathOf(calls.downloadData, { token }), until: new Date(untilMs).toISOString() };
}

async function downloadData(
  { params, request, reply }: Call<typeof calls.downloadData>,
  { readPool, privateFiles, secrets, budgets }: OwnDataDeps,
): Promise<Answered<typeof calls.downloadData>> {
  const found = await selectLinked(readPool, hashOf(params.token));
  if (found === undefined) throw new Refused('DATA_FILE_GONE');
  budgets.spend(request, FILE_POINTS);
  const pieces = await openPieces({ privateFiles, sealKey: secrets.seal }, found, Number(found.bytes));
  if (pieces === null) throw new Refused('DATA_FILE_GONE');
  const name = `candor-data-${new Date(found.readyAt).toISOString().slice(0, 10)}.zip`;
  return await reply
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'no-store')
    .header('content-length', found.bytes.toString())
    .type('application/zip')
    .send(Readable.from(pieces, { objectMode: false }));
}

/** What the trigger keep_member_closing raises. */
const CLOSING_REFUSED = 'CD351';

/** Asking again is no second wish. The database looks once more whether something is open, and whether what is given up is all there is. */
async function askToClose({ request, body }: Call<typeof calls.askToClose>, deps: OwnDataDeps): Promise<OwnDataView> {
  const { memberId } = deps.sessions.memberOf(request);
  const giveUp = body.giveUp === undefined ? null : parseMoney(body.giveUp, deps.site.currency);
  if (giveUp?.ok === false) throw new Refused('AMOUNT_INVALID');
  return await withTransaction(deps.pool, async (db) => {
    const { blockers } = await selectBlockers(db, memberId);
    const isGivenUp = giveUp !== null && (await selectRest(db, memberId)).amount === giveUp.value;
    if (blockers.some((blocker) => blocker !== 'MONEY' || !isGivenUp)) throw new Refused('CLOSING_BLOCKED');
    if ((await insertClosing(db, memberId, deps.config.closingDays, isGivenUp ? giveUp.value : null)) > 0)
      await insertSecurityEvent(db, { memberId, kind: 'closingAsked', requestOrigin: requestOriginOf(request) });
    return await viewOf(db, memberId, deps);
  }).catch((error: unknown) => {
    // What was open, or the amount, changed between the look above and the database's own.
    throw sqlState(error) === CLOSING_REFUSED ? new Refused('CLOSING_BLOCKED') : error;
  });
}

async function answerStopClosing({ request }: Call<typeof calls.stopClosing>, deps: OwnDataDeps): Promise<OwnDataView> {
  const { memberId } = deps.sessions.memberOf(request);
  return await withTransaction(deps.pool, async (db) => {
    if ((await stopClosing(db, memberId)) > 0)
      await insertSecurityEvent(db, { memberId, kind: 'closingStopped', requestOrigin: requestOriginOf(request) });
    return await viewOf(db, memberId, deps);
  });
}

async function viewOf(
  db: Db,
  memberId: bigint,
  { config, clock, site }: Pick<OwnDataDeps, 'config' | 'clock' | 'site'>,
): Promise<OwnDataView> {
  return await readOwnDataView(db, memberId, { settings: config, currency: site.currency, nowMs: clock.now() });
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
