import * as calls from '@candor/contract/calls/cashier';
import { on, serve } from '../../platform/http/serve.ts';
import type { Answered, Call } from '../../platform/http/serve.ts';
import { SUMMED_MAX } from '@candor/contract/cashier';
import type { DepositStatus } from '@candor/contract/cashier';
import { cursorId, pageOf } from '../../platform/http/paging.ts';
import type { DepositState } from '@candor/domain/cashier/deposit';
import { Refused } from '../../platform/http/http-app.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import { uuidV7 } from '../../platform/ids/ids.ts';
import { earlierAnswers } from '../../services/commands/run-commands.ts';
import { DOCUMENT_SIZE } from '../../services/files/image-size.ts';
import { openFile } from '../../services/files/sealed-files.ts';
import { pictureHash, storePicture } from '../../services/files/store-picture.ts';
import { rangeMs } from '../../services/site/date-range.ts';
import { restingRefusal } from '../../services/site/resting.ts';
import { walletOf } from '../../services/site/wallet-of.ts';
import { cancelDeposit, payDeposit } from './change-deposit.ts';
import { selectChannels } from './channel-store.ts';
import { createDeposit } from './create-deposit.ts';
import { selectDeposit, selectDeposits, sumDeposits } from './deposit-store.ts';
import { channelView, depositView } from './deposit-view.ts';
import { newReference } from '../../platform/ids/new-reference.ts';
import { carryOut, sumsView } from './cashier-calls.ts';
import type { CashierDeps, Change } from './cashier-calls.ts';

/** Nothing here credits a deposit: operators and the worker do, with database roles of their own. */
export function depositRoutes(app: HttpApp, deps: CashierDeps, change: Change): void {
  serve(app, depositParts(deps, change), [
    on(calls.listDepositChannels, listDepositChannels),
    on(calls.makeDeposit, makeDeposit),
    on(calls.listDeposits, listDeposits),
    on(calls.readDeposit, readDeposit),
    on(calls.tellDepositPaid, tellDepositPaid),
    on(calls.readDepositProof, readDepositProof),
    on(calls.cancelDeposit, answerCancelDeposit),
  ]);
}

function depositParts(deps: CashierDeps, change: Change) {
  const { site, clock } = deps;
  const sealKey = deps.secrets.seal;
  const now = () => clock.now();
  const [creating, paying, cancelling] = [createDeposit(site, now), payDeposit(site, now), cancelDeposit(site, now)];
  return { ...deps, sealKey, now, creating, paying, cancelling, change };
}

type DepositParts = ReturnType<typeof depositParts>;

async function listDepositChannels(
  _: Call<typeof calls.listDepositChannels>,
  { readPool, site }: DepositParts,
): Promise<Answered<typeof calls.listDepositChannels>> {
  const channels = await selectChannels(readPool);
  return {
    practice: site.mode === 'practice',
    items: channels.map((row) => channelView(row, site.currency)),
  };
}

async function makeDeposit(
  call: Call<typeof calls.makeDeposit>,
  { pool, site, clock, fingerprints, creating, change }: DepositParts,
): Promise<Answered<typeof calls.makeDeposit>> {
  const { body } = call;
  const { memberId, key } = await change(call);
  const input = { ...body, id: uuidV7(), reference: newReference() };
  const fingerprint = fingerprints.of(body);
  const resting = restingRefusal(site, clock.now());
  // A retry of a call that was carried out finds its answer.
  if (resting !== undefined) {
    const [earlier] = await earlierAnswers(pool, creating, [{ memberId, key, fingerprint, input: null }]);
    if (earlier === undefined) throw resting;
  }
  return await carryOut(pool, creating, { memberId, key, fingerprint, input });
}

async function listDeposits(
  { query, request }: Call<typeof calls.listDeposits>,
  { readPool, site, sessions }: DepositParts,
): Promise<Answered<typeof calls.listDeposits>> {
  const filter = {
    memberId: sessions.memberOf(request).memberId,
    wallet: walletOf(site, query.wallet),
    statuses: depositStates(query.status),
    kinds: query.kind,
    ...rangeMs(query, site.timeZone),
  };
  const beforeId = cursorId(query.cursor);
  const page = await pageOf({
    paging: query,
    read: async (limit) => await selectDeposits(readPool, filter, { beforeId, limit }),
    view: (row) => depositView(row, site.currency),
    cursorOf: ({ id }) => id,
  });
  return { ...page, ...sumsView(await sumDeposits(readPool, filter, SUMMED_MAX), site.currency) };
}

async function readDeposit(
  { params, request }: Call<typeof calls.readDeposit>,
  { readPool, site, sessions }: DepositParts,
): Promise<Answered<typeof calls.readDeposit>> {
  const row = await selectDeposit(readPool, sessions.memberOf(request).memberId, params.id.toLowerCase());
  if (row === undefined) throw new Refused('DEPOSIT_NOT_FOUND');
  return depositView(row, site.currency);
}

async function tellDepositPaid(
  call: Call<typeof calls.tellDepositPaid>,
  { pool, fingerprints, privateFiles, images, sealKey, paying, change }: DepositParts,
): Promise<Answered<typeof calls.tellDepositPaid>> {
  const { params, body } = call;
  const { memberId, key } = await change(call);
  const { txid, payer, proof: file } = body;
  const said = { id: params.id.toLowerCase(), txid, payer };
  const own = { memberId, key, fingerprint: fingerprints.of({ ...said, proof: await pictureHash(file) }) };
  // A retry of a call that was carried out finds its answer, and stores no picture a second time.
  const [earlier] = await earlierAnswers(pool, paying, [{ ...own, input: null }]);
  const stored =
    file === undefined || earlier !== undefined
      ? undefined
      : await storePicture(
          { pool, privateFiles, sealKey, images },
          { memberId, purpose: 'depositProof', file, size: DOCUMENT_SIZE },
        );
  if (stored?.ok === false) throw new Refused(stored.error, { fields: { proof: stored.error } });
  return await carryOut(pool, paying, { ...own, input: { ...said, proof: stored?.value } });
}

async function readDepositProof(
  { params, request, reply }: Call<typeof calls.readDepositProof>,
  { readPool, sessions, privateFiles, sealKey }: DepositParts,
): Promise<Answered<typeof calls.readDepositProof>> {
  const row = await selectDeposit(readPool, sessions.memberOf(request).memberId, params.id.toLowerCase());
  const id = row?.proof ?? null;
  const picture = id === null ? null : await openFile({ privateFiles, sealKey }, { id, purpose: 'depositProof' });
  if (picture === null) throw new Refused('DEPOSIT_NOT_FOUND');
  return await reply.type('image/jpeg').send(picture);
}

async function answerCancelDeposit(
  call: Call<typeof calls.cancelDeposit>,
  { pool, fingerprints, cancelling, change }: DepositParts,
): Promise<Answered<typeof calls.cancelDeposit>> {
  const { params } = call;
  const { memberId, key } = await change(call);
  const input = { id: params.id.toLowerCase() };
  return await carryOut(pool, cancelling, { memberId, key, fingerprint: fingerprints.of(input), input });
}

function depositStates(statuses: readonly DepositStatus[] | undefined): DepositState[] | undefined {
  return statuses?.flatMap((status) => (status === 'reviewing' ? ['reviewing', 'seconding'] : [status]));
}
