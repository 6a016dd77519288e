import { randomUUID } from 'node:crypto';
import { minor } from '@candor/domain/testing/test-currency';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Connection, Pool } from '../../platform/db/pool.ts';
import { CommitUnknown } from '../../platform/db/transaction.ts';
import { createLog } from '../../platform/log/log.ts';
import { databaseNow, makeCommand, makeMember, makeProduct, makeTicks } from '../../testing/factories.ts';
import { crashingPool, interceptPool } from '../../testing/simulation/intercept-pool.ts';
import { createTestDb } from '../../testing/test-db.ts';
import type { TestDb } from '../../testing/test-db.ts';
import { createPlacementQueue } from './placement-queue.ts';
import type { PlacementLimits } from './placement-queue.ts';

const PRODUCTS = ['TESTUSD', 'FEEUSD'];
const NOTHING_TAKEN = { ok: false, error: 'ORDER_FAILED_RETRY' };
let test: TestDb;

beforeAll(async () => {
  test = await createTestDb();
  await makeProduct(test.ownerPool);
  await makeProduct(test.ownerPool, 'FEEUSD', { feeRate: 100 });
});
afterAll(async () => await test.drop());

/** A tick at the current whole second, so that orders find a fresh price. */
beforeEach(async () => {
  const at = Math.floor((await databaseNow(test.pool)) / 1000) * 1000;
  for (const product of PRODUCTS) {
    const { rows } = await test.pool.query<{ at: number }>('select at from tick_head where product = $1', [product]);
    if ((rows[0]?.at ?? 0) < at) await makeTicks(test, product, [{ at, price: 10_000 }]);
  }
});

function makeQueue(pool: Pool = test.pool, limits?: Partial<PlacementLimits>) {
  const all = { commandsMax: 4_096, commandsPerMemberMax: 20, heldMsMax: 2_000, ...limits };
  return createPlacementQueue(pool, 'practice', createLog('silent'), () => undefined, all);
}

async function makeMembers(count: number, balance?: string): Promise<bigint[]> {
  return await Promise.all(Array.from({ length: count }, async () => await makeMember(test.ownerPool, balance)));
}

async function fundsOf(memberId: bigint): Promise<bigint | undefined> {
  const { rows } = await test.pool.query<{ posted: bigint }>(
    `select posted from account where member_id = $1 and kind = 'funds'`,
    [memberId],
  );
  return rows[0]?.posted;
}

/** Holds a member's row until it is released, like a transaction that hangs. */
async function holdMember(memberId: bigint): Promise<{ release: () => Promise<void> }> {
  const connection: Connection = await test.ownerPool.connect();
  await connection.query('begin');
  await connection.query('select from member where id = $1 for no key update', [memberId.toString()]);
  return {
    release: async () => {
      await connection.query('rollback');
      connection.release();
    },
  };
}

/** A pool whose transactions wait at their begin, each for its own gate, until the test ends or opens all. */
function steppedPool() {
  const gates: PromiseWithResolvers<void>[] = [];
  let isOpen = false;
  const openAll = (): void => {
    isOpen = true;
    for (const gate of gates) gate.resolve();
  };
  onTestFinished(openAll);
  const pool = interceptPool(test.pool, async () => async (statement, run) => {
    if (statement.text === 'begin' && !isOpen) {
      const gate = Promise.withResolvers<void>();
      gates.push(gate);
      await gate.promise;
    }
    return await run(statement);
  });
  return { pool, gates, openAll };
}

describe('many simultaneous commands', () => {
  it('are decided one by one: one order per member and product, and no balance below zero', async () => {
    const members = await makeMembers(20, '250');
    const queue = makeQueue();
    const answers = await Promise.all(
      members.flatMap((member) =>
        ['TESTUSD', 'FEEUSD', 'TESTUSD'].map(async (product) => await queue.submit(makeCommand(member, { product }))),
      ),
    );
    const tally = (key: string) => answers.filter((answer) => (answer.ok ? 'placed' : answer.error) === key).length;
    expect({ placed: tally('placed'), pending: tally('POSITION_PENDING') }).toEqual({ placed: 40, pending: 20 });
    expect(queue.depth()).toBe(0);
    await queue.close();
  });

  it('lose only the command that the database refuses', async () => {
    const [bad, other] = await makeMembers(2);
    const queue = makeQueue();
    const answers = await Promise.all([
      queue.submit(makeCommand(other ?? 0n)),
      // A hash that is none breaks a constraint of the whole batch.
      queue.submit({ ...makeCommand(bad ?? 0n), fingerprint: Buffer.alloc(31) }),
    ]);
    expect(answers.map((answer) => (answer.ok ? 'placed' : answer.error))).toEqual(['placed', 'ORDER_FAILED_RETRY']);
    expect(await fundsOf(bad ?? 0n)).toBe(minor('100000'));
    await queue.close();
  });

  it('lose only the command that the database refuses at COMMIT', async () => {
    const members = await makeMembers(5);
    const bad = members[3] ?? 0n;
    await test.ownerPool.query(
      `create function refuse_order() returns trigger language plpgsql as $$ begin raise exception 'planted'; end $$;
       create constraint trigger planted after insert on trade_order deferrable initially deferred
         for each row when (new.member_id = ${bad}) execute function refuse_order()`,
    );
    const queue = makeQueue();
    const answers = await Promise.all(members.map(async (member) => await queue.submit(makeCommand(member))));
    await test.ownerPool.query('drop trigger planted on trade_order; drop function refuse_order()');
    expect(answers.map((answer) => answer.ok)).toEqual([true, true, true, false, true]);
    expect(answers[3]).toEqual(NOTHING_TAKEN);
    expect(await fundsOf(bad)).toBe(minor('100000'));
    await queue.close();
  });
});

