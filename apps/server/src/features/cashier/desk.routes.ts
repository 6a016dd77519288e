import type { FastifyReply } from 'fastify';
import {
  deskApproveDepositBody,
  deskBody,
  deskDeposit as deskDepositSchema,
  deskDepositsQuery,
  deskDepositsView,
  deskPayoutBody,
  deskRejectDepositBody,
  deskRejectWithdrawalBody,
  deskWithdrawal as deskWithdrawalSchema,
  deskWithdrawalsQuery,
  deskWithdrawalsView,
} from '@candor/contract/desk';
import { cashierParams } from '@candor/contract/cashier';
import { envelopeOf } from '@candor/contract/envelope';
import { PAGE_LIMIT_DEFAULT } from '@candor/contract/fields';
import { PATHS, patternOf } from '@candor/contract/routes';
import { memberAccount } from '@candor/domain/ledger/account';
import { money } from '@candor/domain/money';
import type { Pool } from '../../platform/db/pool.ts';
import { ok, Refused } from '../../platform/http/http-app.ts';
import type { HttpApp, HttpRequest } from '../../platform/http/http-app.ts';
import { operatorRoute } from '../../platform/http/route-cost.ts';
import { recordLook } from '../../services/commands/record-look.ts';
import type { Files } from '../../services/files/files.ts';
import { openFile } from '../../services/files/sealed-files.ts';
import { requireIdempotencyKey } from '../../services/idempotency/idempotency.ts';
import type { Fingerprints } from '../../services/idempotency/idempotency.ts';
import { readBalance } from '../../services/ledger/ledger.ts';
import type { Acting } from '../../services/operators/acting-store.ts';
import type { Operators } from '../../services/operators/operators.ts';
import type { Secrets } from '../../services/secrets/secrets.ts';
import { rangeMs } from '../../services/site/date-range.ts';
import type { Site } from '../../services/site/site.ts';
import { carryOut, cursorId } from './cashier-calls.ts';
import {
  selectDeskDeposit,
  selectDeskDeposits,
  selectDeskWithdrawal,
  selectDeskWithdrawals,
  selectOwner,
  selectSealedPayee,
} from './desk-store.ts';
import { deskDepositView, deskWithdrawalView } from './desk-view.ts';
import { reviewDeposit } from './review-deposit.ts';
import { recordPayout } from './record-payout.ts';
import { reviewWithdrawal } from './review-withdrawal.ts';

/** The queues of deposits and withdrawals, for operators. Served by the role console alone. */
export interface DeskDeps {
  pool: Pool;
  site: Site;
  operators: Pick<Operators, 'operatorOf'>;
  fingerprints: Fingerprints;
  privateFiles: Files;
  secrets: Pick<Secrets, 'seal'>;
  /** Opens the sealed card that a withdrawal goes to. */
  openPayee: (sealed: Buffer, memberId: bigint) => { holder: string; number: string };
}

const TAGS = ['desk'];

export function deskRoutes(app: HttpApp, deps: DeskDeps): void {
  depositDesk(app, deps);
  withdrawalDesk(app, deps);
}

/** Who decides, on whose row, and which members the decision may touch. */
async function callOf(
  { pool, operators }: DeskDeps,
  request: HttpRequest,
  table: 'deposit' | 'withdrawal',
  id: string,
): Promise<Acting & { memberId: bigint; key: string }> {
  const key = requireIdempotencyKey(request);
  const { operatorId, session } = operators.operatorOf(request);
  const owner = await selectOwner(pool, table, id);
  if (owner === undefined) throw new Refused(table === 'deposit' ? 'DEPOSIT_NOT_FOUND' : 'WITHDRAWAL_NOT_FOUND');
  return { memberId: owner.memberId, operatorId, session, key };
}

