import {
  endOfDayReportsQuery,
  endOfDayReportsView,
  operatorHoldingsQuery,
  operatorHoldingsView,
  operatorInvestView as operatorInvestSchema,
  investChangeParams,
  investChangesQuery,
  investChangesView,
  investChangeView as changeSchema,
  investDecisionBody,
  liabilitiesView,
  projectChangeBody,
  rateChangeBody,
} from '@candor/contract/console-invest';
import { CONSOLE_PATHS } from '@candor/contract/console-paths';
import { envelopeOf } from '@candor/contract/envelope';
import { PAGE_LIMIT_DEFAULT } from '@candor/contract/fields';
import { patternOf } from '@candor/contract/routes';
import type { ChangeEvent } from '@candor/domain/invest/project-change';
import { dateText, localDay } from '@candor/domain/market/local-time';
import { formatMoney, money } from '@candor/domain/money';
import type { Money } from '@candor/domain/money';
import * as z from 'zod/mini';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Pool } from '../../../platform/db/pool.ts';
import { ok, Refused } from '../../../platform/http/http-app.ts';
import type { HttpApp, HttpRequest } from '../../../platform/http/http-app.ts';
import { operatorRoute } from '../../../platform/http/route-cost.ts';
import { requireIdempotencyKey } from '../../../services/idempotency/idempotency.ts';
import type { Fingerprints } from '../../../services/idempotency/idempotency.ts';
import type { Operators } from '../../../services/operators/operators.ts';
import type { QueueCounter } from '../../../services/operators/queue-counter.ts';
import type { Site } from '../../../services/site/site.ts';
import { carryOut } from '../invest-refusal.ts';
import { selectRates } from '../savings-store.ts';
import { decideInvestChange, proposeProject, proposeRate } from './change-invest.ts';
import { countProposedChanges, selectChange, selectChanges, selectVersions } from './change-store.ts';
import { changeView, endOfDayReport, operatorHoldingView, operatorInvestView, exceptionView } from './operator-view.ts';
import {
  selectDays,
  selectOperatorHoldings,
  selectLateSince,
  selectLiabilities,
  selectSavingsTotal,
  selectQuarantined,
  selectQuarantinedOn,
} from './report-store.ts';

/**
 * Projects and savings in the console: what is sold and owed, what the end of day did, and changes by two operators. Nobody here can
 * touch a running holding.
 */
export interface InvestOperatorDeps {
  pool: Pool;
  clock: Clock;
  site: Site;
  operators: Pick<Operators, 'operatorOf'>;
  fingerprints: Fingerprints;
}

export const INVEST_QUEUES: readonly QueueCounter[] = [
  { name: 'invest', permission: 'invest:project:read', count: countProposedChanges },
];

const TAGS = ['invest'];
const VERSIONS_MAX = 500;
const RATES_MAX = 100;
const DATES_MAX = 400;
const QUARANTINED_MAX = 100;

export function investOperatorRoutes(app: HttpApp, deps: InvestOperatorDeps): void {
  readRoutes(app, deps);
  reportRoutes(app, deps);
  changeRoutes(app, deps);
}

function readRoutes(app: HttpApp, { pool, site }: InvestOperatorDeps): void {
  const config = operatorRoute('list', 'invest:project:read');
  app.get(
    CONSOLE_PATHS.investProjects,
    { config, schema: { tags: TAGS, response: { 200: envelopeOf(operatorInvestSchema) } } },
    async () =>
      ok(
        operatorInvestView(site, {
          versions: await selectVersions(pool, VERSIONS_MAX),
          savings: await selectSavingsTotal(pool, site.defaultWallet, site.currency.code),
          rates: await selectRates(pool, RATES_MAX),
        }),
      ),
  );

  const list = { tags: TAGS, querystring: investChangesQuery, response: { 200: envelopeOf(investChangesView) } };
  app.get(CONSOLE_PATHS.investChanges, { config, schema: list }, async ({ query }) => {
    const limit = query.limit ?? PAGE_LIMIT_DEFAULT;
    const beforeId = cursorId(query.cursor);
    const filter = { statuses: query.status, kind: query.kind, beforeId, limit: limit + 1 };
    const rows = await selectChanges(pool, filter);
    const page = rows.slice(0, limit);
    return ok({
      items: page.map((row) => changeView(row, site)),
      nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
    });
  });

  const one = { tags: TAGS, params: investChangeParams, response: { 200: envelopeOf(changeSchema) } };
  app.get(patternOf(CONSOLE_PATHS.investChange, 'id'), { config, schema: one }, async ({ params }) => {
    const row = await selectChange(pool, params.id);
    if (row === undefined) throw new Refused('TERMS_CHANGE_NOT_FOUND');
    return ok(changeView(row, site));
  });
}

