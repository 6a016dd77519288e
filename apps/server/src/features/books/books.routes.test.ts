import { BOOK_LINES, bookChecksView, bookTransfersView, trialBalanceView } from '@candor/contract/console-books';
import { houseAccount, memberAccount } from '@candor/domain/ledger/account';
import { money } from '@candor/domain/money';
import { minor, TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { describe, expect, it } from 'vitest';
import { writeTransfers } from '../../services/ledger/ledger.ts';
import { startWithdrawalSite, units } from '../../testing/withdrawal-site.ts';

/** The books of a site on which a member was credited and asked for a withdrawal that two operators approved. */
const { site, at } = startWithdrawalSite();

async function read(path: string) {
  const answer = await site.console.call('GET', `/api/console/books${path}`, { token: site.first.token });
  expect(answer.body.code, answer.text).toBe(200);
  return answer.body.data;
}

async function balances(query = '') {
  const [only, ...others] = trialBalanceView.parse(await read(query)).wallets;
  expect(others).toEqual([]);
  return only;
}

/** Amounts have all decimals of the currency. */
function minorOf(text: string): bigint {
  return BigInt(text.replace('.', ''));
}

describe('the trial balance', () => {
  it('is equal on both sides, in its lines and in their sum', async () => {
    await at('approved');
    const wallet = await balances();
    if (wallet === undefined) throw new Error('nothing moved');
    expect(wallet.debit).toBe(wallet.credit);
    expect(wallet.lines.reduce((sum, { balance }) => sum + minorOf(balance), 0n)).toBe(0n);
    for (const side of ['debit', 'credit'] as const)
      expect(wallet.lines.reduce((sum, line) => sum + minorOf(line[side]), 0n)).toBe(minorOf(wallet[side]));
  });

  it('says what members have, to the cent', async () => {
    await at('approved');
    const { rows } = await site.server.ownerPool.query<{ posted: bigint }>(
      `select sum(posted)::bigint as posted from account where kind = 'funds' and currency = $1`,
      [TEST_CURRENCY.code],
    );
    const funds = (await balances())?.lines.find(({ line }) => line === 'funds');
    expect(minorOf(funds?.balance ?? '0')).toBe(rows[0]?.posted);
  });

  it('of a moment that went by says what was then, whatever moved since', async () => {
    const before = new Date().toISOString();
    const then = await balances(`?to=${before}`);
    await at('approved');
    expect(await balances(`?to=${before}`)).toEqual(then);
    expect(await balances()).not.toEqual(then);
    expect(trialBalanceView.parse(await read('?to=2001-01-01')).wallets).toEqual([]);
  });
});

describe('a transfer is found', () => {
  const found = async (query: string) => bookTransfersView.parse(await read(`/transfers?${query}`)).items;

  it('by the reference of its withdrawal, by its id, and by the reference of the bank', async () => {
    const { id, reference } = await at('approved');
    const [post, hold] = (await found(`number=${reference}`)).filter(({ type }) => type === 'withdraw');
    expect(hold).toMatchObject({ phase: 'pending', debit: 'funds', credit: 'clearing', reference, refId: id });
    expect(post).toMatchObject({ phase: 'post', amount: units(198n), member: { id: site.memberId.toString() } });
    expect(await found(`number=${id}`)).toEqual(await found(`number=${reference.toLowerCase()}`));
    expect(await found(`number=${post?.id ?? ''}`)).toEqual([post]);
    const body = { version: 4, step: 'sent', payoutRef: `bank ${reference}` };
    const key = crypto.randomUUID();
    await site.console.call('POST', `/api/console/withdrawals/${id}/payout`, { token: site.first.token, key, body });
    expect(await found(`number=bank%20${reference}`)).toEqual(await found(`number=${reference}`));
  });

  it('by the line of the chart it moved, page by page', async () => {
    await at('approved');
    const all = await found('line=clearing&limit=100');
    expect(all.length).toBeGreaterThan(1);
    expect(all.every(({ debit, credit }) => debit === 'clearing' || credit === 'clearing')).toBe(true);
    const first = bookTransfersView.parse(await read('/transfers?line=clearing&limit=1'));
    expect(first.items).toEqual(all.slice(0, 1));
    expect(await found(`line=clearing&limit=1&cursor=${first.nextCursor}`)).toEqual(all.slice(1, 2));
  });

  it.each(BOOK_LINES)('by the line %s as among all', async (line) => {
    const all = await found('limit=100');
    const on = all.filter(({ debit, credit }) => debit === line || credit === line);
    expect(await found(`line=${line}&limit=100`)).toEqual(on);
  });

  it('by its moment, also where its id is of a business date, as of what investing moves', async () => {
    const fromMs = Date.now() - 60_000;
    const [debit, credit] = [
      houseAccount('house', 'practice', TEST_CURRENCY.code),
      memberAccount('funds', site.memberId, 'practice', TEST_CURRENCY.code),
    ];
    for (const [type, day] of [
      ['interest', -3],
      ['redemption', 0],
      ['investment', 2],
    ] as const) {
      const { rows } = await site.server.ownerPool.query<{ id: string }>(
        `select invest_transfer($1, 'dated', current_date + $2::int) as id`,
        [type, day],
      );
      const id = rows[0]?.id;
      if (id === undefined) throw new Error('there is no id');
      const more = { phase: 'single', refType: 'test', refId: 'dated' } as const;
      await writeTransfers(site.server.ownerPool, [{ id, debit, credit, amount: money(minor('1')), type, ...more }]);
    }
    const range = `from=${new Date(fromMs).toISOString()}&to=${new Date(fromMs + 600_000).toISOString()}`;
    const dated = (items: Awaited<ReturnType<typeof found>>) =>
      items.filter(({ refId }) => refId === 'dated').map(({ type }) => type);
    expect(dated(await found(`${range}&limit=100`))).toEqual(['investment', 'redemption', 'interest']);
    expect(dated(await found('from=1970-01-01&limit=100'))).toHaveLength(3);
    expect(dated(await found(`to=${new Date(fromMs).toISOString()}&limit=100`))).toEqual([]);
  });

  it.each(['number=nothing', 'number=0', 'line=rewards', 'to=2001-01-01'])(
    'not where there is none: %s',
    async (query) => {
      expect(await found(query)).toEqual([]);
    },
  );
});

it('what the checks found is shown, the wrong ones first', async () => {
  await site.server.ownerPool.query(
    `insert into integrity_check (name, halts, failing_since, found, sample)
     values ('a-fine-one', true, null, 0, '{}'), ('wrong-one', true, clock_timestamp(), 1, '{"{\\"id\\": 1}"}')`,
  );
  const { halted, items } = bookChecksView.parse(await read('/checks'));
  expect(halted).toBe(true);
  expect(items[0]).toMatchObject({ name: 'wrong-one', halts: true, found: 1, sample: ['{"id": 1}'] });
  await site.server.ownerPool.query('delete from integrity_check');
});
