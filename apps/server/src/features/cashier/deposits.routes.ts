import {
  cashierParams,
  depositBody,
  depositChannelsView,
  depositPaidBody,
  depositsQuery,
  depositsView,
  depositView as depositSchema,
  SUMMED_MAX,
} from '@candor/contract/cashier';
import type { DepositStatus } from '@candor/contract/cashier';
import type { FastifyReply } from 'fastify';
import { envelopeOf } from '@candor/contract/envelope';
import { IMAGE_BYTES_MAX, PAGE_LIMIT_DEFAULT } from '@candor/contract/fields';
import { PATHS, patternOf } from '@candor/contract/routes';
import type { DepositState } from '@candor/domain/cashier/deposit';
import { ok, Refused } from '../../platform/http/http-app.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import { memberRoute, moneyRoute } from '../../platform/http/route-cost.ts';
import { uuidV7 } from '../../platform/ids/ids.ts';
import { earlierAnswers } from '../../services/commands/run-commands.ts';
import { DOCUMENT_SIZE } from '../../services/files/image-size.ts';
import { openFile } from '../../services/files/sealed-files.ts';
import { pictureHash, storePicture } from '../../services/files/store-picture.ts';
import { rangeMs } from '../../services/site/date-range.ts';
import { walletOf } from '../../services/site/wallet-of.ts';
import { cancelDeposit, payDeposit } from './change-deposit.ts';
import { selectChannels } from './channel-store.ts';
import { createDeposit } from './create-deposit.ts';
import { selectDeposit, selectDeposits, sumDeposits } from './deposit-store.ts';
import { channelView, depositView } from './deposit-view.ts';
import { newReference } from '../../platform/ids/new-reference.ts';
import { carryOut, CASHIER_TAGS, cursorId, sumsView } from './cashier-calls.ts';
import type { CashierDeps, Change } from './cashier-calls.ts';

/** Nothing here credits a deposit: operators and the worker do, with database roles of their own. */
export function depositRoutes(app: HttpApp, deps: CashierDeps, change: Change): void {
  const { pool, readPool, site, sessions, clock, fingerprints, privateFiles, images } = deps;
  const sealKey = deps.secrets.seal;
  const now = () => clock.now();
  const [creating, paying, cancelling] = [createDeposit(site, now), payDeposit(site, now), cancelDeposit(site, now)];

  app.get(
    PATHS.depositChannels,
    {
      config: memberRoute('lookup'),
      schema: { tags: CASHIER_TAGS, response: { 200: envelopeOf(depositChannelsView) } },
    },
    async () => {
      const channels = await selectChannels(readPool);
      return ok({
        practice: site.mode === 'practice',
        items: channels.map((row) => channelView(row, site.currency)),
      });
    },
  );

  app.post(
    PATHS.deposits,
    {
      config: moneyRoute('change'),
      schema: { tags: CASHIER_TAGS, body: depositBody, response: { 200: envelopeOf(depositSchema) } },
    },
    async (request) => {
      const { memberId, key } = await change(request);
      const input = { ...request.body, id: uuidV7(), reference: newReference() };
      const fingerprint = fingerprints.of(request.body);
      return ok(await carryOut(pool, creating, { memberId, key, fingerprint, input }));
    },
  );

  app.get(
    PATHS.deposits,
    {
      config: memberRoute('list'),
      schema: { tags: CASHIER_TAGS, querystring: depositsQuery, response: { 200: envelopeOf(depositsView) } },
    },
    async (request) => {
      const { query } = request;
      const filter = {
        memberId: sessions.memberOf(request).memberId,
        wallet: walletOf(site, query.wallet),
        statuses: depositStates(query.status),
        kinds: query.kind,
        ...rangeMs(query, site.timeZone),
      };
      const limit = query.limit ?? PAGE_LIMIT_DEFAULT;
      const rows = await selectDeposits(readPool, filter, { beforeId: cursorId(query.cursor), limit: limit + 1 });
      const page = rows.slice(0, limit);
      const sums = await sumDeposits(readPool, filter, SUMMED_MAX);
      return ok({
        items: page.map((row) => depositView(row, site.currency)),
        nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
        ...sumsView(sums, site.currency),
      });
    },
  );

  app.get(
    patternOf(PATHS.deposit, 'id'),
    {
      config: memberRoute('lookup'),
      schema: { tags: CASHIER_TAGS, params: cashierParams, response: { 200: envelopeOf(depositSchema) } },
    },
    async (request) => {
      const row = await selectDeposit(readPool, sessions.memberOf(request).memberId, request.params.id.toLowerCase());
      if (row === undefined) throw new Refused('DEPOSIT_NOT_FOUND');
      return ok(depositView(row, site.currency));
    },
  );

  app.post(
    patternOf(PATHS.depositPaid, 'id'),
    {
      config: { ...moneyRoute('upload'), upload: { files: 1, fields: 2, fileBytes: IMAGE_BYTES_MAX } },
      schema: {
        tags: CASHIER_TAGS,
        consumes: ['application/json', 'multipart/form-data'],
        params: cashierParams,
        body: depositPaidBody,
        response: { 200: envelopeOf(depositSchema) },
      },
    },
    async (request) => {
      const { memberId, key } = await change(request);
      const { txid, payer, proof: file } = request.body;
      const said = { id: request.params.id.toLowerCase(), txid, payer };
      const call = { memberId, key, fingerprint: fingerprints.of({ ...said, proof: await pictureHash(file) }) };
      // A retry of a call that was carried out finds its answer, and stores no picture a second time.
      const [earlier] = await earlierAnswers(pool, paying, [{ ...call, input: null }]);
      const stored =
        file === undefined || earlier !== undefined
          ? undefined
          : await storePicture(
              { pool, privateFiles, sealKey, images },
              { memberId, purpose: 'depositProof', file, size: DOCUMENT_SIZE },
            );
      if (stored?.ok === false) throw new Refused(stored.error, { fields: { proof: stored.error } });
      return ok(await carryOut(pool, paying, { ...call, input: { ...said, proof: stored?.value } }));
    },
  );

  app.get(
    patternOf(PATHS.depositProof, 'id'),
    { config: memberRoute('lookup'), schema: { tags: CASHIER_TAGS, params: cashierParams } },
    async (request, reply) => {
      const row = await selectDeposit(readPool, sessions.memberOf(request).memberId, request.params.id.toLowerCase());
      const id = row?.proof ?? null;
      const picture = id === null ? null : await openFile({ privateFiles, sealKey }, { id, purpose: 'depositProof' });
      if (picture === null) throw new Refused('DEPOSIT_NOT_FOUND');
      const plain: FastifyReply = reply;
      return await plain.type('image/jpeg').send(picture);
    },
  );

  app.post(
    patternOf(PATHS.depositCancel, 'id'),
    {
      config: moneyRoute('change'),
      schema: { tags: CASHIER_TAGS, params: cashierParams, response: { 200: envelopeOf(depositSchema) } },
    },
    async (request) => {
      const { memberId, key } = await change(request);
      const input = { id: request.params.id.toLowerCase() };
      return ok(await carryOut(pool, cancelling, { memberId, key, fingerprint: fingerprints.of(input), input }));
    },
  );
}

function depositStates(statuses: readonly DepositStatus[] | undefined): DepositState[] | undefined {
  return statuses?.flatMap((status) => (status === 'reviewing' ? ['reviewing', 'seconding'] : [status]));
}