function reportRoutes(app: HttpApp, { pool, site, clock }: InvestOperatorDeps): void {
  const text = (amount: Money) => formatMoney(amount, site.currency);

  app.get(
    CONSOLE_PATHS.operatorHoldings,
    {
      config: operatorRoute('list', 'invest:holding:read'),
      schema: { tags: TAGS, querystring: operatorHoldingsQuery, response: { 200: envelopeOf(operatorHoldingsView) } },
    },
    async ({ query }) => {
      const limit = query.limit ?? PAGE_LIMIT_DEFAULT;
      const rows = await selectOperatorHoldings(pool, {
        statuses: query.status,
        projectId: query.projectId,
        username: query.member,
        beforeId: cursorId(query.cursor),
        limit: limit + 1,
      });
      const page = rows.slice(0, limit);
      const today = localDay(site.timeZone, clock.now());
      return ok({
        items: page.map((row) => operatorHoldingView(row, site, today)),
        nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
      });
    },
  );

  const config = operatorRoute('list', 'invest:close:read');
  const days = { tags: TAGS, querystring: endOfDayReportsQuery, response: { 200: envelopeOf(endOfDayReportsView) } };
  app.get(CONSOLE_PATHS.endOfDayReports, { config, schema: days }, async ({ query }) => {
    const limit = query.limit ?? PAGE_LIMIT_DEFAULT;
    const rows = await selectDays(pool, { before: cursorDate(query.cursor), limit: limit + 1 });
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    const late = await selectLateSince(pool);
    const quarantined = await selectQuarantinedOn(
      pool,
      page.map(({ date }) => dateText(date)),
      QUARANTINED_MAX,
    );
    const open = await selectQuarantined(pool, QUARANTINED_MAX);
    return ok({
      items: page.map((row) =>
        endOfDayReport(
          row,
          quarantined.filter(({ date }) => date === row.date),
          site,
        ),
      ),
      setAside: open.map((row) => exceptionView(row, site)),
      nextCursor: rows.length > limit && last !== undefined ? dateText(last.date) : null,
      lateSince: late === null ? null : dateText(late),
    });
  });

  app.get(
    CONSOLE_PATHS.liabilities,
    { config, schema: { tags: TAGS, response: { 200: envelopeOf(liabilitiesView) } } },
    async () => {
      const rows = await selectLiabilities(pool, site.defaultWallet, DATES_MAX);
      const sum = (pick: (row: (typeof rows)[number]) => bigint) =>
        text(money(rows.reduce((total, row) => total + pick(row), 0n)));
      const savings = await selectSavingsTotal(pool, site.defaultWallet, site.currency.code);
      return ok({
        items: rows.map(({ date, holdings, principal, interest }) => ({
          date: dateText(date),
          holdings: Number(holdings),
          principal: text(principal),
          interest: text(interest),
        })),
        principal: sum(({ principal }) => principal),
        interest: sum(({ interest }) => interest),
        savings: text(savings.balance),
      });
    },
  );
}

function changeRoutes(app: HttpApp, { pool, site, operators, fingerprints }: InvestOperatorDeps): void {
  const response = { 200: envelopeOf(changeSchema) };
  const [projects, rates] = [proposeProject(site), proposeRate(site)];
  /** No member is concerned: the operator's own calls come one after the other. */
  const callOf = (request: HttpRequest) => {
    const { operatorId, session } = operators.operatorOf(request);
    return { memberId: operatorId, operatorId, session, key: requireIdempotencyKey(request) };
  };

  app.post(
    CONSOLE_PATHS.projectChanges,
    {
      config: operatorRoute('change', 'invest:project:make'),
      schema: { tags: TAGS, body: projectChangeBody, response },
    },
    async (request) => {
      const fingerprint = fingerprints.of(request.body);
      return ok(await carryOut(pool, projects, { ...callOf(request), fingerprint, input: request.body }));
    },
  );

  app.post(
    CONSOLE_PATHS.rateChanges,
    { config: operatorRoute('change', 'invest:project:make'), schema: { tags: TAGS, body: rateChangeBody, response } },
    async (request) => {
      const fingerprint = fingerprints.of(request.body);
      return ok(await carryOut(pool, rates, { ...callOf(request), fingerprint, input: request.body }));
    },
  );

  const decide = async (request: HttpRequest, event: ChangeEvent, id: string, reason: string | undefined) => {
    const fingerprint = fingerprints.of({ id, event, reason });
    const call = { ...callOf(request), fingerprint, input: { id, reason } };
    return ok(await carryOut(pool, decideInvestChange(site, event), call));
  };
  app.post(
    patternOf(CONSOLE_PATHS.investDecision, 'id'),
    {
      config: operatorRoute('change', 'invest:project:check'),
      schema: { tags: TAGS, params: investChangeParams, body: investDecisionBody, response },
    },
    async (request) =>
      await decide(request, request.body.approve ? 'approve' : 'reject', request.params.id, request.body.reason),
  );
  app.post(
    patternOf(CONSOLE_PATHS.investWithdraw, 'id'),
    {
      config: operatorRoute('change', 'invest:project:make'),
      schema: { tags: TAGS, params: investChangeParams, body: z.nullable(z.strictObject({})), response },
    },
    async (request) => await decide(request, 'withdraw', request.params.id, undefined),
  );
}

/** The cursor of these lists is the id of the last one seen. */
function cursorId(cursor: string | undefined): string | undefined {
  if (cursor === undefined || z.safeParse(z.guid(), cursor).success) return cursor;
  throw new Refused('FIELD_INVALID', { fields: { cursor: 'FIELD_INVALID' } });
}

/** The cursor of the reports is the date of the last one seen. */
function cursorDate(cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined;
  const isDate = /^[1-9]\d{3}-\d\d-\d\d$/.test(cursor) && !Number.isNaN(Date.parse(cursor));
  if (!isDate || !new Date(cursor).toISOString().startsWith(cursor))
    throw new Refused('FIELD_INVALID', { fields: { cursor: 'FIELD_INVALID' } });
  return cursor;
}
