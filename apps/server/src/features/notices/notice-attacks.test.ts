import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { refusalOf, tried, valueAfter } from '../../testing/attacks.ts';
import { createTestDb } from '../../testing/test-db.ts';
import type { TestDb } from '../../testing/test-db.ts';
import { acting, makeOperator } from '../../testing/test-operator.ts';

/** Versions of announcements and banners, as an operator's login would write them past the server's own rules. */
let test: TestDb;
let operator: bigint;
beforeAll(async () => {
  test = await createTestDb();
  operator = await makeOperator(test.ownerPool, 'owner');
});
afterAll(async () => await test.drop());

const TEXTS = `'{"zh-Hans":{},"zh-Hant":{},"en":{}}'`;
const GONE = { withdrawn: 'true', reason: `'wrong'` };

function insert(table: string, columns: Record<string, string>): string {
  return `insert into ${table} (${Object.keys(columns).join(', ')}) values (${Object.values(columns).join(', ')})`;
}

function notice(id: string, version: number, changes: Record<string, string> = {}): string {
  return insert('notice_version', {
    notice_id: `'${id}'`,
    version: String(version),
    category: `'system'`,
    pinned: 'false',
    important: 'false',
    texts: TEXTS,
    areas: `'{}'`,
    ...changes,
  });
}

function banner(id: string, version: number, changes: Record<string, string> = {}): string {
  const columns = { banner_id: `'${id}'`, version: String(version), texts: TEXTS, target: `'/pages/x'`, position: '1' };
  return insert('banner_version', { ...columns, ...changes });
}

describe.each([
  ['notice', notice],
  ['banner', banner],
])('the versions of a %s', (table, version) => {
  it.each([
    ['1, 2', [1, 2], 'done'],
    ['2 at first', [2], 'OLD'],
    ['1, 3', [1, 3], 'OLD'],
    ['1 twice', [1, 1], 'OLD'],
    ['0 at first', [0], 'OLD'],
  ])('%s', async (_, versions, answer) => {
    const id = randomUUID();
    const made = `${acting(operator)}; ${insert(table, { id: `'${id}'` })}`;
    const written = versions.map((number) => version(id, number));
    expect(await refusalOf(test.pools.console, made, ...written)).toBe(answer);
  });

  it('end with the one that withdraws it', async () => {
    const id = randomUUID();
    const made = `${acting(operator)}; ${insert(table, { id: `'${id}'` })}`;
    expect(await refusalOf(test.pools.console, made, version(id, 1, GONE), version(id, 2))).toBe('WITHDRAWN');
    expect(await refusalOf(test.pools.console, made, version(id, 1), version(id, 2, GONE))).toBe('done');
    expect(await refusalOf(test.pools.console, version(id, 1))).toBe('OLD');
  });

  it('are numbered one after another, also when two are written at once', async () => {
    const id = randomUUID();
    await test.ownerPool.query(insert(table, { id: `'${id}'` }));
    const first = await test.pools.console.connect();
    try {
      await first.query('begin');
      await first.query(acting(operator));
      await first.query(version(id, 1));
      const second = tried(test.pools.console, version(id, 1));
      await vi.waitFor(
        async () => {
          const { rows } = await test.ownerPool.query(
            `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          );
          expect(rows).toHaveLength(1);
        },
        { interval: 20 },
      );
      await first.query(`select record_act('console/test', '${table}', '${id}', '{}')`);
      await first.query('commit');
      expect(await second).toBe('CD013');
    } finally {
      first.release();
    }
  });
});

describe('the moment a notice is published', () => {
  const made = (id: string): string => `${acting(operator)}; ${insert('notice', { id: `'${id}'` })}`;
  const isNow = (id: string): string =>
    `select published_from between clock_timestamp() - interval '1 minute' and clock_timestamp() from notice_version
     where notice_id = '${id}' order by version desc limit 1`;

  it('is now, where one that has passed was given', async () => {
    const id = randomUUID();
    const past = notice(id, 1, { published_from: `'2020-01-01'` });
    expect(await valueAfter(test.pools.console, made(id), past, isNow(id))).toBe(true);
  });

  it('stays when it has come, and moves while it has not', async () => {
    const id = randomUUID();
    const at = (version: number, moment: string) => notice(id, version, { published_from: moment });
    const later = `clock_timestamp() + interval '1 day'`;
    const now = 'clock_timestamp()';
    expect(await valueAfter(test.pools.console, made(id), at(1, now), at(2, later), isNow(id))).toBe(true);
    expect(await valueAfter(test.pools.console, made(id), at(1, later), at(2, now), isNow(id))).toBe(true);
    expect(await valueAfter(test.pools.console, made(id), at(1, later), at(2, later), isNow(id))).toBe(false);
  });
});
