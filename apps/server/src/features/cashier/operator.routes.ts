import * as calls from '@candor/contract/calls/console/cashier';
import type { OperatorDeposit, OperatorWithdrawal } from '@candor/contract/console-cashier';
import { on, serve } from '../../platform/http/serve.ts';
import type { Answered, Call } from '../../platform/http/serve.ts';
import { memberAccount } from '@candor/domain/ledger/account';
import { money } from '@candor/domain/money';
import type { Pool } from '../../platform/db/pool.ts';
import { Refused } from '../../platform/http/http-app.ts';
import type { HttpApp, HttpRequest } from '../../platform/http/http-app.ts';
import { cursorId, pageOf } from '../../platform/http/paging.ts';
import { recordLook } from '../../services/commands/record-look.ts';
import type { Files } from '../../services/files/files.ts';
import { openFile } from '../../services/files/sealed-files.ts';
import type { Fingerprints } from '../../services/idempotency/idempotency.ts';
import { readBalance } from '../../services/ledger/ledger.ts';
import type { Acting } from '../../services/operators/acting-store.ts';
import type { Operators } from '../../services/operators/operators.ts';
import type { Secrets } from '../../services/secrets/secrets.ts';
import { rangeMs } from '../../services/site/date-range.ts';
import { isMoneyHalted } from '../../services/checks/check-store.ts';
import type { Site } from '../../services/site/site.ts';
import { carryOut } from './cashier-calls.ts';
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

export function cashierOperatorRoutes(app: HttpApp, deps: OperatorRoutesDeps): void {
  depositRoutes(app, deps);
  withdrawalRoutes(app, deps);
}

/** Who decides, on whose row, and which members the decision may touch. */
async function callerOf(
  { pool, operators }: OperatorRoutesDeps,
  { key, request }: { readonly key: string; readonly request: HttpRequest },
  table: 'deposit' | 'withdrawal',
  id: string,
): Promise<Acting & { memberId: bigint; key: string }> {
  const { operatorId, session } = operators.operatorOf(request);
  const owner = await selectOwner(pool, table, id);
  if (owner === undefined) throw new Refused(table === 'deposit' ? 'DEPOSIT_NOT_FOUND' : 'WITHDRAWAL_NOT_FOUND');
  return { memberId: owner.memberId, operatorId, session, key };
}

function depositRoutes(app: HttpApp, deps: OperatorRoutesDeps): void {
  serve<DepositParts>(app, depositParts(deps), [
    on(calls.listOperatorDeposits, listOperatorDeposits),
    on(calls.readOperatorDeposit, readOperatorDeposit),
    on(calls.readOperatorDepositProof, readOperatorDepositProof),
    on(calls.takeDeposit, takeDeposit),
    on(calls.releaseDeposit, releaseDeposit),
    on(calls.approveDeposit, approveDeposit),
    on(calls.rejectDeposit, rejectDeposit),
  ]);
}

function depositParts(deps: OperatorRoutesDeps) {
  const command = (act: 'take' | 'release' | 'approve' | 'reject') => reviewDeposit(deps.site, act);
  const [taking, releasing, approving, rejecting] = [
    command('take'),
    command('release'),
    command('approve'),
    command('reject'),
  ];
  return { ...deps, taking, releasing, approving, rejecting };
}

type DepositParts = ReturnType<typeof depositParts>;

async function takeDeposit(call: Call<typeof calls.takeDeposit>, parts: DepositParts): Promise<OperatorDeposit> {
  return await reviewedDeposit(call, parts, parts.taking);
}

async function releaseDeposit(call: Call<typeof calls.releaseDeposit>, parts: DepositParts): Promise<OperatorDeposit> {
  return await reviewedDeposit(call, parts, parts.releasing);
}

async function approveDeposit(call: Call<typeof calls.approveDeposit>, parts: DepositParts): Promise<OperatorDeposit> {
  return await reviewedDeposit(call, parts, parts.approving);
}

