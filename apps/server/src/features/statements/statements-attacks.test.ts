import { randomUUID } from 'node:crypto';
import { statementAccountsView, statementDayView, statementThingsView } from '@candor/contract/console-statements';
import pino from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { tried } from '../../testing/attacks.ts';
import { startStatementSite, table, TODAY } from '../../testing/statement-site.ts';
import { acting, letAct } from '../../testing/test-operator.ts';
import { units } from '../../testing/withdrawal-site.ts';
import { openFile } from '../../services/files/sealed-files.ts';
import { importStatements } from './import-statements.ts';
import { matchLater } from './match-later.ts';

/** Statements under attack: files that come twice, matches that were undone or no longer hold, and what the worker finds later. */
const statements = startStatementSite();
const { site, call, save, send, imported, entries, deposit } = statements;
const BALANCES = { date: 'Date', amount: 'Amount', reference: 'Ref', balance: 'Left' };

let code: string;
beforeEach(() => {
  code = statements.code();
});

/** A table with balances: date, amount, reference, what is left. */
function balances(...lines: readonly (readonly [string, number, string, number])[]): string {
  const rows = lines.map(([on, amount, ref, left]) => `${on},${amount},${ref},${left}`);
  return `Date,Amount,Ref,Left\n${rows.join('\n')}\n`;
}

async function codeOf(text: string): Promise<unknown> {
  const { body } = await send(text);
  return body.error ?? body.code;
}

/** An operator takes a deposit and decides. */
async function decide(id: string, how: 'approve' | 'reject', credited = '1000'): Promise<void> {
  const act = async (name: string, body: object, by = site.first) =>
    await site.console.call('POST', `/api/console/deposits/${id}/${name}`, {
      token: by.token,
      key: randomUUID(),
      body,
    });
  const taken = await act('take', { version: 2 });
  expect(taken.body.code, taken.text).toBe(200);
  const decision =
    how === 'reject'
      ? { reason: 'PAYMENT_NOT_FOUND' }
      : { credited, creditedAgain: credited, ...(credited === '1000' ? {} : { reason: 'FEE_TAKEN' }) };
  const done = await act(how, { version: 3, ...decision, note: 'looked' });
  expect(done.body.code, done.text).toBe(200);
  // Another amount than was asked for needs a second operator.
  if (how === 'approve' && credited !== '1000') {
    const again = await act(how, { version: 4, ...decision, note: 'looked' }, site.second);
    expect(again.body.code, again.text).toBe(200);
  }
}

async function later(): Promise<number> {
  return await matchLater({ pool: site.server.pools.worker, log: pino({ level: 'silent' }) }, new Map());
}

describe('a file that comes again in other bytes', () => {
  it('is refused, although it goes on from the balance before it', async () => {
    await save({ columns: BALANCES });
    await imported(balances(['2026-01-05', 10, 'A', 10]));
    const february = balances(['2026-02-05', 5, 'B', 15], ['2026-02-06', 1, 'C', 16]);
    await imported(february);
    expect(await codeOf(`${february}\n`)).toBe('STATEMENT_OVERLAPS');
    expect(await codeOf(balances(['2026-02-05', 5, 'B', 15]))).toBe('STATEMENT_OVERLAPS');
  });

  it('is refused where it ends with the balance that it began with', async () => {
    await save({ columns: BALANCES });
    const swept = balances(['2026-01-05', 10, 'A', 10], ['2026-01-05', -10, 'SWEEP', 0]);
    await imported(swept);
    expect(await codeOf(`${swept}\n`)).toBe('STATEMENT_OVERLAPS');
  });

  it('is none where the same line comes again on the same day, after the balance that it left', async () => {
    await save({ columns: BALANCES });
    await imported(balances(['2026-01-05', 10, '', 10]));
    await imported(balances(['2026-01-05', 10, '', 20]));
    await imported(balances(['2026-01-05', 10, '', 30]));
    expect(await entries()).toHaveLength(3);
    expect(await codeOf(`${balances(['2026-01-05', 10, '', 30])}\n`)).toBe('STATEMENT_OVERLAPS');
  });
});

