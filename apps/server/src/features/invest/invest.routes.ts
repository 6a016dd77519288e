import * as calls from '@candor/contract/calls/invest';
import { on, serve } from '../../platform/http/serve.ts';
import type { Answered, Call } from '../../platform/http/serve.ts';
import { cursorId, pageOf } from '../../platform/http/paging.ts';
import { HOLDING_STATES, planRedemption } from '@candor/domain/invest/holding';
import { planPurchase } from '@candor/domain/invest/project';
import { memberAccount } from '@candor/domain/ledger/account';
import { formatMoney, money, ZERO } from '@candor/domain/money';
import type { Money } from '@candor/domain/money';
import { Refused } from '../../platform/http/http-app.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import { memoryLimit } from '../../platform/http/rate-limit.ts';
import { uuidV7 } from '../../platform/ids/ids.ts';
import { earlierAnswers } from '../../services/commands/run-commands.ts';
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
/** Changes of one member. */
const CHANGES = { points: 30, durationSec: 60 };
const SUMMED_MAX = 1_000;

/**
 * Projects and holdings as members see them: what is offered, what an amount would become, buying, and redeeming early.
 * Interest is never calculated here: the domain says what will be, and the database's end of day says what was.
 */
export function investRoutes(app: HttpApp, deps: InvestDeps): void {
  const limit = memoryLimit(CHANGES);
  const change: Change = async (call) => {
    const { memberId } = deps.sessions.memberOf(call.request);
    const { key } = call;
    await limit.take(memberId.toString());
    return { memberId, key };
  };
  projectRoutes(app, deps);
  holdingRoutes(app, deps);
  changeRoutes(app, deps, change);
  savingsRoutes(app, deps, change);
}

function projectRoutes(app: HttpApp, deps: InvestDeps): void {
  serve(app, projectParts(deps), [
    on(calls.listProjects, listProjects),
    on(calls.readProject, readProject),
    on(calls.readQuote, readQuote),
    on(calls.readAgreement, readAgreement),
  ]);
}

function projectParts(deps: InvestDeps) {
  const { site } = deps;
  const wallet = site.defaultWallet;
  return { ...deps, wallet };
}

type ProjectParts = ReturnType<typeof projectParts>;

async function listProjects(
  { request }: Call<typeof calls.listProjects>,
  { readPool, site, sessions, wallet }: ProjectParts,
): Promise<Answered<typeof calls.listProjects>> {
  const { memberId } = sessions.memberOf(request);
  const facts = await selectSiteFacts(readPool, memberId, 'project');
  const rows = await selectProjects(readPool, memberId, wallet);
  return { practice: site.mode === 'practice', items: rows.map((row) => projectView(site, row, facts)) };
}

async function readProject(
  { params, request }: Call<typeof calls.readProject>,
  { readPool, site, sessions, wallet }: ProjectParts,
): Promise<Answered<typeof calls.readProject>> {
  const { memberId } = sessions.memberOf(request);
  const row = await selectProject(readPool, params.id, { memberId, wallet });
  if (row === undefined) throw new Refused('PROJECT_NOT_FOUND');
  return projectView(site, row, await selectSiteFacts(readPool, memberId, 'project'));
}

async function readQuote(
  { params, query, request }: Call<typeof calls.readQuote>,
  { readPool, site, sessions, wallet }: ProjectParts,
): Promise<Answered<typeof calls.readQuote>> {
  const { memberId } = sessions.memberOf(request);
  const row = await selectProject(readPool, params.id, { memberId, wallet });
  if (row === undefined) throw new Refused('PROJECT_NOT_FOUND');
  const amount = orRefuse(readAmount(query.amount, site));
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
  return quoteView(site, row, { amount, facts, available, ...problem });
}

async function readAgreement(
  { params: { code, version } }: Call<typeof calls.readAgreement>,
  { readPool }: ProjectParts,
): Promise<Answered<typeof calls.readAgreement>> {
  const row = await selectAgreement(readPool, code, version);
  if (row === undefined) throw new Refused('NOT_FOUND');
  return { ...row, publishedAt: new Date(row.publishedAt).toISOString() };
}

function holdingRoutes(app: HttpApp, deps: InvestDeps): void {
  serve(app, holdingParts(deps), [
    on(calls.listHoldings, listHoldings),
    on(calls.readHolding, readHolding),
    on(calls.readRedemption, readRedemption),
  ]);
}

function holdingParts(deps: InvestDeps) {
  const { readPool, site } = deps;
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
  return { ...deps, buying, text, underKey };
}

type HoldingParts = ReturnType<typeof holdingParts>;

