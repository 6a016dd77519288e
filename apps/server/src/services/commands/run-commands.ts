import type { TransferDraft } from '@candor/domain/ledger/transfer';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Db, Pool } from '../../platform/db/pool.ts';
import { withTransaction } from '../../platform/db/transaction.ts';
import { insertIdempotency, selectIdempotency } from '../idempotency/idempotency-store.ts';
import { lockMembers, writeTransfers } from '../ledger/ledger.ts';
import { actAs } from '../operators/acting-store.ts';
import type { Acting } from '../operators/acting-store.ts';
import { insertOutbox } from '../outbox/outbox-store.ts';
import type { MemberMessage } from '../outbox/outbox-store.ts';
import { recordActs, recordOwnActs } from './audit-store.ts';
import type { AuditEntry } from './audit-store.ts';

/**
 * The one way a member's request becomes a change: locks, the earlier answer to the same key, facts, a pure decision,
 * then rows, transfers, answers, news and audit, all in one transaction. A new command is its decision and its SQL;
 * everything that must never be forgotten is here. Calls of many members may share a transaction: each call is decided
 * on its own.
 */
export interface Command<Input, Facts, Effect, Written, Answer, C extends AnyCall<Input> = Call<Input>> {
  /** The scope of its keys and its name in the audit, for example `wallet/practice/reset`. */
  readonly name: string;
  /** How an answer is stored as JSON, for a retry. `read` throws when the JSON is not an answer of this command. */
  readonly stored: { readonly of: (answer: Answer) => unknown; readonly read: (json: unknown) => Answer };
  /** What the decisions need, read under the members' locks. */
  readonly readFacts: (db: Db, calls: readonly C[]) => Promise<Facts>;
  /** Pure. */
  readonly decide: (call: C, facts: Facts) => Decision<Effect, Answer>;
  /** Updates the facts, so that the next call of the same batch sees what this one took. */
  readonly apply?: (facts: Facts, effect: Effect) => void;
  /** Writes the command's own rows as a set, in the given order. Transfers are written after them. */
  readonly write: (db: Db, effects: readonly Effect[]) => Promise<readonly Written[]>;
  readonly transfersOf?: (effect: Effect) => readonly TransferDraft[];
  /** The answers for effects that were written, in the given order. */
  readonly answer: (db: Db, done: readonly Done<Input, Effect, Written, C>[]) => Promise<readonly Answer[]>;
  /** News for the member's own devices. */
  readonly newsOf?: (answer: Answer, effect: Effect) => readonly MemberMessage['message'][];
  /** Omitted when the command's own rows, which nobody can change, show who did what and when. */
  readonly auditOf?: (effect: Effect) => AuditEntry;
}

/** One call of a command: of the member, or of an operator in their session. Keys and the audit are the caller's. */
export type Call<Input> = CallOf<Input> & (Acting | { readonly operatorId?: undefined; readonly session?: undefined });

/** A call of an operator. Without a member it is about the site: the operator's own calls come one after the other. */
export type OperatorCall<Input> = Omit<CallOf<Input>, 'memberId'> & Acting & { readonly memberId?: bigint | undefined };

export type AnyCall<Input> = Call<Input> | OperatorCall<Input>;

/** A member's call without its input. */
export type OwnCall = Omit<CallOf<never>, 'input'>;

interface CallOf<Input> {
  /** Whose money and rows it changes. The member is locked, and hears the news. */
  readonly memberId: bigint;
  /** Members beside `memberId` whose money it may change. They are locked too. */
  readonly alsoLocked?: readonly bigint[];
  /** Undefined when the caller asked for no protection against sending twice. */
  readonly key: string | undefined;
  readonly fingerprint: Buffer;
  readonly input: Input;
}

/**
 * An effect to carry out, or an answer that changes nothing. `kept`: a retry with the same key gets the same answer.
 */
export type Decision<Effect, Answer> =
  | { readonly effect: Effect }
  | { readonly answer: Answer; readonly kept: boolean };

export interface Done<Input, Effect, Written, C extends AnyCall<Input> = Call<Input>> {
  readonly call: C;
  readonly effect: Effect;
  readonly written: Written;
}

export type Outcome<Answer> = Result<Answer, 'IDEMPOTENCY_KEY_REUSED'>;

/** Runs one call. Waits while another transaction holds the member. */
export async function runCommand<Input, Facts, Effect, Written, Answer>(
  pool: Pool,
  command: Command<Input, Facts, Effect, Written, Answer>,
  call: Call<Input>,
): Promise<Outcome<Answer>> {
  return at(await runCommands(pool, command, [call]), 0);
}

