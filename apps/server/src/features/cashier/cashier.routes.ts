import {
  cashierParams,
  depositBody,
  depositChannelsView,
  depositPaidBody,
  depositsQuery,
  depositsView,
  depositView as depositSchema,
  inviteView,
  SUMMED_MAX,
  withdrawalBody,
  withdrawalsQuery,
  withdrawalsView,
  withdrawalTermsView as termsSchema,
  withdrawalView as withdrawalSchema,
  withdrawalWaitsView,
} from '@candor/contract/cashier';
import type { DepositStatus, WithdrawalStatus, WithdrawalsView } from '@candor/contract/cashier';
import type { FastifyReply } from 'fastify';
import { envelopeOf } from '@candor/contract/envelope';
import { IMAGE_BYTES_MAX, PAGE_LIMIT_DEFAULT } from '@candor/contract/fields';
import { PATHS, patternOf } from '@candor/contract/routes';
import type { DepositState } from '@candor/domain/cashier/deposit';
import type { WithdrawalState } from '@candor/domain/cashier/withdrawal';
import { memberAccount } from '@candor/domain/ledger/account';
import { formatMoney, money } from '@candor/domain/money';
import type { Currency } from '@candor/domain/money';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Pool } from '../../platform/db/pool.ts';
import { ok, Refused } from '../../platform/http/http-app.ts';
import type { HttpApp, HttpRequest } from '../../platform/http/http-app.ts';
import type { PublicAnswers } from '../../platform/http/public-answers.ts';
import { memoryLimit } from '../../platform/http/rate-limit.ts';
import { memberRoute, moneyRoute, publicRoute } from '../../platform/http/route-cost.ts';
import { uuidV7 } from '../../platform/ids/ids.ts';
import { earlierAnswers, runCommand } from '../../services/commands/run-commands.ts';
import type { Command } from '../../services/commands/run-commands.ts';
import type { Files } from '../../services/files/files.ts';
import { PAPER_SIZE } from '../../services/files/images.ts';
import type { Images } from '../../services/files/images.ts';
import { openFile } from '../../services/files/sealed-files.ts';
import { pictureHash, storePicture } from '../../services/files/store-picture.ts';
import { requireIdempotencyKey } from '../../services/idempotency/idempotency.ts';
import type { Fingerprints } from '../../services/idempotency/idempotency.ts';
import { readBalance } from '../../services/ledger/ledger.ts';
import type { ReadPapers } from '../../services/papers/papers.ts';
import type { Passwords } from '../../services/secrets/passwords.ts';
import type { Secrets } from '../../services/secrets/secrets.ts';
import { placeOf } from '../../services/security-events/place.ts';
import type { Sessions } from '../../services/sessions/sessions.ts';
import { businessDaysAt, rangeMs } from '../../services/site/date-range.ts';
import type { Site } from '../../services/site/site.ts';
import { walletOf } from '../../services/site/wallet-of.ts';
import { checkWithdrawPassword } from '../../services/withdraw-password/check-withdraw-password.ts';
import { selectTries } from '../../services/withdraw-password/try-store.ts';
import { refusedBy } from './cashier-refusal.ts';
import type { CashierRefusal } from './cashier-refusal.ts';
import { cancelDeposit, payDeposit } from './change-deposit.ts';
import { selectChannels, selectWithdrawalRule } from './channel-store.ts';
import { createDeposit } from './create-deposit.ts';
import { selectDeposit, selectDeposits, sumDeposits } from './deposit-store.ts';
import type { Sums } from './deposit-store.ts';
import { channelView, depositView } from './deposit-view.ts';
import { newReference } from '../../platform/ids/new-reference.ts';
import { cancelWithdrawal, requestWithdrawal } from './request-withdrawal.ts';
import {
  selectInvite,
  selectStanding,
  selectWaits,
  selectWithdrawal,
  selectWithdrawals,
  sumWithdrawals,
} from './withdrawal-store.ts';
import { waitsView, withdrawalTermsView, withdrawalView } from './withdrawal-view.ts';
import type { Result } from '@candor/domain/result';

/**
 * Money in and out, as members ask for it. Nothing here credits a deposit or pays a withdrawal: the desk and the worker do,
 * with database roles of their own.
 */