async function listHoldings(
  { query, request }: Call<typeof calls.listHoldings>,
  { readPool, site, sessions, text, underKey }: HoldingParts,
): Promise<Answered<typeof calls.listHoldings>> {
  const { memberId } = sessions.memberOf(request);
  const { today } = await selectSiteFacts(readPool, memberId, 'project');
  if (query.key !== undefined) {
    const rows = await underKey(memberId, query.key.toLowerCase());
    const principal = rows[0]?.principal ?? ZERO;
    return {
      items: rows.map((row) => holdingView(site, row, today)),
      nextCursor: null,
      principal: text(principal),
      interest: text(rows[0]?.paid ?? ZERO),
      count: rows.length,
      more: false,
    };
  }
  const filter = {
    memberId,
    wallet: site.defaultWallet,
    statuses: statesOf(query.status),
    projectId: query.projectId,
    ...rangeMs(query, site.timeZone),
  };
  const beforeId = cursorId(query.cursor);
  const page = await pageOf({
    paging: query,
    read: async (limit) => await selectHoldings(readPool, filter, { beforeId, limit }),
    view: (row) => holdingView(site, row, today),
    cursorOf: ({ id }) => id,
  });
  const sums = await sumHoldings(readPool, filter, SUMMED_MAX);
  return {
    ...page,
    principal: text(sums.principal),
    interest: text(sums.interest),
    count: Math.min(Number(sums.count), SUMMED_MAX),
    more: sums.count > SUMMED_MAX,
  };
}

async function readHolding(
  { params, request }: Call<typeof calls.readHolding>,
  { readPool, site, sessions }: HoldingParts,
): Promise<Answered<typeof calls.readHolding>> {
  const { memberId } = sessions.memberOf(request);
  const row = await selectHolding(readPool, memberId, params.id.toLowerCase());
  if (row === undefined) throw new Refused('HOLDING_NOT_FOUND');
  const { today } = await selectSiteFacts(readPool, memberId, 'project');
  return holdingDetail(site, row, { accruals: await selectAccruals(readPool, row.id), today });
}

async function readRedemption(
  { params, request }: Call<typeof calls.readRedemption>,
  { readPool, site, sessions }: HoldingParts,
): Promise<Answered<typeof calls.readRedemption>> {
  const { memberId } = sessions.memberOf(request);
  const row = await selectHolding(readPool, memberId, params.id.toLowerCase());
  if (row === undefined) throw new Refused('HOLDING_NOT_FOUND');
  const { today } = await selectSiteFacts(readPool, memberId, 'project');
  const planned = planRedemption(holdingOf(row), today, undefined);
  const problem = planned.ok ? {} : { problem: refusalOf(planned.error, site) };
  return redemptionView(site, row, { today, ...problem });
}

function changeRoutes(app: HttpApp, deps: InvestDeps, change: Change): void {
  serve(app, changeParts(deps, change), [
    on(calls.buyHolding, answerBuyHolding),
    on(calls.redeemHolding, answerRedeemHolding),
    on(calls.rollOver, rollOver),
  ]);
}

function changeParts(deps: InvestDeps, change: Change) {
  const { site } = deps;
  const [buying, redeeming, choosing] = [buyHolding(site), redeemHolding(site), changeRollOver(site)];
  return { ...deps, buying, redeeming, choosing, change };
}

type ChangeParts = ReturnType<typeof changeParts>;

async function answerBuyHolding(
  call: Call<typeof calls.buyHolding>,
  { pool, site, fingerprints, passwords, buying, change }: ChangeParts,
): Promise<Answered<typeof calls.buyHolding>> {
  const { body, request } = call;
  const { memberId, key } = await change(call);
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
  return await carryOut(pool, buying, { memberId, key, fingerprint, input });
}

async function answerRedeemHolding(
  call: Call<typeof calls.redeemHolding>,
  { pool, site, fingerprints, redeeming, change }: ChangeParts,
): Promise<Answered<typeof calls.redeemHolding>> {
  const { params, body } = call;
  const { memberId, key } = await change(call);
  const seen = body?.credited;
  const credited = seen === undefined ? undefined : orRefuse(readAmount(seen, site, 'credited'));
  const input = { id: params.id.toLowerCase(), credited };
  const fingerprint = fingerprints.of({ id: input.id, credited: seen });
  return await carryOut(pool, redeeming, { memberId, key, fingerprint, input });
}

async function rollOver(
  call: Call<typeof calls.rollOver>,
  { pool, fingerprints, choosing, change }: ChangeParts,
): Promise<Answered<typeof calls.rollOver>> {
  const { params, body } = call;
  const { memberId, key } = await change(call);
  const input = { id: params.id.toLowerCase(), on: body.on };
  return await carryOut(pool, choosing, { memberId, key, fingerprint: fingerprints.of(input), input });
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