describe('a match', () => {
  it('that an operator undid is not made again by itself', async () => {
    const { reference } = await deposit();
    expect((await imported(table([units(1000n), 'A1', '', reference]))).matched).toBe(1);
    const [entry] = await entries();
    await call('POST', `/entries/${entry?.id}/undo`, {});
    expect((await imported(table([units(3n), 'A2']))).matched).toBe(0);
    expect(await later()).toBe(0);
    expect(await entries('&state=open')).toHaveLength(2);
  });

  it('is made by the worker once its deposit is there, and only if nothing else could be meant', async () => {
    const [one, two] = [await deposit(), await deposit()];
    // As if the deposits came later: the account takes the channel after the import.
    await save({ channels: [] });
    await imported(
      table(
        [units(1000n), 'A1', '', `for ${one.reference}`],
        [units(1000n), 'A2', '', two.reference],
        [units(1000n), 'A3', '', two.reference],
        [units(999n), 'A4', '', 'K7P2QX4M'],
      ),
    );
    expect(await entries('&state=open')).toHaveLength(4);
    await save();
    expect(await later()).toBe(1);
    expect(await later()).toBe(0);
    const matched = await entries('&state=matched');
    expect(matched).toMatchObject([{ bankRef: 'A1', match: { by: null, thing: { id: one.id } } }]);
  });

  it('whose deposit was refused afterwards is open to somebody again, in each sum', async () => {
    const { id, reference } = await deposit();
    await imported(table([units(1000n), 'A1', '', reference]));
    await decide(id, 'reject');
    expect((await entries('&state=matched')).length).toBe(0);
    expect(await entries('&state=different')).toMatchObject([{ state: 'different', match: { thing: { id } } }]);
    const day = statementDayView.parse((await call('GET', `/days/${TODAY}`)).body.data);
    expect(day.items.find(({ account }) => account === code)).toMatchObject({
      open: { count: 1, amount: units(1000n) },
      matched: { count: 0 },
    });
    const [entry] = await entries();
    expect((await call('POST', `/entries/${entry?.id}/undo`, {})).body).toMatchObject({ data: { state: 'open' } });
  });

  it('whose deposit is credited with another amount differs, and the deposit is not proved', async () => {
    const { id, reference } = await deposit();
    await imported(table([units(1000n), 'A1', '', reference]));
    await decide(id, 'approve', '900');
    expect(await entries()).toMatchObject([{ state: 'different', match: { thing: { id, amount: units(900n) } } }]);
    const things = statementThingsView.parse((await call('GET', `/things?account=${code}`)).body.data).items;
    expect(things.map((thing) => thing.id)).toContain(id);
  });

  it('whose deposit is credited as it arrived stays one', async () => {
    const { id, reference } = await deposit();
    await imported(table([units(1000n), 'A1', '', reference]));
    await decide(id, 'approve');
    expect(await entries()).toMatchObject([{ state: 'matched' }]);
  });
});

it('sums of more than any account holds are told', async () => {
  await imported(table(...Array.from({ length: 12 }, (_, at) => [units(1n), `R${at}`] as const)));
  await site.server.ownerPool.query(
    `alter table statement_entry disable trigger user; update statement_entry set amount = 9000000000000000000 where account = '${code}';
     alter table statement_entry enable trigger user`,
  );
  const answer = await call('GET', '/accounts');
  expect(answer.body.code, answer.text).toBe(200);
  const own = statementAccountsView.parse(answer.body.data).items.find((each) => each.code === code);
  expect(own?.open.count).toBe(12);
  expect((await call('GET', `/days/${TODAY}`)).body.code).toBe(200);
});