export interface CashierDeps {
  /** For what members write. */
  pool: Pool;
  /** For what they read. */
  readPool: Pool;
  clock: Clock;
  site: Site;
  sessions: Sessions;
  fingerprints: Fingerprints;
  passwords: Passwords;
  answers: PublicAnswers;
  readPapers: ReadPapers;
  images: Images;
  privateFiles: Files;
  secrets: Pick<Secrets, 'seal'>;
}

const TAGS = ['cashier'];
/** Changes of one member: creating, paying and cancelling. */
const CHANGES = { points: 30, durationSec: 60 };
const WAITS_POINTS = 40;
const WAITS_KEPT_MS = 10_000;

export function cashierRoutes(app: HttpApp, deps: CashierDeps): void {
  const limit = memoryLimit(CHANGES);
  const change = async (request: HttpRequest): Promise<{ memberId: bigint; key: string }> => {
    const { memberId } = deps.sessions.memberOf(request);
    const key = requireIdempotencyKey(request);
    await limit.take(memberId.toString());
    return { memberId, key };
  };
  depositRoutes(app, deps, change);
  withdrawalRoutes(app, deps, change);
  inviteRoutes(app, deps);
}

type Change = (request: HttpRequest) => Promise<{ memberId: bigint; key: string }>;

function depositRoutes(app: HttpApp, deps: CashierDeps, change: Change): void {
  const { pool, readPool, site, sessions, clock, fingerprints, privateFiles, images } = deps;
  const sealKey = deps.secrets.seal;
  const now = () => clock.now();
  const [creating, paying, cancelling] = [createDeposit(site, now), payDeposit(site, now), cancelDeposit(site, now)];

  app.get(
    PATHS.depositChannels,
    { config: memberRoute('lookup'), schema: { tags: TAGS, response: { 200: envelopeOf(depositChannelsView) } } },
    async () => {
      const channels = await selectChannels(readPool);
      return ok({
        practice: site.mode === 'practice',
        items: channels.map((row) => channelView(row, site.currency)),
      });
    },
  );

  app.post(
    PATHS.deposits,
    {
      config: moneyRoute('change'),
      schema: { tags: TAGS, body: depositBody, response: { 200: envelopeOf(depositSchema) } },
    },
    async (request) => {
      const { memberId, key } = await change(request);
      const input = { ...request.body, id: uuidV7(), reference: newReference() };
      const fingerprint = fingerprints.of(request.body);
      return ok(await carryOut(pool, creating, { memberId, key, fingerprint, input }));
    },
  );

  app.get(
    PATHS.deposits,
    {
      config: memberRoute('list'),
      schema: { tags: TAGS, querystring: depositsQuery, response: { 200: envelopeOf(depositsView) } },
    },
    async (request) => {
      const { query } = request;
      const filter = {
        memberId: sessions.memberOf(request).memberId,
        wallet: walletOf(site, query.wallet),
        statuses: depositStates(query.status),
        kinds: query.kind,
        ...rangeMs(query, site.timeZone),
      };
      const limit = query.limit ?? PAGE_LIMIT_DEFAULT;
      const rows = await selectDeposits(readPool, filter, { beforeId: cursorId(query.cursor), limit: limit + 1 });
      const page = rows.slice(0, limit);
      const sums = await sumDeposits(readPool, filter, SUMMED_MAX);
      return ok({
        items: page.map((row) => depositView(row, site.currency)),
        nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
        ...sumsView(sums, site.currency),
      });
    },
  );

  app.get(
    patternOf(PATHS.deposit, 'id'),
    {
      config: memberRoute('lookup'),
      schema: { tags: TAGS, params: cashierParams, response: { 200: envelopeOf(depositSchema) } },
    },
    async (request) => {
      const row = await selectDeposit(readPool, sessions.memberOf(request).memberId, request.params.id.toLowerCase());
      if (row === undefined) throw new Refused('DEPOSIT_NOT_FOUND');
      return ok(depositView(row, site.currency));
    },
  );

  app.post(
    patternOf(PATHS.depositPaid, 'id'),
    {
      config: { ...memberRoute('upload'), upload: { files: 1, fields: 2, fileBytes: IMAGE_BYTES_MAX } },
      schema: {
        tags: TAGS,
        consumes: ['application/json', 'multipart/form-data'],
        params: cashierParams,
        body: depositPaidBody,
        response: { 200: envelopeOf(depositSchema) },
      },
    },
    async (request) => {
      const { memberId, key } = await change(request);
      const { txid, payer, proof: file } = request.body;
      const said = { id: request.params.id.toLowerCase(), txid, payer };
      const call = { memberId, key, fingerprint: fingerprints.of({ ...said, proof: await pictureHash(file) }) };
      // A retry of a call that was carried out finds its answer, and stores no picture a second time.
      const [earlier] = await earlierAnswers(pool, paying, [{ ...call, input: null }]);
      const stored =
        file === undefined || earlier !== undefined
          ? undefined
          : await storePicture(
              { pool, privateFiles, sealKey, images },
              { memberId, purpose: 'depositProof', file, size: PAPER_SIZE },
            );
      if (stored?.ok === false) throw new Refused(stored.error, { fields: { proof: stored.error } });
      return ok(await carryOut(pool, paying, { ...call, input: { ...said, proof: stored?.value } }));
    },
  );

  app.get(
    patternOf(PATHS.depositProof, 'id'),
    { config: memberRoute('lookup'), schema: { tags: TAGS, params: cashierParams } },
    async (request, reply) => {
      const row = await selectDeposit(readPool, sessions.memberOf(request).memberId, request.params.id.toLowerCase());
      const id = row?.proof ?? null;
      const picture = id === null ? null : await openFile({ privateFiles, sealKey }, { id, purpose: 'depositProof' });
      if (picture === null) throw new Refused('DEPOSIT_NOT_FOUND');
      const plain: FastifyReply = reply;
      return await plain.type('image/jpeg').send(picture);
    },
  );

  app.post(
    patternOf(PATHS.depositCancel, 'id'),
    {
      config: moneyRoute('change'),
      schema: { tags: TAGS, params: cashierParams, response: { 200: envelopeOf(depositSchema) } },
    },
    async (request) => {
      const { memberId, key } = await change(request);
      const input = { id: request.params.id.toLowerCase() };
      return ok(await carryOut(pool, cancelling, { memberId, key, fingerprint: fingerprints.of(input), input }));
    },
  );
}

