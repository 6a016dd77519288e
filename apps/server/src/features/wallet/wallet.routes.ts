import * as calls from '@candor/contract/calls/wallet';
import { on, serve } from '../../platform/http/serve.ts';
import type { Answered, Call } from '../../platform/http/serve.ts';
import { Readable } from 'node:stream';
import { cursorNumber, pageOf } from '../../platform/http/paging.ts';
import { pickLanguage } from '@candor/contract/languages';
import { dateText, dayNumber, localDateAt, localDay, localToUtc } from '@candor/domain/market/local-time';
import type { DayNumber } from '@candor/domain/market/local-time';
import { formatMoney, money } from '@candor/domain/money';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Pool } from '../../platform/db/pool.ts';
import { header, Refused } from '../../platform/http/http-app.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import { FILE_POINTS } from '../../platform/http/route-cost.ts';
import type { Budgets } from '../../platform/http/route-cost.ts';
import type { ListArchivedFiles } from '../../services/order-archive/archived-files.ts';
import { runCommand } from '../../services/commands/run-commands.ts';
import type { Fingerprints } from '../../services/idempotency/idempotency.ts';
import type { Sessions } from '../../services/sessions/sessions.ts';
import { businessDaysAt, rangeMs } from '../../services/site/date-range.ts';
import type { Site } from '../../services/site/site.ts';
import { walletOf } from '../../services/site/wallet-of.ts';
import {
  selectClosedDate,
  selectHoldingEarnings,
  selectOrderEarnings,
  selectSavingsEarning,
} from './earnings-store.ts';
import { earningsView, interestEntries } from './earnings-view.ts';
import { readMoney } from './read-money.ts';
import { resetPractice } from './reset-practice.ts';
import { csvOf, pdfOf } from './statement-file.ts';
import { selectBalanceLine, selectBalances, selectInterest, selectResults, selectStatement } from './wallet-store.ts';
import { memberView, transferView } from './wallet-view.ts';

/**
 * A member's money: balances, earnings, the statement, and the reset of practice money. Money moves only through
 * services/ledger, never by an edit.
 */
export interface WalletDeps {
  pool: Pool;
  clock: Clock;
  site: Site;
  sessions: Sessions;
  listArchivedFiles: ListArchivedFiles;
  fingerprints: Fingerprints;
  budgets: Pick<Budgets, 'spend'>;
}

export function walletRoutes(app: HttpApp, deps: WalletDeps): void {
  moneyRoutes(app, deps);
  earningsRoutes(app, deps);
  statementRoutes(app, deps);
}

function moneyRoutes(app: HttpApp, deps: WalletDeps): void {
  serve(app, moneyParts(deps), [
    on(calls.readMember, readMember),
    on(calls.readMoney, answerReadMoney),
    on(calls.readBalanceLine, readBalanceLine),
    on(calls.resetPractice, answerResetPractice),
  ]);
}

function moneyParts(deps: WalletDeps) {
  const { site } = deps;
  const resetting = resetPractice(site);
  return { ...deps, resetting };
}

type MoneyParts = ReturnType<typeof moneyParts>;

async function readMember(
  { request }: Call<typeof calls.readMember>,
  { pool, clock, site, sessions, listArchivedFiles }: MoneyParts,
): Promise<Answered<typeof calls.readMember>> {
  const { memberId } = sessions.memberOf(request);
  const wallet = site.defaultWallet;
  const days = businessDaysAt(clock.now(), site.timeZone);
  const balances = await selectBalances(pool, memberId, wallet, site.currency.code);
  const results = await selectResults(pool, listArchivedFiles, {
    memberId,
    wallet,
    fromMs: days.yesterdayMs,
    splitMs: days.todayMs,
    toMs: days.tomorrowMs,
  });
  const interest = await selectInterest(pool, {
    memberId,
    wallet,
    yesterday: localDateAt(site.timeZone, days.yesterdayMs),
    today: localDateAt(site.timeZone, days.todayMs),
  });
  return memberView(site, balances, { results, interest });
}

async function answerReadMoney(
  { query, request }: Call<typeof calls.readMoney>,
  { pool, site, sessions }: MoneyParts,
): Promise<Answered<typeof calls.readMoney>> {
  return await readMoney(pool, site, sessions.memberOf(request).memberId, walletOf(site, query.wallet));
}

async function readBalanceLine(
  { query, request }: Call<typeof calls.readBalanceLine>,
  { pool, clock, site, sessions }: MoneyParts,
): Promise<Answered<typeof calls.readBalanceLine>> {
  const wallet = walletOf(site, query.wallet);
  const rows = await selectBalanceLine(pool, {
    memberId: sessions.memberOf(request).memberId,
    wallet,
    currency: site.currency.code,
    timeZone: site.timeZone,
    today: localDateAt(site.timeZone, clock.now()),
    days: Number(query.days ?? '7'),
  });
  const text = (total: bigint) => formatMoney(money(total), site.currency);
  return { wallet, items: rows.map(({ date, total }) => ({ date, total: text(total) })) };
}

