import { envelopeOf } from '@candor/contract/envelope';
import { PAGE_LIMIT_DEFAULT } from '@candor/contract/fields';
import {
  agreementParams,
  agreementView,
  buyBody,
  holdingDetail as detailSchema,
  holdingsQuery,
  holdingsView,
  holdingView as holdingSchema,
  investParams,
  projectsView,
  projectView as projectSchema,
  quoteQuery,
  quoteView as quoteSchema,
  redemptionBody,
  redemptionView as redemptionSchema,
  rollOverBody,
} from '@candor/contract/invest';
import { PATHS, patternOf } from '@candor/contract/routes';
import { HOLDING_STATES, planRedemption } from '@candor/domain/invest/holding';
import { planPurchase } from '@candor/domain/invest/project';
import { memberAccount } from '@candor/domain/ledger/account';
import { formatMoney, money, ZERO } from '@candor/domain/money';
import type { Money } from '@candor/domain/money';
import * as z from 'zod/mini';
import { ok, Refused } from '../../platform/http/http-app.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import { memoryLimit } from '../../platform/http/rate-limit.ts';
import { memberRoute, moneyRoute } from '../../platform/http/route-cost.ts';
import { uuidV7 } from '../../platform/ids/ids.ts';
import { earlierAnswers } from '../../services/commands/run-commands.ts';
import { requireIdempotencyKey } from '../../services/idempotency/idempotency.ts';
import { readBalance } from '../../services/ledger/ledger.ts';
import { rangeMs } from '../../services/site/date-range.ts';
import { requestOriginOf } from '../../services/security-events/request-origin.ts';
import { checkWithdrawPassword } from '../../services/withdraw-password/check-withdraw-password.ts';
import type { Change, InvestDeps } from './invest-deps.ts';
import { buyHolding } from './buy-holding.ts';
import { holdingOf, selectAccruals, selectHolding, selectHoldings, sumHoldings } from './holding-store.ts';
import type { HoldingRow } from './holding-store.ts';
import { carryOut, readAmount, refusalOf, refusedBy } from './invest-refusal.ts';
import { holdingDetail, holdingView, projectView, quoteView, redemptionView } from './invest-view.ts';
import { newReference } from '../../platform/ids/new-reference.ts';
import {
  selectAgreement,
  selectProject,
  selectProjects,
  selectSiteFacts,
  termsOf,
  versionsOf,
} from './project-store.ts';
import { changeRollOver, redeemHolding } from './redeem-holding.ts';
import { savingsRoutes } from './savings.routes.ts';

const TAGS = ['invest'];
/** Changes of one member. */
const CHANGES = { points: 30, durationSec: 60 };
const SUMMED_MAX = 1_000;

/**
 * Projects and holdings as members see them: what is offered, what an amount would become, buying, and redeeming early.
 * Interest is never calculated here: the domain says what will be, and the database's end of day says what was.
 */
export function investRoutes(app: HttpApp, deps: InvestDeps): void {
  const limit = memoryLimit(CHANGES);
  const change: Change = async (request) => {
    const { memberId } = deps.sessions.memberOf(request);
    const key = requireIdempotencyKey(request);
    await limit.take(memberId.toString());
    return { memberId, key };
  };
  projectRoutes(app, deps);
  holdingRoutes(app, deps);
  changeRoutes(app, deps, change);
  savingsRoutes(app, deps, change);
}

