import type { FastifyReply } from 'fastify';
import {
  operatorApproveDepositBody,
  operatorBody,
  operatorDeposit as operatorDepositSchema,
  operatorDepositsQuery,
  operatorDepositsView,
  operatorPayoutBody,
  operatorRejectDepositBody,
  operatorRejectWithdrawalBody,
  operatorWithdrawal as operatorWithdrawalSchema,
  operatorWithdrawalsQuery,
  operatorWithdrawalsView,
} from '@candor/contract/console-cashier';
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
  selectOperatorDeposit,
  selectOperatorDeposits,
  selectOperatorWithdrawal,
  selectOperatorWithdrawals,
  selectOwner,
  selectSealedPayee,
} from './operator-store.ts';
import { operatorDepositView, operatorWithdrawalView } from './operator-view.ts';
import { reviewDeposit } from './review-deposit.ts';
import { recordPayout } from './record-payout.ts';
import { reviewWithdrawal } from './review-withdrawal.ts';

/** The queues of deposits and withdrawals, for operators. Served by the role console alone. */
export interface OperatorRoutesDeps {
  pool: Pool;
  site: Site;
  operators: Pick<Operators, 'operatorOf'>;
  fingerprints: Fingerprints;
  privateFiles: Files;
  secrets: Pick<Secrets, 'seal'>;
  /** Opens the sealed card that a withdrawal goes to. */
  openPayee: (sealed: Buffer, memberId: bigint) => { holder: string; number: string };
}

const TAGS = ['cashier'];

export function cashierOperatorRoutes(app: HttpApp, deps: OperatorRoutesDeps): void {
  depositRoutes(app, deps);
  withdrawalRoutes(app, deps);
}

/** Who decides, on whose row, and which members the decision may touch. */
async function callOf(
  { pool, operators }: OperatorRoutesDeps,
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

function depositRoutes(app: HttpApp, deps: OperatorRoutesDeps): void {
  const { pool, site, operators, fingerprints, privateFiles, secrets } = deps;
  const read = operatorRoute('list', 'cashier:deposit:read');
  const review = operatorRoute('change', 'cashier:deposit:review');

  app.get(
    PATHS.operatorDeposits,
    {
      config: read,
      schema: { tags: TAGS, querystring: operatorDepositsQuery, response: { 200: envelopeOf(operatorDepositsView) } },
    },
    async (request) => {
      const { query } = request;
      const limit = query.limit ?? PAGE_LIMIT_DEFAULT;
      const rows = await selectOperatorDeposits(pool, {
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
        items: page.map((row) => operatorDepositView(row, site.currency)),
        nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
      });
    },
  );

  const one = { tags: TAGS, params: cashierParams, response: { 200: envelopeOf(operatorDepositSchema) } };
  app.get(patternOf(PATHS.operatorDeposit, 'id'), { config: read, schema: one }, async (request) => {
    const row = await selectOperatorDeposit(pool, request.params.id.toLowerCase());
    if (row === undefined) throw new Refused('DEPOSIT_NOT_FOUND');
    return ok(operatorDepositView(row, site.currency));
  });

  app.get(
    patternOf(PATHS.operatorDepositProof, 'id'),
    { config: read, schema: { tags: TAGS, params: cashierParams } },
    async (request, reply) => {
      const row = await selectOperatorDeposit(pool, request.params.id.toLowerCase());
      const id = row?.proof ?? null;
      if (row === undefined || id === null) throw new Refused('DEPOSIT_NOT_FOUND');
      // Looking at a member's picture is itself an act of operators, and is written down before it is sent.
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
    ['take', operatorBody],
    ['release', operatorBody],
    ['approve', operatorApproveDepositBody],
    ['reject', operatorRejectDepositBody],
  ] as const) {
    const command = reviewDeposit(site, act);
    app.post(
      patternOf((id) => PATHS.operatorDepositAct(id, act), 'id'),
      { config: review, schema: { ...one, body } },
      async (request) => {
        const input = { ...request.body, id: request.params.id.toLowerCase() };
        const call = await callOf(deps, request, 'deposit', input.id);
        return ok(await carryOut(pool, command, { ...call, fingerprint: fingerprints.of(input), input }));
      },
    );
  }
}

function withdrawalRoutes(app: HttpApp, deps: OperatorRoutesDeps): void {
  const { pool, site, operators, fingerprints, openPayee } = deps;
  const read = operatorRoute('list', 'cashier:withdrawal:read');
  const review = operatorRoute('change', 'cashier:withdrawal:review');

  app.get(
    PATHS.operatorWithdrawals,
    {
      config: read,
      schema: {
        tags: TAGS,
        querystring: operatorWithdrawalsQuery,
        response: { 200: envelopeOf(operatorWithdrawalsView) },
      },
    },
    async (request) => {
      const { query } = request;
      const limit = query.limit ?? PAGE_LIMIT_DEFAULT;
      const rows = await selectOperatorWithdrawals(pool, {
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
        items: page.map((row) => operatorWithdrawalView(row, site.currency)),
        nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
      });
    },
  );

  const one = { tags: TAGS, params: cashierParams, response: { 200: envelopeOf(operatorWithdrawalSchema) } };
  app.get(
    patternOf(PATHS.operatorWithdrawal, 'id'),
    { config: operatorRoute('list', 'cashier:withdrawal:review'), schema: one },
    async (request) => {
      const row = await selectOperatorWithdrawal(pool, request.params.id.toLowerCase());
      if (row === undefined) throw new Refused('WITHDRAWAL_NOT_FOUND');
      const funds = memberAccount('funds', row.memberId, row.wallet, site.currency.code);
      const { posted, held } = await readBalance(pool, funds);
      const isOpen = row.status === 'pending' || row.status === 'reviewing' || row.status === 'seconding';
      const sealed = await selectSealedPayee(pool, row.id);
      // Reading a card number is itself an act of operators.
      await recordLook(pool, operators.operatorOf(request), {
        command: 'console/withdrawals/open',
        subjectType: 'withdrawal',
        subjectId: row.id,
        detail: {},
      });
      return ok(
        operatorWithdrawalView(row, site.currency, {
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
    ['take', operatorBody],
    ['release', operatorBody],
    ['approve', operatorBody],
    ['reject', operatorRejectWithdrawalBody],
  ] as const) {
    const command = reviewWithdrawal(site, act);
    app.post(
      patternOf((id) => PATHS.operatorWithdrawalAct(id, act), 'id'),
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
    patternOf((id) => PATHS.operatorWithdrawalAct(id, 'payout'), 'id'),
    { config: operatorRoute('change', 'cashier:withdrawal:payout'), schema: { ...one, body: operatorPayoutBody } },
    async (request) => {
      const input = { ...request.body, id: request.params.id.toLowerCase() };
      const call = await callOf(deps, request, 'withdrawal', input.id);
      return ok(await carryOut(pool, payout, { ...call, fingerprint: fingerprints.of(input), input }));
    },
  );
}