async function rejectDeposit(call: Call<typeof calls.rejectDeposit>, parts: DepositParts): Promise<OperatorDeposit> {
  return await reviewedDeposit(call, parts, parts.rejecting);
}

/** An act on a deposit, as its command decides it. */
async function reviewedDeposit(
  call: Call<typeof calls.takeDeposit | typeof calls.approveDeposit | typeof calls.rejectDeposit>,
  deps: DepositParts,
  command: ReturnType<typeof reviewDeposit>,
): Promise<OperatorDeposit> {
  const input = { ...call.body, id: call.params.id.toLowerCase() };
  const caller = await callerOf(deps, call, 'deposit', input.id);
  return await carryOut(deps.pool, command, { ...caller, fingerprint: deps.fingerprints.of(input), input });
}

async function listOperatorDeposits(
  { query, request }: Call<typeof calls.listOperatorDeposits>,
  { pool, site, operators }: DepositParts,
): Promise<Answered<typeof calls.listOperatorDeposits>> {
  const filter = {
    states: query.status,
    kinds: query.kind,
    q: query.q,
    sort: query.sort,
    takenBy: query.mine === undefined ? undefined : operators.operatorOf(request).operatorId,
    ...rangeMs(query, site.timeZone),
    afterId: cursorId(query.cursor),
  };
  return await pageOf({
    paging: query,
    read: async (limit) => await selectOperatorDeposits(pool, { ...filter, limit }),
    view: (row) => operatorDepositView(row, site.currency),
    cursorOf: ({ id }) => id,
  });
}

async function readOperatorDeposit(
  { params }: Call<typeof calls.readOperatorDeposit>,
  { pool, site }: DepositParts,
): Promise<Answered<typeof calls.readOperatorDeposit>> {
  const row = await selectOperatorDeposit(pool, params.id.toLowerCase());
  if (row === undefined) throw new Refused('DEPOSIT_NOT_FOUND');
  return operatorDepositView(row, site.currency);
}

async function readOperatorDepositProof(
  { params, request, reply }: Call<typeof calls.readOperatorDepositProof>,
  { pool, operators, privateFiles, secrets }: DepositParts,
): Promise<Answered<typeof calls.readOperatorDepositProof>> {
  const row = await selectOperatorDeposit(pool, params.id.toLowerCase());
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
  return await reply.type('image/jpeg').send(picture);
}

function withdrawalRoutes(app: HttpApp, deps: OperatorRoutesDeps): void {
  serve<WithdrawalParts>(app, withdrawalParts(deps), [
    on(calls.listOperatorWithdrawals, listOperatorWithdrawals),
    on(calls.readOperatorWithdrawal, readOperatorWithdrawal),
    on(calls.takeWithdrawal, takeWithdrawal),
    on(calls.releaseWithdrawal, releaseWithdrawal),
    on(calls.approveWithdrawal, approveWithdrawal),
    on(calls.rejectWithdrawal, rejectWithdrawal),
    on(calls.recordPayout, answerRecordPayout),
  ]);
}

function withdrawalParts(deps: OperatorRoutesDeps) {
  const command = (act: 'take' | 'release' | 'approve' | 'reject') => reviewWithdrawal(deps.site, act);
  const [taking, releasing, approving, rejecting] = [
    command('take'),
    command('release'),
    command('approve'),
    command('reject'),
  ];
  return { ...deps, taking, releasing, approving, rejecting, payout: recordPayout(deps.site) };
}

type WithdrawalParts = ReturnType<typeof withdrawalParts>;

async function takeWithdrawal(
  call: Call<typeof calls.takeWithdrawal>,
  parts: WithdrawalParts,
): Promise<OperatorWithdrawal> {
  return await reviewedWithdrawal(call, parts, parts.taking);
}

async function releaseWithdrawal(
  call: Call<typeof calls.releaseWithdrawal>,
  parts: WithdrawalParts,
): Promise<OperatorWithdrawal> {
  return await reviewedWithdrawal(call, parts, parts.releasing);
}

