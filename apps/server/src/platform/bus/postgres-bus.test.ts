import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDb } from '../../testing/test-db.ts';
import type { TestDb } from '../../testing/test-db.ts';
import { createLog } from '../log/log.ts';
import { createPostgresBus, payloads } from './postgres-bus.ts';

let test: TestDb;
beforeAll(async () => {
  test = await createTestDb();
});
afterAll(async () => await test.drop());

describe('createPostgresBus', () => {
  it('carries a message from one process to another, also after its connection was lost', async () => {
    const [sender, receiver] = [
      await createPostgresBus(test.roleUrls.feed, createLog('silent')),
      await createPostgresBus(test.roleUrls.http, createLog('silent')),
    ];
    const heard: unknown[] = [];
    receiver.subscribe('tick', (message) => heard.push(message));
    const publishUntilHeard = async (message: unknown) => {
      const before = heard.length;
      for (let i = 0; i < 100 && heard.length === before; i += 1) {
        await sender.publish('tick', message).catch(() => undefined);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      return heard.at(-1);
    };
    expect(await publishUntilHeard([{ seq: 1 }])).toEqual([{ seq: 1 }]);
    await test.ownerPool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'candor-bus' and datname = current_database()`,
    );
    expect(await publishUntilHeard([{ seq: 2 }])).toEqual([{ seq: 2 }]);
    await sender.close();
    await receiver.close();
  });

  it('cuts an array that is too long for one notification, losing nothing', () => {
    const long = Array.from({ length: 300 }, (_, id) => ({ id, text: '字'.repeat(20) }));
    const parts = payloads(long);
    expect(parts.every((part) => Buffer.byteLength(part) < 8_000)).toBe(true);
    expect(parts.flatMap((part) => JSON.parse(part) as unknown[])).toEqual(long);
  });
});