function withdrawalRoutes(app: HttpApp, deps: CashierDeps, change: Change): void {
  const { pool, readPool, site, sessions, clock, fingerprints, passwords, readPapers, answers } = deps;
  const now = () => clock.now();
  const [requesting, cancelling] = [requestWithdrawal(site, { readPapers, nowMs: now }), cancelWithdrawal(site)];
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

  app.get(
    PATHS.withdrawalTerms,
    { config: memberRoute('list'), schema: { tags: TAGS, response: { 200: envelopeOf(termsSchema) } } },
    async (request) => {
      const { memberId } = sessions.memberOf(request);
      const { todayMs } = businessDaysAt(clock.now(), site.timeZone);
      const funds = memberAccount('funds', memberId, site.defaultWallet, site.currency.code);
      const { posted, held } = await readBalance(readPool, funds);
      return ok(
        withdrawalTermsView(site, {
          rule: await selectWithdrawalRule(readPool),
          standing: await selectStanding(readPool, memberId, site.defaultWallet, todayMs),
          papers: await readPapers(readPool, memberId),
          available: money(posted - held),
          triesLeft: (await selectTries(readPool, memberId)).left,
        }),
      );
    },
  );

  app.post(
    PATHS.withdrawals,
    {
      config: moneyRoute('password', 'with factor'),
      schema: { tags: TAGS, body: withdrawalBody, response: { 200: envelopeOf(withdrawalSchema) } },
    },
    async (request) => {
      const { memberId, key } = await change(request);
      const { amount, withdrawPwd } = request.body;
      const fingerprint = fingerprints.of(request.body);
      await checkWithdrawPassword({ pool, passwords, place: placeOf(request) }, memberId, withdrawPwd, 'withdrawPwd');
      const input = { id: uuidV7(), reference: newReference(), hold: uuidV7(), feeHold: uuidV7(), amount };
      return ok(await carryOut(pool, requesting, { memberId, key, fingerprint, input }));
    },
  );

  app.get(
    PATHS.withdrawals,
    {
      config: memberRoute('list'),
      schema: { tags: TAGS, querystring: withdrawalsQuery, response: { 200: envelopeOf(withdrawalsView) } },
    },
    async (request) => {
      const { query } = request;
      const { memberId } = sessions.memberOf(request);
      if (query.key !== undefined) return ok(await underKey(memberId, query.key.toLowerCase()));
      const filter = {
        memberId,
        wallet: walletOf(site, query.wallet),
        statuses: withdrawalStates(query.status),
        ...rangeMs(query, site.timeZone),
      };
      const limit = query.limit ?? PAGE_LIMIT_DEFAULT;
      const rows = await selectWithdrawals(readPool, filter, { beforeId: cursorId(query.cursor), limit: limit + 1 });
      const page = rows.slice(0, limit);
      const sums = await sumWithdrawals(readPool, filter, SUMMED_MAX);
      return ok({
        items: page.map((row) => withdrawalView(row, site.currency)),
        nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
        ...sumsView(sums, site.currency),
      });
    },
  );

  app.get(
    patternOf(PATHS.withdrawal, 'id'),
    {
      config: memberRoute('lookup'),
      schema: { tags: TAGS, params: cashierParams, response: { 200: envelopeOf(withdrawalSchema) } },
    },
    async (request) => {
      const row = await selectWithdrawal(
        readPool,
        sessions.memberOf(request).memberId,
        request.params.id.toLowerCase(),
      );
      if (row === undefined) throw new Refused('WITHDRAWAL_NOT_FOUND');
      return ok(withdrawalView(row, site.currency));
    },
  );

  app.post(
    patternOf(PATHS.withdrawalCancel, 'id'),
    {
      config: moneyRoute('change'),
      schema: { tags: TAGS, params: cashierParams, response: { 200: envelopeOf(withdrawalSchema) } },
    },
    async (request) => {
      const { memberId, key } = await change(request);
      const input = { id: request.params.id.toLowerCase() };
      return ok(await carryOut(pool, cancelling, { memberId, key, fingerprint: fingerprints.of(input), input }));
    },
  );

  app.get(
    PATHS.withdrawalWaits,
    { config: publicRoute('memory'), schema: { tags: TAGS, response: { 200: envelopeOf(withdrawalWaitsView) } } },
    async (request, reply) =>
      await answers.send(request, reply, {
        key: 'withdrawal-waits',
        points: WAITS_POINTS,
        keptMs: WAITS_KEPT_MS,
        make: async () => waitsView(await selectWaits(readPool), clock.now()),
      }),
  );
}