it('a file whose numbers are longer than any is refused, and no word of it turns the text of the answer around', async () => {
  const camt = (id: string, iban: string) =>
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Id>${id}</Id><Acct><Id><IBAN>${iban}</IBAN></Id></Acct>${[
      'OPBD',
      'CLBD',
    ]
      .map(
        (each) =>
          `<Bal><Tp><CdOrPrtry><Cd>${each}</Cd></CdOrPrtry></Tp><Amt Ccy="CNY">0</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>`,
      )
      .join('')}</Stmt></BkToCstmrStmt></Document>`;
  expect(await codeOf(camt('1'.repeat(200), 'CN123456'))).toBe('STATEMENT_INVALID');
  await save({ number: 'CN999999' });
  const answer = await send(camt('1', `\u202e${'X'.repeat(10_000)}`));
  expect(answer.body.error).toBe('STATEMENT_ACCOUNT');
  expect(answer.text.length).toBeLessThan(1_000);
  expect(answer.text).not.toContain('\u202e');
});

it('an original stays where its file was taken in, although nobody heard of it', async () => {
  const deps = { ...site.console.context, timeZone: 'Asia/Shanghai', openPayee: () => ({ holder: '' }) };
  const { privateFiles, secrets } = site.console.context;
  // The connection is lost while the transaction ends: it did end.
  const bytes = new TextEncoder().encode(table([units(6n), 'A9']));
  const { pool } = site.console.context;
  const lost = {
    query: pool.query.bind(pool),
    connect: async () => {
      const client = await pool.connect();
      return new Proxy(client, {
        get: (target, name) => {
          const value: unknown = Reflect.get(target, name);
          if (typeof value !== 'function') return value;
          return async (...words: unknown[]): Promise<unknown> => {
            const answer: unknown = await Reflect.apply(value, target, words);
            if (words[0] === 'commit') throw new Error('the connection was lost');
            return answer;
          };
        },
      });
    },
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what an import needs of a pool
  } as unknown as typeof pool;
  const acts = { operatorId: site.first.id, session: site.first.session };
  await expect(
    importStatements({ ...deps, pool: lost, sealKey: secrets.seal }, acts, { account: code, bytes }),
  ).rejects.toThrow('did not answer COMMIT');
  const { rows } = await site.server.ownerPool.query<{ id: string }>(
    `select id from statement_file where account = '${code}' and bytes = ${bytes.length} order by imported_at desc limit 1`,
  );
  expect(
    await openFile({ privateFiles, sealKey: secrets.seal }, { id: rows[0]?.id ?? '', purpose: 'statement' }),
  ).toEqual(Buffer.from(bytes));
});

describe('the database', () => {
  async function attack(...sql: string[]): Promise<string> {
    await letAct(site.server.ownerPool, site.first.id);
    return await tried(site.console.context.pool, acting(site.first.id), ...sql, 'set constraints all immediate');
  }

  it('takes no line for a statement that was taken in, and no statement for a file that was', async () => {
    const { file } = await imported(table([units(4n), 'A1']));
    const { rows } = await site.server.ownerPool.query<{ id: string }>(
      `select id from statement where file_id = '${file.id}'`,
    );
    const line = (statement: string) =>
      `insert into statement_entry (id, statement_id, account, position, booked_on, amount, is_reversal, bank_ref, end_to_end_id, mark)
       values (uuidv7(), '${statement}', '${code}', 7, '${TODAY}', 100000, false, 'FORGED', '', sha256('x'))`;
    expect(await attack(line(rows[0]?.id ?? ''))).toBe('CD365');
    const added = randomUUID();
    const more = `insert into statement (id, file_id, account, number, entries, first_on, last_on)
      values ('${added}', '${file.id}', '${code}', '', 1, '${TODAY}', '${TODAY}')`;
    expect(await attack(more, line(added))).toBe('CD365');
  });

  it('takes nothing for certain from an operator who takes no file in', async () => {
    const { id } = await deposit();
    await imported(table([units(1000n), 'A1']));
    const [entry] = await entries();
    const on = randomUUID();
    const forged = [
      `insert into statement_match (id, account, kind, deposit_id) values ('${on}', '${code}', 'deposit', '${id}')`,
      `update statement_entry set match_id = '${on}' where id = '${entry?.id}'`,
    ];
    expect(await attack(...forged)).toBe('CD364');
  });

  it('lets the worker match what an entry names, and nothing else', async () => {
    const { id } = await deposit();
    await imported(table([units(1000n), 'A1', '', 'nothing of it']));
    const [entry] = await entries();
    const { worker, http, console } = site.server.pools;
    const match = `select match_certain('${code}', 'deposit', '${id}', array['${entry?.id}']::uuid[]) as id`;
    expect((await worker.query(match)).rows).toEqual([{ id: null }]);
    for (const pool of [http, console]) expect(await tried(pool, match)).toBe('42501');
    expect(await tried(worker, `update statement_entry set match_id = null`)).toBe('42501');
    expect(await tried(worker, 'select counterparty from statement_entry')).toBe('42501');
  });
});