function depositDesk(app: HttpApp, deps: DeskDeps): void {
  const { pool, site, operators, fingerprints, privateFiles, secrets } = deps;
  const read = operatorRoute('list', 'cashier:deposit:read');
  const review = operatorRoute('change', 'cashier:deposit:review');

  app.get(
    PATHS.deskDeposits,
    {
      config: read,
      schema: { tags: TAGS, querystring: deskDepositsQuery, response: { 200: envelopeOf(deskDepositsView) } },
    },
    async (request) => {
      const { query } = request;
      const limit = query.limit ?? PAGE_LIMIT_DEFAULT;
      const rows = await selectDeskDeposits(pool, {
        states: query.status,
        kinds: query.kind,
        q: query.q,
        takenBy: query.mine === undefined ? undefined : operators.operatorOf(request).operatorId,
        ...rangeMs(query, site.timeZone),
        afterId: cursorId(query.cursor),
        limit: limit + 1,
      });
      const page = rows.slice(0, limit);
      return ok({
        items: page.map((row) => deskDepositView(row, site.currency)),
        nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
      });
    },
  );

  const one = { tags: TAGS, params: cashierParams, response: { 200: envelopeOf(deskDepositSchema) } };
  app.get(patternOf(PATHS.deskDeposit, 'id'), { config: read, schema: one }, async (request) => {
    const row = await selectDeskDeposit(pool, request.params.id.toLowerCase());
    if (row === undefined) throw new Refused('DEPOSIT_NOT_FOUND');
    return ok(deskDepositView(row, site.currency));
  });

  app.get(
    patternOf(PATHS.deskDepositProof, 'id'),
    { config: read, schema: { tags: TAGS, params: cashierParams } },
    async (request, reply) => {
      const row = await selectDeskDeposit(pool, request.params.id.toLowerCase());
      const id = row?.proof ?? null;
      if (row === undefined || id === null) throw new Refused('DEPOSIT_NOT_FOUND');
      // Looking at a member's picture is itself an act of the desk, and is written down before it is sent.
      await recordLook(pool, operators.operatorOf(request), {
        command: 'console/deposits/proof',
        subjectType: 'deposit',
        subjectId: row.id,
        detail: { file: id },
      });
      const picture = await openFile({ privateFiles, sealKey: secrets.seal }, { id, purpose: 'depositProof' });
      if (picture === null) throw new Refused('DEPOSIT_NOT_FOUND');
      const plain: FastifyReply = reply;
      return await plain.type('image/jpeg').send(picture);
    },
  );

  for (const [act, body] of [
    ['take', deskBody],
    ['release', deskBody],
    ['approve', deskApproveDepositBody],
    ['reject', deskRejectDepositBody],
  ] as const) {
    const command = reviewDeposit(site, act);
    app.post(
      patternOf((id) => PATHS.deskDepositAct(id, act), 'id'),
      { config: review, schema: { ...one, body } },
      async (request) => {
        const input = { ...request.body, id: request.params.id.toLowerCase() };
        const call = await callOf(deps, request, 'deposit', input.id);
        return ok(await carryOut(pool, command, { ...call, fingerprint: fingerprints.of(input), input }));
      },
    );
  }
}

function withdrawalDesk(app: HttpApp, deps: DeskDeps): void {
  const { pool, site, operators, fingerprints, openPayee } = deps;
  const read = operatorRoute('list', 'cashier:withdrawal:read');
  const review = operatorRoute('change', 'cashier:withdrawal:review');

  app.get(
    PATHS.deskWithdrawals,
    {
      config: read,
      schema: { tags: TAGS, querystring: deskWithdrawalsQuery, response: { 200: envelopeOf(deskWithdrawalsView) } },
    },
    async (request) => {
      const { query } = request;
      const limit = query.limit ?? PAGE_LIMIT_DEFAULT;
      const rows = await selectDeskWithdrawals(pool, {
        states: query.status,
        payouts: query.payout,
        q: query.q,
        takenBy: query.mine === undefined ? undefined : operators.operatorOf(request).operatorId,
        ...rangeMs(query, site.timeZone),
        afterId: cursorId(query.cursor),
        limit: limit + 1,
      });
      const page = rows.slice(0, limit);
      return ok({
        items: page.map((row) => deskWithdrawalView(row, site.currency)),
        nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
      });
    },
  );

  const one = { tags: TAGS, params: cashierParams, response: { 200: envelopeOf(deskWithdrawalSchema) } };
  app.get(
    patternOf(PATHS.deskWithdrawal, 'id'),
    { config: operatorRoute('list', 'cashier:withdrawal:review'), schema: one },
    async (request) => {
      const row = await selectDeskWithdrawal(pool, request.params.id.toLowerCase());
      if (row === undefined) throw new Refused('WITHDRAWAL_NOT_FOUND');
      const funds = memberAccount('funds', row.memberId, row.wallet, site.currency.code);
      const { posted, held } = await readBalance(pool, funds);
      const isOpen = row.status === 'pending' || row.status === 'reviewing' || row.status === 'seconding';
      const sealed = await selectSealedPayee(pool, row.id);
      // Reading a card number is itself an act of the desk.
      await recordLook(pool, operators.operatorOf(request), {
        command: 'console/withdrawals/open',
        subjectType: 'withdrawal',
        subjectId: row.id,
        detail: {},
      });
      return ok(
        deskWithdrawalView(row, site.currency, {
          available: money(posted - held),
          held,
          total: posted,
          after: money(isOpen ? posted - row.amount : posted),
          payee: sealed === undefined || sealed.length === 0 ? null : openPayee(sealed, row.memberId),
        }),
      );
    },
  );

  for (const [act, body] of [
    ['take', deskBody],
    ['release', deskBody],
    ['approve', deskBody],
    ['reject', deskRejectWithdrawalBody],
  ] as const) {
    const command = reviewWithdrawal(site, act);
    app.post(
      patternOf((id) => PATHS.deskWithdrawalAct(id, act), 'id'),
      { config: review, schema: { ...one, body } },
      async (request) => {
        const input = { ...request.body, id: request.params.id.toLowerCase() };
        const call = await callOf(deps, request, 'withdrawal', input.id);
        return ok(await carryOut(pool, command, { ...call, fingerprint: fingerprints.of(input), input }));
      },
    );
  }

  const payout = recordPayout(site);
  app.post(
    patternOf((id) => PATHS.deskWithdrawalAct(id, 'payout'), 'id'),
    { config: operatorRoute('change', 'cashier:withdrawal:payout'), schema: { ...one, body: deskPayoutBody } },
    async (request) => {
      const input = { ...request.body, id: request.params.id.toLowerCase() };
      const call = await callOf(deps, request, 'withdrawal', input.id);
      return ok(await carryOut(pool, payout, { ...call, fingerprint: fingerprints.of(input), input }));
    },
  );
}