describe('transactions', () => {
  /** Counts transactions. None begins before `open`. */
  function countingPool() {
    const gate = Promise.withResolvers<void>();
    const begun = { count: 0 };
    const pool = interceptPool(test.pool, async () => async (statement, run) => {
      if (statement.text === 'begin') {
        begun.count += 1;
        await gate.promise;
      }
      return await run(statement);
    });
    return { pool, begun, open: gate.resolve };
  }
  /** So many transactions begin, and no other one for longer than commands are gathered. */
  const gathered = async (begun: { count: number }, count: number): Promise<void> => {
    await vi.waitFor(() => expect(begun.count).toBeGreaterThanOrEqual(count));
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(begun.count).toBe(count);
  };

  it('are shared by commands that arrive while another runs', async () => {
    const [first, ...others] = await makeMembers(6);
    const { pool, begun, open } = countingPool();
    const queue = makeQueue(pool);
    const answers = [queue.submit(makeCommand(first ?? 0n))];
    await gathered(begun, 1);
    for (const member of others) answers.push(queue.submit(makeCommand(member)));
    await gathered(begun, 1);
    open();
    await Promise.all(answers);
    expect(begun.count).toBe(2);
    await queue.close();
  });

  it('begin before the running one ends when 512 commands wait, and never more than two at a time', async () => {
    // Each transaction has the commands of one member: none waits for the lock of another.
    const [first = 0n, second = 0n, third = 0n] = await makeMembers(3);
    // Three connections are open: a third transaction would begin at once.
    await Promise.all([1, 2, 3].map(async () => await test.pool.query('select pg_sleep(0.02)')));
    const { pool, begun, open } = countingPool();
    const queue = makeQueue(pool, { commandsPerMemberMax: 4_096 });
    const answers: Promise<unknown>[] = [];
    const submit = async (member: bigint, count: number, transactions: number): Promise<void> => {
      answers.push(...Array.from({ length: count }, async () => await queue.submit(makeCommand(member))));
      await gathered(begun, transactions);
    };
    await submit(first, 1, 1);
    await submit(second, 511, 1);
    await submit(second, 1, 2);
    await submit(third, 513, 2);
    open();
    await Promise.all(answers);
    // The full batch of the last 513, and the one command that was left.
    expect(begun.count).toBe(4);
    await queue.close();
  });

  it('begin for what a full batch left over when that batch has ended, and no sooner', async () => {
    const [first = 0n, second = 0n] = await makeMembers(2);
    const { pool, begun, open } = countingPool();
    const queue = makeQueue(pool, { commandsPerMemberMax: 4_096 });
    // The first of them sets the time to gather more; the 512th begins at once.
    const answers = Array.from({ length: 512 }, async () => await queue.submit(makeCommand(first)));
    answers.push(queue.submit(makeCommand(second)));
    await gathered(begun, 1);
    open();
    await Promise.all(answers);
    expect(begun.count).toBe(2);
    await queue.close();
  });

  it('with a full batch begin as soon as one of two has ended', async () => {
    const [first = 0n, second = 0n, third = 0n] = await makeMembers(3);
    const { pool, gates, openAll } = steppedPool();
    const queue = makeQueue(pool, { commandsPerMemberMax: 4_096 });
    const submit = (member: bigint, count: number) =>
      Array.from({ length: count }, async () => await queue.submit(makeCommand(member)));
    const [one] = submit(first, 1);
    await vi.waitFor(() => expect(gates).toHaveLength(1));
    const answers = submit(second, 512);
    await vi.waitFor(() => expect(gates).toHaveLength(2));
    answers.push(...submit(third, 512));
    gates[0]?.resolve();
    expect((await one)?.ok).toBe(true);
    await vi.waitFor(() => expect(gates).toHaveLength(3));
    openAll();
    await Promise.all(answers);
    await queue.close();
  });
});

