import * as calls from '@candor/contract/calls/console/invest';
import type { InvestChangeView } from '@candor/contract/console-invest';
import { dateText, localDay } from '@candor/domain/market/local-time';
import { formatMoney, money } from '@candor/domain/money';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { HttpApp } from '../../../platform/http/http-app.ts';
import { cursorDate, cursorId, pageOf } from '../../../platform/http/paging.ts';
import { on, serve } from '../../../platform/http/serve.ts';
import type { Answered, Call } from '../../../platform/http/serve.ts';
import { proposalLines, proposalQueue, propose } from '../../../services/proposals/proposals.ts';
import type { KindDeps, ProposalsDeps } from '../../../services/proposals/proposals.ts';
import type { Site } from '../../../services/site/site.ts';
import { selectRates } from '../savings-store.ts';
import { INVEST_CHANGES, selectVersions } from './change-store.ts';
import type { ChangeRow } from './change-store.ts';
import { investKind, projectForm, RATE_FORM } from './invest-kind.ts';
import { endOfDayReport, exceptionView, operatorHoldingView, operatorInvestView } from './operator-view.ts';
import {
  selectDays,
  selectLateSince,
  selectLiabilities,
  selectOperatorHoldings,
  selectQuarantined,
  selectQuarantinedOn,
  selectSavingsTotal,
} from './report-store.ts';

interface InvestDeps extends KindDeps<ChangeRow, InvestChangeView> {
  readonly clock: Clock;
  readonly site: Site;
}

export const INVEST_QUEUE = proposalQueue('invest', calls.investChanges, INVEST_CHANGES, {
  subject: ({ kind }) => kind,
});

const VERSIONS_MAX = 500;
const RATES_MAX = 100;
const DATES_MAX = 400;
const QUARANTINED_MAX = 100;

/**
 * Projects and savings in the console: what is sold and owed, what the end of day did, and changes by two operators. Nobody here can
 * touch a running holding.
 */
export function investOperatorRoutes(
  app: HttpApp,
  deps: ProposalsDeps & { readonly clock: Clock; readonly site: Site },
): void {
  serve(app, { ...deps, kind: investKind(deps.site) }, [
    on(calls.listProjects, listProjects),
    ...proposalLines<ChangeRow, InvestChangeView>(calls.investChanges),
    on(calls.listHoldings, listHoldings),
    on(calls.listEndsOfDay, listEndsOfDay),
    on(calls.readLiabilities, readLiabilities),
    on(calls.proposeProject, proposeProject),
    on(calls.proposeRate, proposeRate),
  ]);
}

type ListProjects = typeof calls.listProjects;

async function listProjects(_: Call<ListProjects>, { pool, site }: InvestDeps): Promise<Answered<ListProjects>> {
  return operatorInvestView(site, {
    versions: await selectVersions(pool, VERSIONS_MAX),
    savings: await selectSavingsTotal(pool, site.defaultWallet, site.currency.code),
    rates: await selectRates(pool, RATES_MAX),
  });
}

type ListHoldings = typeof calls.listHoldings;

async function listHoldings(
  { query }: Call<ListHoldings>,
  { pool, site, clock }: InvestDeps,
): Promise<Answered<ListHoldings>> {
  const { status: statuses, projectId, member: username } = query;
  const filter = { statuses, projectId, username, beforeId: cursorId(query.cursor) };
  const today = localDay(site.timeZone, clock.now());
  return await pageOf({
    paging: query,
    read: async (limit) => await selectOperatorHoldings(pool, { ...filter, limit }),
    view: (row) => operatorHoldingView(row, site, today),
    cursorOf: ({ id }) => id,
  });
}

type ListEndsOfDay = typeof calls.listEndsOfDay;

async function listEndsOfDay(
  { query }: Call<ListEndsOfDay>,
  { pool, site }: InvestDeps,
): Promise<Answered<ListEndsOfDay>> {
  const { items: rows, nextCursor } = await pageOf({
    paging: query,
    read: async (limit) => await selectDays(pool, { before: cursorDate(query.cursor), limit }),
    view: (row) => row,
    cursorOf: ({ date }) => dateText(date),
  });
  const late = await selectLateSince(pool);
  const dates = rows.map(({ date }) => dateText(date));
  const quarantined = await selectQuarantinedOn(pool, dates, QUARANTINED_MAX);
  const open = await selectQuarantined(pool, QUARANTINED_MAX);
  const ofDate = (wanted: (typeof rows)[number]['date']) => quarantined.filter(({ date }) => date === wanted);
  return {
    items: rows.map((row) => endOfDayReport(row, ofDate(row.date), site)),
    setAside: open.map((row) => exceptionView(row, site)),
    nextCursor,
    lateSince: late === null ? null : dateText(late),
  };
}

type ReadLiabilities = typeof calls.readLiabilities;

async function readLiabilities(
  _: Call<ReadLiabilities>,
  { pool, site }: InvestDeps,
): Promise<Answered<ReadLiabilities>> {
  const text = (minor: bigint) => formatMoney(money(minor), site.currency);
  const rows = await selectLiabilities(pool, site.defaultWallet, DATES_MAX);
  const savings = await selectSavingsTotal(pool, site.defaultWallet, site.currency.code);
  return {
    items: rows.map(({ date, holdings, principal, interest }) => ({
      date: dateText(date),
      holdings: Number(holdings),
      principal: text(principal),
      interest: text(interest),
    })),
    principal: text(rows.reduce((total, { principal }) => total + principal, 0n)),
    interest: text(rows.reduce((total, { interest }) => total + interest, 0n)),
    savings: text(savings.balance),
  };
}

type ProposeProject = typeof calls.proposeProject;

async function proposeProject(call: Call<ProposeProject>, deps: InvestDeps): Promise<Answered<ProposeProject>> {
  return await propose(call, deps, projectForm(deps.site), { input: call.body });
}

type ProposeRate = typeof calls.proposeRate;

async function proposeRate(call: Call<ProposeRate>, deps: InvestDeps): Promise<Answered<ProposeRate>> {
  return await propose(call, deps, RATE_FORM, { input: call.body });
}