async function answerResetPractice(
  { key, request }: Call<typeof calls.resetPractice>,
  { pool, sessions, fingerprints, resetting }: MoneyParts,
): Promise<Answered<typeof calls.resetPractice>> {
  const { memberId } = sessions.memberOf(request);
  const run = await runCommand(pool, resetting, { memberId, key, fingerprint: fingerprints.of({}), input: null });
  if (!run.ok) throw new Refused(run.error);
  if (run.value.ok) return run.value.value;
  const { key: refusal, ...more } = run.value.error;
  throw new Refused(refusal, more);
}

/** What a business date earned, entry by entry. The entries add up to the figure of `readMember`. */
function earningsRoutes(app: HttpApp, deps: WalletDeps): void {
  serve(app, deps, [on(calls.readEarnings, readEarnings)]);
}

async function readEarnings(
  { query, request }: Call<typeof calls.readEarnings>,
  { pool, clock, site, sessions, listArchivedFiles }: WalletDeps,
): Promise<Answered<typeof calls.readEarnings>> {
  const { memberId } = sessions.memberOf(request);
  const wallet = walletOf(site, query.wallet);
  const day = dayOf(query.date);
  const [date, dayBefore, fromMs, toMs] = [
    query.date,
    dateText(day - 1),
    localToUtc(site.timeZone, day, 0),
    localToUtc(site.timeZone, day + 1, 0),
  ];
  const place = { memberId, wallet, date, currency: site.currency.code };
  const results = await selectResults(pool, listArchivedFiles, { memberId, wallet, fromMs, splitMs: fromMs, toMs });
  const interest = await selectInterest(pool, { memberId, wallet, yesterday: dayBefore, today: date });
  const closed = await selectClosedDate(pool);
  const isOpen = day <= localDay(site.timeZone, clock.now()) && (closed === null || day > closed);
  const span = { memberId, wallet, fromMs, toMs, afterNo: cursorNumber(query.cursor) };
  const { items: orders, nextCursor } = await pageOf({
    paging: query,
    read: async (limit) => await selectOrderEarnings(pool, listArchivedFiles, { ...span, limit }),
    view: (row) => row,
    cursorOf: ({ no }) => no,
  });
  return earningsView(site, {
    date,
    total: results.today + interest.today,
    interest: interestEntries(
      await selectHoldingEarnings(pool, place),
      await selectSavingsEarning(pool, place),
      isOpen,
    ),
    orders,
    nextCursor,
  });
}

/** A date of the calendar as its number. */
function dayOf(text: string): DayNumber {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  const number = dayNumber(year, month, day);
  if (year < 1970 || dateText(number) !== text)
    throw new Refused('FIELD_INVALID', { fields: { date: 'FIELD_INVALID' } });
  return number;
}

function statementRoutes(app: HttpApp, deps: WalletDeps): void {
  serve(app, deps, [on(calls.listTransfers, listTransfers)]);
}

async function listTransfers(
  { query, request, reply }: Call<typeof calls.listTransfers>,
  { pool, clock, site, sessions, budgets }: WalletDeps,
): Promise<Answered<typeof calls.listTransfers>> {
  const wallet = walletOf(site, query.wallet);
  const member = sessions.memberOf(request);
  const filter = {
    memberId: member.memberId,
    wallet,
    currency: site.currency.code,
    account: query.account,
    types: query.type,
    // Ids are stored in lower case, as Postgres writes them; callers may send capitals.
    refId: query.refId?.toLowerCase(),
    ...rangeMs(query, site.timeZone),
    beforeSeq: cursorNumber(query.cursor),
  };
  if (query.format === 'csv' || query.format === 'pdf') {
    budgets.spend(request, FILE_POINTS);
    const language = pickLanguage(header(request, 'accept-language'));
    const name = `candor-${wallet}-${localDateAt(site.timeZone, clock.now())}.${query.format}`;
    const file =
      query.format === 'csv'
        ? Readable.from(csvOf({ pool, site, clock }, filter, language))
        : await pdfOf({ pool, site, clock }, filter, { language, member: member.username });
    const type = query.format === 'csv' ? 'text/csv; charset=utf-8' : 'application/pdf';
    reply.header('content-disposition', `attachment; filename="${name}"`).type(type);
    return await reply.send(file);
  }
  return await pageOf({
    paging: query,
    read: async (limit) => await selectStatement(pool, { ...filter, limit }),
    view: (row) => transferView(site, wallet, row),
    cursorOf: ({ seq }) => seq,
  });
}