function projectRoutes(app: HttpApp, { readPool, site, sessions }: InvestDeps): void {
  const wallet = site.defaultWallet;

  app.get(
    PATHS.projects,
    { config: memberRoute('list'), schema: { tags: TAGS, response: { 200: envelopeOf(projectsView) } } },
    async (request) => {
      const { memberId } = sessions.memberOf(request);
      const facts = await selectSiteFacts(readPool, memberId, 'project');
      const rows = await selectProjects(readPool, memberId, wallet);
      return ok({ practice: site.mode === 'practice', items: rows.map((row) => projectView(site, row, facts)) });
    },
  );

  app.get(
    patternOf(PATHS.project, 'id'),
    {
      config: memberRoute('lookup'),
      schema: { tags: TAGS, params: investParams, response: { 200: envelopeOf(projectSchema) } },
    },
    async (request) => {
      const { memberId } = sessions.memberOf(request);
      const row = await selectProject(readPool, request.params.id, { memberId, wallet });
      if (row === undefined) throw new Refused('PROJECT_NOT_FOUND');
      return ok(projectView(site, row, await selectSiteFacts(readPool, memberId, 'project')));
    },
  );

  app.get(
    patternOf(PATHS.quote, 'id'),
    {
      config: memberRoute('lookup'),
      schema: { tags: TAGS, params: investParams, querystring: quoteQuery, response: { 200: envelopeOf(quoteSchema) } },
    },
    async (request) => {
      const { memberId } = sessions.memberOf(request);
      const row = await selectProject(readPool, request.params.id, { memberId, wallet });
      if (row === undefined) throw new Refused('PROJECT_NOT_FOUND');
      const amount = orRefuse(readAmount(request.query.amount, site));
      const facts = await selectSiteFacts(readPool, memberId, 'project');
      const funds = await readBalance(readPool, memberAccount('funds', memberId, wallet, site.currency.code));
      const available = money(funds.posted - funds.held);
      const planned = planPurchase({ amount, seen: { terms: undefined, agreement: undefined } }, termsOf(row), {
        nowMs: facts.now,
        active: row.active,
        sold: row.sold,
        held: row.held,
        available,
        versions: versionsOf(row, facts),
      });
      const problem = planned.ok ? {} : { problem: refusalOf(planned.error, site) };
      return ok(quoteView(site, row, { amount, facts, available, ...problem }));
    },
  );

  app.get(
    patternOf(
      (code) => patternOf((version) => PATHS.agreement('CODE', version), 'version').replace('CODE', code),
      'code',
    ),
    {
      config: memberRoute('lookup'),
      schema: { tags: TAGS, params: agreementParams, response: { 200: envelopeOf(agreementView) } },
    },
    async ({ params: { code, version } }) => {
      const row = await selectAgreement(readPool, code, version);
      if (row === undefined) throw new Refused('NOT_FOUND');
      return ok({ ...row, publishedAt: new Date(row.publishedAt).toISOString() });
    },
  );
}

function holdingRoutes(app: HttpApp, { readPool, site, sessions }: InvestDeps): void {
  const buying = buyHolding(site);
  const text = (amount: Money) => formatMoney(amount, site.currency);
  /** The holding that was bought under this key, as a list of one or none. */
  const underKey = async (memberId: bigint, key: string): Promise<HoldingRow[]> => {
    const call = { memberId, key, fingerprint: Buffer.alloc(0), input: null };
    const [earlier] = await earlierAnswers(readPool, buying, [call]);
    const id = earlier?.answer.ok === true ? earlier.answer.value.id : undefined;
    const row = id === undefined ? undefined : await selectHolding(readPool, memberId, id);
    return row === undefined ? [] : [row];
  };

  app.get(
    PATHS.holdings,
    {
      config: memberRoute('list'),
      schema: { tags: TAGS, querystring: holdingsQuery, response: { 200: envelopeOf(holdingsView) } },
    },
    async (request) => {
      const { query } = request;
      const { memberId } = sessions.memberOf(request);
      const { today } = await selectSiteFacts(readPool, memberId, 'project');
      if (query.key !== undefined) {
        const rows = await underKey(memberId, query.key.toLowerCase());
        const principal = rows[0]?.principal ?? ZERO;
        return ok({
          items: rows.map((row) => holdingView(site, row, today)),
          nextCursor: null,
          principal: text(principal),
          interest: text(rows[0]?.paid ?? ZERO),
          count: rows.length,
          more: false,
        });
      }
      const filter = {
        memberId,
        wallet: site.defaultWallet,
        statuses: statesOf(query.status),
        projectId: query.projectId,
        ...rangeMs(query, site.timeZone),
      };
      const limit = query.limit ?? PAGE_LIMIT_DEFAULT;
      const rows = await selectHoldings(readPool, filter, { beforeId: cursorId(query.cursor), limit: limit + 1 });
      const page = rows.slice(0, limit);
      const sums = await sumHoldings(readPool, filter, SUMMED_MAX);
      return ok({
        items: page.map((row) => holdingView(site, row, today)),
        nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
        principal: text(sums.principal),
        interest: text(sums.interest),
        count: Math.min(Number(sums.count), SUMMED_MAX),
        more: sums.count > SUMMED_MAX,
      });
    },
  );

  app.get(
    patternOf(PATHS.holding, 'id'),
    {
      config: memberRoute('lookup'),
      schema: { tags: TAGS, params: investParams, response: { 200: envelopeOf(detailSchema) } },
    },
    async (request) => {
      const { memberId } = sessions.memberOf(request);
      const row = await selectHolding(readPool, memberId, request.params.id.toLowerCase());
      if (row === undefined) throw new Refused('HOLDING_NOT_FOUND');
      const { today } = await selectSiteFacts(readPool, memberId, 'project');
      return ok(holdingDetail(site, row, { accruals: await selectAccruals(readPool, row.id), today }));
    },
  );

  app.get(
    patternOf(PATHS.redemption, 'id'),
    {
      config: memberRoute('lookup'),
      schema: { tags: TAGS, params: investParams, response: { 200: envelopeOf(redemptionSchema) } },
    },
    async (request) => {
      const { memberId } = sessions.memberOf(request);
      const row = await selectHolding(readPool, memberId, request.params.id.toLowerCase());
      if (row === undefined) throw new Refused('HOLDING_NOT_FOUND');
      const { today } = await selectSiteFacts(readPool, memberId, 'project');
      const planned = planRedemption(holdingOf(row), today, undefined);
      const problem = planned.ok ? {} : { problem: refusalOf(planned.error, site) };
      return ok(redemptionView(site, row, { today, ...problem }));
    },
  );
}