function inviteRoutes(app: HttpApp, { readPool, site, sessions }: CashierDeps): void {
  app.get(
    PATHS.invite,
    { config: memberRoute('lookup'), schema: { tags: TAGS, response: { 200: envelopeOf(inviteView) } } },
    async (request) => {
      const row = await selectInvite(readPool, sessions.memberOf(request).memberId);
      const text = (amount: bigint) => formatMoney(money(amount), site.currency);
      return ok({
        code: row.code,
        path: `/#/pages/register?invite=${row.code}`,
        reward: text(row.reward),
        invited: Number(row.invited),
        rewarded: Number(row.rewarded),
        earned: text(row.earned),
      });
    },
  );
}

function sumsView({ count, credited }: Sums, paidIn: Currency) {
  return {
    count: Math.min(Number(count), SUMMED_MAX),
    credited: formatMoney(money(credited), paidIn),
    more: count > SUMMED_MAX,
  };
}

/** Runs one call and returns its answer. @throws Refused with the reason and its field */
export async function carryOut<Input, Facts, Effect, Written, Value>(
  pool: Pool,
  command: Command<Input, Facts, Effect, Written, Result<Value, CashierRefusal>>,
  call: Parameters<typeof runCommand<Input, Facts, Effect, Written, Result<Value, CashierRefusal>>>[2],
): Promise<Value> {
  const run = await runCommand(pool, command, call);
  if (!run.ok) throw new Refused(run.error);
  if (!run.value.ok) throw refusedBy(run.value.error);
  return run.value.value;
}

function depositStates(statuses: readonly DepositStatus[] | undefined): DepositState[] | undefined {
  return statuses?.flatMap((status) => (status === 'reviewing' ? ['reviewing', 'seconding'] : [status]));
}

function withdrawalStates(statuses: readonly WithdrawalStatus[] | undefined): WithdrawalState[] | undefined {
  return statuses?.flatMap((status) => (status === 'reviewing' ? ['reviewing', 'seconding'] : [status]));
}

/** The cursor is the id of the last row seen. */
export function cursorId(cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined;
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(cursor))
    throw new Refused('FIELD_INVALID', { fields: { cursor: 'FIELD_INVALID' } });
  return cursor;
}