/** Runs one call of an operator, as `runCommand` does. */
export async function runOperatorCommand<Input, Facts, Effect, Written, Answer>(
  pool: Pool,
  command: Command<Input, Facts, Effect, Written, Answer, OperatorCall<Input>>,
  call: OperatorCall<Input>,
): Promise<Outcome<Answer>> {
  return at(await runInOne(pool, command, [call]), 0);
}

/** Runs calls in one transaction: all of them or none. Waits while another transaction holds one of the members. */
export async function runCommands<Input, Facts, Effect, Written, Answer>(
  pool: Pool,
  command: Command<Input, Facts, Effect, Written, Answer>,
  calls: readonly Call<Input>[],
): Promise<Outcome<Answer>[]> {
  return await runInOne(pool, command, calls);
}

async function runInOne<Input, Facts, Effect, Written, Answer, C extends AnyCall<Input>>(
  pool: Pool,
  command: Command<Input, Facts, Effect, Written, Answer, C>,
  calls: readonly C[],
): Promise<Outcome<Answer>[]> {
  return await withTransaction(pool, async (db) => {
    const acting = actingOf(calls);
    if (acting !== undefined) await actAs(db, acting);
    await lockMembers(db, [...new Set(calls.flatMap((call) => [lockedBy(call), ...(call.alsoLocked ?? [])]))]);
    return await runLocked(db, command, calls);
  });
}

/** Whose row puts calls in order: the member's, or the operator's own where no member is concerned. */
function lockedBy(call: Who): bigint {
  return call.memberId ?? callerOf(call);
}

/** The operator who calls; undefined for calls of members. A transaction is in the name of one operator. */
function actingOf(calls: readonly AnyCall<unknown>[]): Acting | undefined {
  const [first, ...others] = calls.filter((call) => call.operatorId !== undefined);
  if (others.some(({ session }) => first === undefined || session === undefined || !first.session.equals(session)))
    throw new Error('one operator calls at a time');
  return first;
}

/** A call in progress. The answer of an effect is known only after the effect is written. */
export interface Running<C, Effect, Answer> {
  readonly call: C;
  readonly effect?: Effect;
  answer?: Answer;
  readonly kept: boolean;
}

async function runLocked<Input, Facts, Effect, Written, Answer, C extends AnyCall<Input>>(
  db: Db,
  command: Command<Input, Facts, Effect, Written, Answer, C>,
  calls: readonly C[],
): Promise<Outcome<Answer>[]> {
  const earlier = await earlierAnswers(db, command, calls);
  const facts = await command.readFacts(db, calls);
  const { fresh, outcomeOf } = decideCalls(command, calls, earlier, facts);
  await carryOut(db, command, fresh);
  return calls.map(outcomeOf);
}

/** An answer that a call got before. */
export interface EarlierAnswer<Answer> {
  /** Who called. */
  readonly memberId: bigint;
  readonly key: string;
  readonly fingerprint: Buffer;
  readonly answer: Answer;
}

/**
 * Decides each call that was not answered before and is not the same as another of these. Once the effects are carried
 * out and have their answers, `outcomeOf` gives the outcome of each call.
 */
export function decideCalls<Input, Facts, Effect, Answer, C extends AnyCall<Input>>(
  { decide, apply }: Pick<Command<Input, Facts, Effect, never, Answer, C>, 'decide' | 'apply'>,
  calls: readonly C[],
  earlier: readonly EarlierAnswer<Answer>[],
  facts: Facts,
): { fresh: Running<C, Effect, Answer>[]; outcomeOf: (call: C) => Outcome<Answer> } {
  const answered = new Map(earlier.map((answer) => [nameOf(answer), answer]));
  const fresh: Running<C, Effect, Answer>[] = [];
  const own = new Map<C, Running<C, Effect, Answer>>();
  const firsts = new Map<string, Running<C, Effect, Answer>>();
  for (const call of calls) {
    const name = nameOf(call);
    if (name !== null && (answered.has(name) || firsts.has(name))) continue;
    const decision = decide(call, facts);
    const running: Running<C, Effect, Answer> =
      'effect' in decision ? { call, effect: decision.effect, kept: true } : { call, ...decision };
    if ('effect' in decision) apply?.(facts, decision.effect);
    if (name !== null && running.kept) firsts.set(name, running);
    fresh.push(running);
    own.set(call, running);
  }
  const outcomeOf = (call: C): Outcome<Answer> => {
    const name = nameOf(call);
    const before = name === null ? undefined : answered.get(name);
    if (before !== undefined) return before.fingerprint.equals(call.fingerprint) ? ok(before.answer) : err(REUSED);
    const running = own.get(call) ?? (name === null ? undefined : firsts.get(name));
    if (running === undefined) throw new Error('a call was not decided');
    return running.call.fingerprint.equals(call.fingerprint) ? ok(answerOf(running)) : err(REUSED);
  };
  return { fresh, outcomeOf };
}