async function approveWithdrawal(
  call: Call<typeof calls.approveWithdrawal>,
  parts: WithdrawalParts,
): Promise<OperatorWithdrawal> {
  return await reviewedWithdrawal(call, parts, parts.approving);
}

async function rejectWithdrawal(
  call: Call<typeof calls.rejectWithdrawal>,
  parts: WithdrawalParts,
): Promise<OperatorWithdrawal> {
  return await reviewedWithdrawal(call, parts, parts.rejecting);
}

/** An act on a withdrawal, as its command decides it. */
async function reviewedWithdrawal(
  call: Call<typeof calls.takeWithdrawal | typeof calls.rejectWithdrawal>,
  deps: WithdrawalParts,
  command: ReturnType<typeof reviewWithdrawal>,
): Promise<OperatorWithdrawal> {
  const input = { ...call.body, id: call.params.id.toLowerCase() };
  const caller = await callerOf(deps, call, 'withdrawal', input.id);
  return await carryOut(deps.pool, command, { ...caller, fingerprint: deps.fingerprints.of(input), input });
}

async function listOperatorWithdrawals(
  { query, request }: Call<typeof calls.listOperatorWithdrawals>,
  { pool, site, operators }: WithdrawalParts,
): Promise<Answered<typeof calls.listOperatorWithdrawals>> {
  const filter = {
    states: query.status,
    payouts: query.payout,
    q: query.q,
    sort: query.sort,
    takenBy: query.mine === undefined ? undefined : operators.operatorOf(request).operatorId,
    ...rangeMs(query, site.timeZone),
    afterId: cursorId(query.cursor),
  };
  return await pageOf({
    paging: query,
    read: async (limit) => await selectOperatorWithdrawals(pool, { ...filter, limit }),
    view: (row) => operatorWithdrawalView(row, site.currency),
    cursorOf: ({ id }) => id,
  });
}

async function readOperatorWithdrawal(
  { params, request }: Call<typeof calls.readOperatorWithdrawal>,
  { pool, site, operators, openPayee }: WithdrawalParts,
): Promise<Answered<typeof calls.readOperatorWithdrawal>> {
  const row = await selectOperatorWithdrawal(pool, params.id.toLowerCase());
  if (row === undefined) throw new Refused('WITHDRAWAL_NOT_FOUND');
  const funds = memberAccount('funds', row.memberId, row.wallet, site.currency.code);
  const { posted, held } = await readBalance(pool, funds);
  const isOpen = row.status === 'pending' || row.status === 'reviewing' || row.status === 'seconding';
  // With the number somebody would pay past the halt: an approved withdrawal is paid at a bank, where no check is asked.
  const isWithheld = row.status === 'approved' && row.payout === 'none' && (await isMoneyHalted(pool));
  const sealed = isWithheld ? undefined : await selectSealedPayee(pool, row.id);
  // Reading a card number is itself an act of operators.
  await recordLook(pool, operators.operatorOf(request), {
    command: 'console/withdrawals/open',
    subjectType: 'withdrawal',
    subjectId: row.id,
    detail: isWithheld ? { withheld: 'halted' } : {},
  });
  return operatorWithdrawalView(row, site.currency, {
    available: money(posted - held),
    held,
    total: posted,
    after: money(isOpen ? posted - row.amount : posted),
    payee: isWithheld ? 'halted' : sealed === undefined || sealed.length === 0 ? null : openPayee(sealed, row.memberId),
  });
}

async function answerRecordPayout(
  call: Call<typeof calls.recordPayout>,
  deps: WithdrawalParts,
): Promise<Answered<typeof calls.recordPayout>> {
  const { pool, fingerprints, payout } = deps;
  const input = { ...call.body, id: call.params.id.toLowerCase() };
  const caller = await callerOf(deps, call, 'withdrawal', input.id);
  return await carryOut(pool, payout, { ...caller, fingerprint: fingerprints.of(input), input });
}