function changeRoutes(app: HttpApp, deps: InvestDeps, change: Change): void {
  const { pool, site, fingerprints, passwords } = deps;
  const [buying, redeeming, choosing] = [buyHolding(site), redeemHolding(site), changeRollOver(site)];
  const response = { 200: envelopeOf(holdingSchema) };

  app.post(
    PATHS.holdings,
    { config: moneyRoute('password'), schema: { tags: TAGS, body: buyBody, response } },
    async (request) => {
      const { memberId, key } = await change(request);
      const { body } = request;
      const amount = orRefuse(readAmount(body.amount, site));
      const fingerprint = fingerprints.of(body);
      const { passwordFrom } = await selectSiteFacts(pool, memberId, 'project');
      if (passwordFrom !== null && amount >= passwordFrom) {
        if (body.withdrawPwd === undefined)
          throw new Refused('WITHDRAW_PASSWORD_REQUIRED', { fields: { withdrawPwd: 'WITHDRAW_PASSWORD_REQUIRED' } });
        await checkWithdrawPassword(
          { pool, passwords, requestOrigin: requestOriginOf(request) },
          memberId,
          body.withdrawPwd,
          'withdrawPwd',
        );
      }
      const input = {
        id: uuidV7(),
        reference: newReference(),
        projectId: body.projectId.toLowerCase(),
        amount,
        rollOver: body.rollOver ?? false,
        seen: { terms: body.termsVersion, agreement: body.agreementVersion },
      };
      return ok(await carryOut(pool, buying, { memberId, key, fingerprint, input }));
    },
  );

  app.post(
    patternOf(PATHS.redemption, 'id'),
    {
      config: moneyRoute('change'),
      schema: { tags: TAGS, params: investParams, body: z.nullable(redemptionBody), response },
    },
    async (request) => {
      const { memberId, key } = await change(request);
      const seen = request.body?.credited;
      const credited = seen === undefined ? undefined : orRefuse(readAmount(seen, site, 'credited'));
      const input = { id: request.params.id.toLowerCase(), credited };
      const fingerprint = fingerprints.of({ id: input.id, credited: seen });
      return ok(await carryOut(pool, redeeming, { memberId, key, fingerprint, input }));
    },
  );

  app.post(
    patternOf(PATHS.rollOver, 'id'),
    { config: moneyRoute('change'), schema: { tags: TAGS, params: investParams, body: rollOverBody, response } },
    async (request) => {
      const { memberId, key } = await change(request);
      const input = { id: request.params.id.toLowerCase(), on: request.body.on };
      return ok(await carryOut(pool, choosing, { memberId, key, fingerprint: fingerprints.of(input), input }));
    },
  );
}

/** The value, or the refusal as an answer. */
function orRefuse<T>(read: { ok: true; value: T } | { ok: false; error: Parameters<typeof refusedBy>[0] }): T {
  if (!read.ok) throw refusedBy(read.error);
  return read.value;
}

function statesOf(filter: 'awaiting' | 'repaid' | undefined) {
  if (filter === undefined) return undefined;
  return HOLDING_STATES.filter((state) => (state === 'running') === (filter === 'awaiting'));
}

/** The cursor of the list is the id of the last one seen. */
function cursorId(cursor: string | undefined): string | undefined {
  if (cursor === undefined || z.safeParse(z.guid(), cursor).success) return cursor;
  throw new Refused('FIELD_INVALID', { fields: { cursor: 'FIELD_INVALID' } });
}