describe('a member whose row is locked', () => {
  it('delays no other member, and is placed when the row is free', async () => {
    const [stuck, ...others] = await makeMembers(21);
    const holder = await holdMember(stuck ?? 0n);
    const queue = makeQueue(test.pool, { heldMsMax: 60_000 });
    let isAnswered = false;
    const late = queue.submit(makeCommand(stuck ?? 0n)).finally(() => (isAnswered = true));
    const answers = await Promise.all(others.map(async (member) => await queue.submit(makeCommand(member))));
    expect(answers.every((answer) => answer.ok)).toBe(true);
    expect({ isAnswered, depth: queue.depth() }).toEqual({ isAnswered: false, depth: 1 });
    await holder.release();
    expect((await late).ok).toBe(true);
    await queue.close();
  });

  it('is refused after a bounded wait, with no money taken and nothing stored under the key', async () => {
    const [stuck] = await makeMembers(1);
    const holder = await holdMember(stuck ?? 0n);
    const queue = makeQueue(test.pool, { heldMsMax: 50 });
    const command = makeCommand(stuck ?? 0n);
    expect(await queue.submit(command)).toEqual(NOTHING_TAKEN);
    await holder.release();
    // Several times as long as until another try.
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await fundsOf(stuck ?? 0n)).toBe(minor('100000'));
    expect((await queue.submit({ ...command, orderId: randomUUID() })).ok).toBe(true);
    await queue.close();
  });
});

describe('limits', () => {
  it('refuse extra commands at once, for all members and for one', async () => {
    const [first, second, third] = await makeMembers(3);
    const { pool, openAll } = steppedPool();
    const queue = makeQueue(pool, { commandsMax: 3, commandsPerMemberMax: 2 });
    const waiting = [
      queue.submit(makeCommand(first ?? 0n)),
      queue.submit(makeCommand(first ?? 0n, { product: 'FEEUSD' })),
    ];
    expect(await queue.submit(makeCommand(first ?? 0n))).toEqual(NOTHING_TAKEN);
    waiting.push(queue.submit(makeCommand(second ?? 0n)));
    expect(await queue.submit(makeCommand(third ?? 0n))).toEqual(NOTHING_TAKEN);
    expect(queue.depth()).toBe(3);
    openAll();
    expect((await Promise.all(waiting)).map((answer) => answer.ok)).toEqual([true, true, true]);
    expect((await queue.submit(makeCommand(third ?? 0n))).ok).toBe(true);
    await queue.close();
  });

  it('count what a member still waits for: one answer makes room for one command', async () => {
    const [member = 0n] = await makeMembers(1);
    const { pool, gates, openAll } = steppedPool();
    const queue = makeQueue(pool, { commandsPerMemberMax: 2 });
    const first = queue.submit(makeCommand(member));
    await vi.waitFor(() => expect(gates).toHaveLength(1));
    const others = [queue.submit(makeCommand(member, { product: 'FEEUSD' }))];
    gates[0]?.resolve();
    expect((await first).ok).toBe(true);
    others.push(queue.submit(makeCommand(member)), queue.submit(makeCommand(member)));
    expect(queue.depth()).toBe(2);
    openAll();
    expect(await others[2]).toEqual(NOTHING_TAKEN);
    await Promise.all(others);
    await queue.close();
  });

  it('are 4,096 commands, and 20 of one member', async () => {
    const gate = Promise.withResolvers<void>();
    const connect = async (): Promise<never> => {
      await gate.promise;
      throw new Error('the database is away');
    };
    const away = new Proxy(test.pool, {
      get: (target, property) => (property === 'connect' ? connect : Reflect.get(target, property)),
    });
    const queue = createPlacementQueue(away, 'practice', createLog('silent'), () => undefined);
    const waiting = Array.from({ length: 20 }, async () => await queue.submit(makeCommand(1n)));
    expect(await queue.submit(makeCommand(1n))).toEqual(NOTHING_TAKEN);
    for (let member = 2n; queue.depth() < 4_096; member += 1n) waiting.push(queue.submit(makeCommand(member)));
    expect(await queue.submit(makeCommand(0n))).toEqual(NOTHING_TAKEN);
    expect(queue.depth()).toBe(4_096);
    gate.resolve();
    const answers = await Promise.all(waiting);
    expect(answers).toHaveLength(4_096);
    expect(answers.every((answer) => !answer.ok)).toBe(true);
    expect(queue.depth()).toBe(0);
    await queue.close();
  });

  it('end the search for commands that throw after 16 of a batch', async () => {
    const broken = interceptPool(test.pool, async () => async (statement, run) => {
      if (statement.name === 'lock-free-members') throw new Error('planted');
      return await run(statement);
    });
    const logged: string[] = [];
    const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) });
    let committed = 0;
    const queue = createPlacementQueue(broken, 'practice', log, () => (committed += 1));
    const answers = await Promise.all(Array.from({ length: 20 }, async () => await queue.submit(makeCommand(1n))));
    expect(answers).toEqual(answers.map(() => NOTHING_TAKEN));
    expect(logged.filter((line) => line.includes('an order command threw'))).toHaveLength(16);
    expect(committed).toBe(1);
    await queue.close();
  });

  it('let a closing queue answer what it accepted, and accept nothing more', async () => {
    const [first, second] = await makeMembers(2);
    const { pool, openAll } = steppedPool();
    const queue = makeQueue(pool);
    const taken = queue.submit(makeCommand(first ?? 0n));
    const closed = vi.fn();
    const closing = queue.close().then(closed);
    expect(await queue.submit(makeCommand(second ?? 0n))).toEqual(NOTHING_TAKEN);
    await new Promise((resolve) => setImmediate(resolve));
    expect(closed).not.toHaveBeenCalled();
    openAll();
    await closing;
    expect((await taken).ok).toBe(true);
  });
});