const REUSED = 'IDEMPOTENCY_KEY_REUSED';

/** The database sets this order: it accepts a transfer only when the row that the transfer is for exists. */
async function carryOut<Input, Facts, Effect, Written, Answer, C extends AnyCall<Input>>(
  db: Db,
  command: Command<Input, Facts, Effect, Written, Answer, C>,
  fresh: readonly Running<C, Effect, Answer>[],
): Promise<void> {
  const effective = fresh.flatMap((running) =>
    running.effect === undefined ? [] : [{ running, effect: running.effect }],
  );
  const effects = effective.map(({ effect }) => effect);
  if (effects.length > 0) {
    const written = await command.write(db, effects);
    const { transfersOf, auditOf, newsOf } = command;
    if (transfersOf !== undefined) await writeTransfers(db, effects.flatMap(transfersOf));
    const done = effective.map(({ running, effect }, index) => ({
      call: running.call,
      effect,
      written: at(written, index),
    }));
    const answers = await command.answer(db, done);
    for (const [index, { running }] of effective.entries()) running.answer = at(answers, index);
    if (newsOf !== undefined) {
      const news = effective.flatMap(({ running: { call, answer }, effect }) => {
        const { memberId } = call;
        if (answer === undefined || memberId === undefined) return [];
        return newsOf(answer, effect).map((message) => ({ memberId, message }));
      });
      await insertOutbox(db, news);
    }
    if (auditOf !== undefined) {
      const entries = effective.map(({ running: { call }, effect }) => ({
        ...auditOf(effect),
        command: command.name,
        memberId: callerOf(call),
        isOwn: call.operatorId === undefined,
      }));
      await recordActs(
        db,
        entries.filter(({ isOwn }) => !isOwn),
      );
      await recordOwnActs(
        db,
        entries.filter(({ isOwn }) => isOwn),
      );
    }
  }
  await insertIdempotency(
    db,
    fresh.flatMap((running) => {
      const { call, kept } = running;
      if (call.key === undefined || !kept) return [];
      const { key, fingerprint } = call;
      return [
        {
          memberId: callerOf(call),
          route: command.name,
          key,
          fingerprint,
          answer: command.stored.of(answerOf(running)),
        },
      ];
    }),
  );
}

/** The stored answers to these calls. */
export async function earlierAnswers<Answer>(
  db: Db,
  { name, stored }: Pick<Command<never, never, never, never, Answer>, 'name' | 'stored'>,
  calls: readonly AnyCall<unknown>[],
): Promise<EarlierAnswer<Answer>[]> {
  const asked = calls.flatMap((call) =>
    call.key === undefined ? [] : [{ memberId: callerOf(call), route: name, key: call.key }],
  );
  const rows = asked.length === 0 ? [] : await selectIdempotency(db, asked);
  return rows.map(({ answer, ...row }) => ({ ...row, answer: stored.read(answer) }));
}

/** A member, or an operator. */
interface Who {
  readonly memberId?: bigint | undefined;
  readonly operatorId?: bigint | undefined;
}

/** The identity of a call; null for a call that is never the same as another. */
function nameOf(call: Who & { key: string | undefined }): string | null {
  return call.key === undefined ? null : `${callerOf(call)}/${call.key}`;
}

function callerOf({ memberId, operatorId }: Who): bigint {
  const caller = operatorId ?? memberId;
  if (caller === undefined) throw new Error('a call is of a member or of an operator');
  return caller;
}

function answerOf<Answer>(running: Running<unknown, unknown, Answer>): Answer {
  if (running.answer === undefined) throw new Error('a written command has no answer');
  return running.answer;
}

function at<T>(list: readonly T[], index: number): T {
  const found = list[index];
  if (found === undefined) throw new Error('a command did not answer every call');
  return found;
}
