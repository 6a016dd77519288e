import type { Db, Pool, Statement } from '../../platform/db/pool.ts';
import { inOneFlight, inTwoFlights } from '../../platform/db/transaction.ts';
import type { Flight } from '../../platform/db/transaction.ts';
import { idempotencyInsert } from '../idempotency/idempotency-store.ts';
import { lockFreeMembers, lockMembers } from '../ledger/ledger.ts';
import { orderNews } from '../outbox/outbox-store.ts';
import { decideCalls, earlierAnswers } from './run-commands.ts';
import type { Call, Command, EarlierAnswer, Outcome, Running } from './run-commands.ts';

/**
 * A command that many members send at the same time. It does what a Command does, with the same guarantees, in two
 * flights of statements: facts, then writes and COMMIT. Its rows hold the key and the fingerprint of their call, and its
 * answer follows from them, so answers to what was written are not stored. Refusals are.
 */
export interface BatchCommand<Input, Facts, Effect, Written, Answer> extends Pick<
  Command<Input, Facts, Effect, Written, Answer>,
  'name' | 'stored' | 'readFacts' | 'decide' | 'apply'
> {
  /** The answers to those of these calls that were carried out before, from the rows they wrote. */
  readonly readEarlier: (db: Db, calls: readonly Call<Input>[]) => Promise<EarlierAnswer<Answer>[]>;
  /** Writes the rows of the effects as a set. `read` returns what was written, in the order of the effects. */
  readonly write: (effects: readonly Carried<Input, Effect>[]) => {
    readonly statement: Statement;
    readonly read: (rows: readonly object[]) => readonly Written[];
  };
  /** Pure. */
  readonly answer: (effect: Effect, written: Written) => Answer;
  /** The order that the member's devices hear of. */
  readonly newsOf: (effect: Effect) => string;
}

export interface Carried<Input, Effect> {
  readonly call: Call<Input>;
  readonly effect: Effect;
}

/**
 * Runs calls in one transaction: all of them or none. Outcomes are in the order of the calls. A member whom another
 * transaction holds is left out, so that no other call waits for it; with `waits`, all wait instead.
 */
export async function runBatch<Input, Facts, Effect, Written, Answer>(
  pool: Pool,
  command: BatchCommand<Input, Facts, Effect, Written, Answer>,
  calls: readonly Call<Input>[],
  { waits = false }: { waits?: boolean } = {},
): Promise<(Outcome<Answer> | 'MEMBER_HELD')[]> {
  const memberIds = [...new Set(calls.map((call) => call.memberId))];
  return await inTwoFlights(
    pool,
    // The members are locked by the first statement. What follows sees all that was committed before.
    async (db) =>
      await inOneFlight([
        waits ? lockMembers(db, memberIds).then(() => memberIds) : lockFreeMembers(db, memberIds),
        earlierAnswers(db, command, calls),
        command.readEarlier(db, calls),
        command.readFacts(db, calls),
      ]),
    ([locked, refused, carried, facts]) => {
      const free = new Set(locked);
      const unheld = calls.filter((call) => free.has(call.memberId));
      const { fresh, outcomeOf } = decideCalls(command, unheld, [...refused, ...carried], facts);
      const { statements, read } = carryOut(command, fresh);
      return {
        statements,
        read: (answers) => {
          read(answers);
          return calls.map((call) => (free.has(call.memberId) ? outcomeOf(call) : 'MEMBER_HELD'));
        },
      };
    },
  );
}

/** Writes the effects, their news, and the refusals that are kept. Its `read` gives the effects their answers. */
function carryOut<Input, Facts, Effect, Written, Answer>(
  command: BatchCommand<Input, Facts, Effect, Written, Answer>,
  fresh: readonly Running<Call<Input>, Effect, Answer>[],
): Flight<void> {
  const refusals = fresh.flatMap(({ call: { memberId, key, fingerprint }, answer, kept }) =>
    answer === undefined || key === undefined || !kept
      ? []
      : [{ memberId, route: command.name, key, fingerprint, answer: command.stored.of(answer) }],
  );
  const kept = refusals.length === 0 ? [] : [idempotencyInsert(refusals)];
  const effective = fresh.flatMap((running) =>
    running.effect === undefined ? [] : [{ running, call: running.call, effect: running.effect }],
  );
  if (effective.length === 0) return { statements: kept, read: () => undefined };
  const { statement, read } = command.write(effective);
  return {
    statements: [statement, orderNews(effective.map(({ effect }) => command.newsOf(effect))), ...kept],
    read: ([first]) => {
      const written = read(first?.rows ?? []);
      for (const [index, { running, effect }] of effective.entries()) {
        const row = written[index];
        if (row === undefined) throw new Error('a command answers for everything it was given');
        running.answer = command.answer(effect, row);
      }
    },
  };
}