describe('an order that waited', () => {
  it('30 s is refused forever: the same key never places it later', async () => {
    const [late] = await makeMembers(1);
    const queue = makeQueue();
    const command = { ...makeCommand(late ?? 0n), submittedAt: (await databaseNow(test.pool)) - 30_000 };
    expect(await queue.submit(command)).toEqual(NOTHING_TAKEN);
    const again = { ...command, orderId: randomUUID(), submittedAt: await databaseNow(test.pool) };
    expect(await queue.submit(again)).toEqual(NOTHING_TAKEN);
    expect(await fundsOf(late ?? 0n)).toBe(minor('100000'));
    await queue.close();
  });

  it('less than 30 s is placed', async () => {
    const [member] = await makeMembers(1);
    const queue = makeQueue();
    const submittedAt = (await databaseNow(test.pool)) - 25_000;
    expect((await queue.submit({ ...makeCommand(member ?? 0n), submittedAt })).ok).toBe(true);
    await queue.close();
  });
});

describe('a COMMIT without an answer', () => {
  it('leaves the whole batch unknown; a retry with the same key then finds the order', async () => {
    const members = await makeMembers(3);
    const queue = makeQueue(crashingPool(test.pool, test.ownerPool, 'answer of commit'));
    const commands = members.map((member) => makeCommand(member));
    const results = await Promise.allSettled(commands.map(async (command) => await queue.submit(command)));
    for (const result of results) {
      expect(result.status === 'rejected' && result.reason).toBeInstanceOf(CommitUnknown);
    }
    await queue.close();

    const healthy = makeQueue();
    for (const command of commands) {
      const answer = await healthy.submit({ ...command, orderId: randomUUID() });
      // The id has the moment of the acceptance, and the rest of the first attempt.
      expect(answer.ok && answer.order.id.slice(15)).toBe(command.orderId.slice(15));
    }
    for (const member of members) expect(await fundsOf(member)).toBe(minor('99900'));
    await healthy.close();
  });

  it('differs from a connection lost before COMMIT, where no money was taken', async () => {
    const [member] = await makeMembers(1);
    // The third statement of the transaction: the facts are being read.
    const queue = makeQueue(crashingPool(test.pool, test.ownerPool, 3));
    expect(await queue.submit(makeCommand(member ?? 0n))).toEqual(NOTHING_TAKEN);
    expect(await fundsOf(member ?? 0n)).toBe(minor('100000'));
    await queue.close();
  });
});

describe('the acceptance time', () => {
  it('is the moment after the lock was taken, not the start of the transaction', async () => {
    const [member] = await makeMembers(1);
    let lockedAt = Number.POSITIVE_INFINITY;
    const pool = interceptPool(test.pool, async () => async (statement, run) => {
      const answer = await run(statement);
      if (statement.name === 'lock-free-members') {
        // A transaction's own clock stands still; the database's clock continues.
        const beganAt = await databaseNow(test.ownerPool);
        while (lockedAt === Number.POSITIVE_INFINITY || lockedAt <= beganAt + 2)
          lockedAt = await databaseNow(test.ownerPool);
      }
      return answer;
    });
    const queue = makeQueue(pool);
    const answer = await queue.submit(makeCommand(member ?? 0n));
    expect(answer.ok && Date.parse(answer.order.acceptedAt)).toBeGreaterThanOrEqual(lockedAt);
    await queue.close();
  });
});
