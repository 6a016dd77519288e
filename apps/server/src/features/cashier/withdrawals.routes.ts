import * as calls from '@candor/contract/calls/cashier';
import { on, serve } from '../../platform/http/serve.ts';
import type { Answered, Call } from '../../platform/http/serve.ts';
import { SUMMED_MAX } from '@candor/contract/cashier';
import type { WithdrawalStatus, WithdrawalsView } from '@candor/contract/cashier';
import { cursorId, pageOf } from '../../platform/http/paging.ts';
import type { WithdrawalState } from '@candor/domain/cashier/withdrawal';
import { memberAccount } from '@candor/domain/ledger/account';
import { formatMoney, money } from '@candor/domain/money';
import { Refused } from '../../platform/http/http-app.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import { uuidV7 } from '../../platform/ids/ids.ts';
import { earlierAnswers } from '../../services/commands/run-commands.ts';
import { readBalance } from '../../services/ledger/ledger.ts';
import { requestOriginOf } from '../../services/security-events/request-origin.ts';
import { businessDaysAt, rangeMs } from '../../services/site/date-range.ts';
import { restingRefusal } from '../../services/site/resting.ts';
import { walletOf } from '../../services/site/wallet-of.ts';
import { checkWithdrawPassword } from '../../services/withdraw-password/check-withdraw-password.ts';
import { selectTries } from '../../services/withdraw-password/try-store.ts';
import { selectWithdrawalRule } from './channel-store.ts';
import { newReference } from '../../platform/ids/new-reference.ts';
import { cancelWithdrawal, lockWithdrawal, requestWithdrawal } from './request-withdrawal.ts';
import {
  selectStanding,
  selectWaits,
  selectWithdrawal,
  selectWithdrawals,
  sumWithdrawals,
} from './withdrawal-store.ts';
import { waitsView, withdrawalTermsView, withdrawalView } from './withdrawal-view.ts';
import { carryOut, sumsView } from './cashier-calls.ts';
import type { CashierDeps, Change } from './cashier-calls.ts';

const WAITS_POINTS = 40;
const WAITS_KEPT_MS = 10_000;

/** Nothing here pays a withdrawal: operators do, with a database role of its own. */
export function withdrawalRoutes(app: HttpApp, deps: CashierDeps, change: Change): void {
  serve(app, withdrawalParts(deps, change), [
    on(calls.readWithdrawalTerms, readWithdrawalTerms),
    on(calls.makeWithdrawal, makeWithdrawal),
    on(calls.listWithdrawals, listWithdrawals),
    on(calls.readWithdrawal, readWithdrawal),
    on(calls.cancelWithdrawal, answerCancelWithdrawal),
    on(calls.lockWithdrawal, answerLockWithdrawal),
    on(calls.readWithdrawalWaits, readWithdrawalWaits),
  ]);
}

function withdrawalParts(deps: CashierDeps, change: Change) {
  const { readPool, site, clock, readVerification } = deps;
  const now = () => clock.now();
  const requesting = requestWithdrawal(site, { readVerification, nowMs: now });
  const [cancelling, locking] = [cancelWithdrawal(site), lockWithdrawal(site)];
  /** The withdrawal that was asked for under this key, as a list of one or none. */
  const underKey = async (memberId: bigint, key: string): Promise<WithdrawalsView> => {
    const call = { memberId, key, fingerprint: Buffer.alloc(0), input: null };
    const [earlier] = await earlierAnswers(readPool, requesting, [call]);
    const id = earlier?.answer.ok === true ? earlier.answer.value.id : undefined;
    const row = id === undefined ? undefined : await selectWithdrawal(readPool, memberId, id);
    const items = row === undefined ? [] : [withdrawalView(row, site.currency)];
    return {
      items,
      nextCursor: null,
      count: items.length,
      credited: formatMoney(money(0n), site.currency),
      more: false,
    };
  };
  return { ...deps, now, requesting, cancelling, locking, underKey, change };
}

type WithdrawalParts = ReturnType<typeof withdrawalParts>;

async function readWithdrawalTerms(
  { request }: Call<typeof calls.readWithdrawalTerms>,
  { readPool, site, sessions, clock, readVerification }: WithdrawalParts,
): Promise<Answered<typeof calls.readWithdrawalTerms>> {
  const { memberId } = sessions.memberOf(request);
  const { todayMs } = businessDaysAt(clock.now(), site.timeZone);
  const funds = memberAccount('funds', memberId, site.defaultWallet, site.currency.code);
  const { posted, held } = await readBalance(readPool, funds);
  return withdrawalTermsView(site, {
    rule: await selectWithdrawalRule(readPool),
    standing: await selectStanding(readPool, memberId, site.defaultWallet, todayMs),
    verification: await readVerification(readPool, memberId),
    available: money(posted - held),
    triesLeft: (await selectTries(readPool, memberId)).left,
  });
}

