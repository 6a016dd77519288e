import * as calls from '@candor/contract/calls/invest';
import { on, serve } from '../../platform/http/serve.ts';
import type { Answered, Call } from '../../platform/http/serve.ts';
import { cursorNumber, pageOf } from '../../platform/http/paging.ts';
import type { SavingsView } from '@candor/contract/invest';
import { memberAccount } from '@candor/domain/ledger/account';
import { money, ZERO } from '@candor/domain/money';
import type { Db } from '../../platform/db/pool.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import { uuidV7 } from '../../platform/ids/ids.ts';
import { readBalance } from '../../services/ledger/ledger.ts';
import { rangeMs } from '../../services/site/date-range.ts';
import type { Site } from '../../services/site/site.ts';
import { selectHoldings } from './holding-store.ts';
import { selectLastClosed } from './business-day-store.ts';
import type { Change, InvestDeps } from './invest-deps.ts';
import { carryOut, readAmount, refusedBy } from './invest-refusal.ts';
import { chooseAutoSave, moveSavings } from './move-savings.ts';
import { selectSiteFacts } from './project-store.ts';
import {
  selectAccumulated,
  selectChoice,
  selectEarnings,
  selectRates,
  selectSavingsDays,
  selectSavingsInterest,
  selectSavingsTransfers,
} from './savings-store.ts';
import { investSummaryView, savingsTransferView, savingsView } from './savings-view.ts';
import type { SavingsFacts } from './savings-view.ts';
const DAYS_SHOWN = 30;
const RATES_SHOWN = 50;
/** More running holdings than this have no part in the calendar and in the estimate. */
const RUNNING_MAX = 500;

/** Savings as members see them: in and out at any time, and what was earned. */
export function savingsRoutes(app: HttpApp, deps: InvestDeps, change: Change): void {
  serve(app, savingsParts(deps, change), [
    on(calls.readSavings, answerReadSavings),
    on(calls.moveSavings, answerMoveSavings),
    on(calls.setAutoSave, setAutoSave),
    on(calls.listSavingsTransfers, listSavingsTransfers),
    on(calls.readInvestSummary, readInvestSummary),
  ]);
}

function savingsParts(deps: InvestDeps, change: Change) {
  const { site } = deps;
  const [moving, choosing] = [moveSavings(site), chooseAutoSave(site)];
  const view = async (db: Db, memberId: bigint): Promise<SavingsView> =>
    savingsView(site, await readSavings(db, site, memberId));
  return { ...deps, moving, choosing, view, change };
}

type SavingsParts = ReturnType<typeof savingsParts>;

async function answerReadSavings(
  { request }: Call<typeof calls.readSavings>,
  { readPool, sessions, view }: SavingsParts,
): Promise<Answered<typeof calls.readSavings>> {
  return await view(readPool, sessions.memberOf(request).memberId);
}

async function answerMoveSavings(
  call: Call<typeof calls.moveSavings>,
  { pool, site, fingerprints, moving, view, change }: SavingsParts,
): Promise<Answered<typeof calls.moveSavings>> {
  const { body } = call;
  const { memberId, key } = await change(call);
  const amount = readAmount(body.amount, site);
  if (!amount.ok) throw refusedBy(amount.error);
  const input = { id: uuidV7(), direction: body.direction, amount: amount.value };
  await carryOut(pool, moving, { memberId, key, fingerprint: fingerprints.of(body), input });
  return await view(pool, memberId);
}

async function setAutoSave(
  call: Call<typeof calls.setAutoSave>,
  { pool, site, fingerprints, choosing, view, change }: SavingsParts,
): Promise<Answered<typeof calls.setAutoSave>> {
  const { body } = call;
  const { memberId, key } = await change(call);
  const { on, keep: text } = body;
  const keep = text === undefined ? { ok: true as const, value: ZERO } : readAmount(text, site, 'keep');
  if (!keep.ok) throw refusedBy(keep.error);
  const input = { auto: on, keep: keep.value };
  await carryOut(pool, choosing, { memberId, key, fingerprint: fingerprints.of(body), input });
  return await view(pool, memberId);
}

async function listSavingsTransfers(
  { query, request }: Call<typeof calls.listSavingsTransfers>,
  { readPool, site, sessions }: SavingsParts,
): Promise<Answered<typeof calls.listSavingsTransfers>> {
  const filter = {
    memberId: sessions.memberOf(request).memberId,
    wallet: site.defaultWallet,
    direction: query.direction,
    origins: query.origin,
    ...rangeMs(query, site.timeZone),
    beforeN: cursorNumber(query.cursor),
  };
  return await pageOf({
    paging: query,
    read: async (limit) => await selectSavingsTransfers(readPool, { ...filter, limit }),
    view: (row) => savingsTransferView(site, row),
    cursorOf: ({ n }) => n,
  });
}

async function readInvestSummary(
  { request }: Call<typeof calls.readInvestSummary>,
  { readPool, site, sessions }: SavingsParts,
): Promise<Answered<typeof calls.readInvestSummary>> {
  const { memberId } = sessions.memberOf(request);
  const wallet = site.defaultWallet;
  const savings = await readSavings(readPool, site, memberId);
  const last = savings.lastClosed ?? savings.today - 1;
  const running = { memberId, wallet, statuses: ['running'] as const, projectId: undefined };
  const invested = await readBalance(readPool, memberAccount('invested', memberId, wallet, site.currency.code));
  return investSummaryView(site, {
    running: await selectHoldings(readPool, running, { beforeId: undefined, limit: RUNNING_MAX }),
    invested: invested.posted,
    savings,
    accumulated: (await selectAccumulated(readPool, memberId, wallet)) + savings.total,
    earnings: await selectEarnings(readPool, { memberId, wallet, from: last - DAYS_SHOWN + 1, to: last }),
  });
}

async function readSavings(db: Db, site: Site, memberId: bigint): Promise<SavingsFacts> {
  const wallet = site.defaultWallet;
  const { today, agreement } = await selectSiteFacts(db, memberId, 'savings');
  const balance = await readBalance(db, memberAccount('savings', memberId, wallet, site.currency.code));
  const funds = await readBalance(db, memberAccount('funds', memberId, wallet, site.currency.code));
  return {
    balance: balance.posted,
    available: money(funds.posted - funds.held),
    rates: await selectRates(db, RATES_SHOWN),
    days: await selectSavingsDays(db, { memberId, wallet, from: today - DAYS_SHOWN }),
    total: await selectSavingsInterest(db, memberId, wallet),
    lastClosed: await selectLastClosed(db),
    today,
    agreement,
    choice: await selectChoice(db, memberId, wallet),
  };
}
