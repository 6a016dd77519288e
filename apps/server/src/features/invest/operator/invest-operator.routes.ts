import {
  endOfDayReportsQuery,
  endOfDayReportsView,
  operatorHoldingsQuery,
  operatorHoldingsView,
  operatorInvestView as operatorInvestSchema,
  investChangeParams,
  investChangesQuery,
  investChangeView,
  liabilitiesView,
  projectChangeBody,
  rateChangeBody,
} from '@candor/contract/console-invest';
import { CONSOLE_PATHS } from '@candor/contract/console-paths';
import { envelopeOf } from '@candor/contract/envelope';
import { PAGE_LIMIT_DEFAULT } from '@candor/contract/fields';
import { proposalSchemas } from '@candor/contract/proposals';
import { dateText, localDay } from '@candor/domain/market/local-time';
import { formatMoney, money } from '@candor/domain/money';
import type { Money } from '@candor/domain/money';
import * as z from 'zod/mini';
import type { Clock } from '../../../platform/clock/clock.ts';
import { ok, Refused } from '../../../platform/http/http-app.ts';
import type { HttpApp } from '../../../platform/http/http-app.ts';
import { operatorRoute } from '../../../platform/http/route-cost.ts';
import { proposalQueue, proposalRoutes } from '../../../services/proposals/proposal-routes.ts';
import { createProposals } from '../../../services/proposals/proposals.ts';
import type { ProposalsDeps } from '../../../services/proposals/proposals.ts';
import type { Site } from '../../../services/site/site.ts';
import { selectRates } from '../savings-store.ts';
import { INVEST_CHANGES, selectVersions } from './change-store.ts';
import { endOfDayReport, operatorHoldingView, operatorInvestView, exceptionView } from './operator-view.ts';
import { investKind, projectForm, RATE_FORM } from './invest-kind.ts';
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
export interface InvestOperatorDeps extends ProposalsDeps {
  clock: Clock;
  site: Site;
}

const TAGS = ['invest'];

export const INVEST_QUEUE = proposalQueue({
  name: 'invest',
  table: INVEST_CHANGES,
  path: CONSOLE_PATHS.investChanges,
  tags: TAGS,
  may: { read: 'invest:project:read', make: 'invest:project:make', check: 'invest:project:check' },
});

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

function changeRoutes(app: HttpApp, deps: InvestOperatorDeps): void {
  const schemas = proposalSchemas({ query: investChangesQuery, params: investChangeParams, view: investChangeView });
  const changes = createProposals(deps, investKind(deps.site));
  const projects = projectForm(deps.site);
  const config = operatorRoute('change', INVEST_QUEUE.may.make);
  proposalRoutes(app, INVEST_QUEUE, changes, schemas);
  app.post(
    CONSOLE_PATHS.projectChanges,
    { config, schema: { tags: TAGS, body: projectChangeBody, response: { 200: schemas.view } } },
    async (request) => await changes.propose(request, projects, { input: request.body }),
  );
  app.post(
    CONSOLE_PATHS.rateChanges,
    { config, schema: { tags: TAGS, body: rateChangeBody, response: { 200: schemas.view } } },
    async (request) => await changes.propose(request, RATE_FORM, { input: request.body }),
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