async function makeWithdrawal(
  call: Call<typeof calls.makeWithdrawal>,
  { pool, site, clock, fingerprints, passwords, requesting, change }: WithdrawalParts,
): Promise<Answered<typeof calls.makeWithdrawal>> {
  const { body, request } = call;
  const { memberId, key } = await change(call);
  const { amount, withdrawPwd } = body;
  const fingerprint = fingerprints.of(body);
  const resting = restingRefusal(site, clock.now());
  if (resting !== undefined) {
    const [earlier] = await earlierAnswers(pool, requesting, [{ memberId, key, fingerprint, input: null }]);
    if (earlier === undefined) throw resting;
  }
  await checkWithdrawPassword(
    { pool, passwords, requestOrigin: requestOriginOf(request) },
    memberId,
    withdrawPwd,
    'withdrawPwd',
  );
  const input = { id: uuidV7(), reference: newReference(), hold: uuidV7(), feeHold: uuidV7(), amount };
  return await carryOut(pool, requesting, { memberId, key, fingerprint, input });
}

async function listWithdrawals(
  { query, request }: Call<typeof calls.listWithdrawals>,
  { readPool, site, sessions, underKey }: WithdrawalParts,
): Promise<Answered<typeof calls.listWithdrawals>> {
  const { memberId } = sessions.memberOf(request);
  if (query.key !== undefined) return await underKey(memberId, query.key.toLowerCase());
  const filter = {
    memberId,
    wallet: walletOf(site, query.wallet),
    statuses: withdrawalStates(query.status),
    ...rangeMs(query, site.timeZone),
  };
  const beforeId = cursorId(query.cursor);
  const page = await pageOf({
    paging: query,
    read: async (limit) => await selectWithdrawals(readPool, filter, { beforeId, limit }),
    view: (row) => withdrawalView(row, site.currency),
    cursorOf: ({ id }) => id,
  });
  return { ...page, ...sumsView(await sumWithdrawals(readPool, filter, SUMMED_MAX), site.currency) };
}

async function readWithdrawal(
  { params, request }: Call<typeof calls.readWithdrawal>,
  { readPool, site, sessions }: WithdrawalParts,
): Promise<Answered<typeof calls.readWithdrawal>> {
  const row = await selectWithdrawal(readPool, sessions.memberOf(request).memberId, params.id.toLowerCase());
  if (row === undefined) throw new Refused('WITHDRAWAL_NOT_FOUND');
  return withdrawalView(row, site.currency);
}

async function answerCancelWithdrawal(
  call: Call<typeof calls.cancelWithdrawal>,
  { pool, fingerprints, cancelling, change }: WithdrawalParts,
): Promise<Answered<typeof calls.cancelWithdrawal>> {
  const { params } = call;
  const { memberId, key } = await change(call);
  const input = { id: params.id.toLowerCase() };
  return await carryOut(pool, cancelling, { memberId, key, fingerprint: fingerprints.of(input), input });
}

async function answerLockWithdrawal(
  call: Call<typeof calls.lockWithdrawal>,
  { pool, fingerprints, locking, change }: WithdrawalParts,
): Promise<Answered<typeof calls.lockWithdrawal>> {
  const { params } = call;
  const { memberId, key } = await change(call);
  const input = { id: params.id.toLowerCase() };
  return await carryOut(pool, locking, { memberId, key, fingerprint: fingerprints.of(input), input });
}

async function readWithdrawalWaits(
  { request, reply }: Call<typeof calls.readWithdrawalWaits>,
  { readPool, clock, answers }: WithdrawalParts,
): Promise<Answered<typeof calls.readWithdrawalWaits>> {
  return await answers.send(request, reply, {
    key: 'withdrawal-waits',
    points: WAITS_POINTS,
    keptMs: WAITS_KEPT_MS,
    make: async () => waitsView(await selectWaits(readPool), clock.now()),
  });
}

function withdrawalStates(statuses: readonly WithdrawalStatus[] | undefined): WithdrawalState[] | undefined {
  return statuses?.flatMap((status) => (status === 'reviewing' ? ['reviewing', 'seconding'] : [status]));
}
