import { randomUUID } from 'node:crypto';
import { depositView } from '@candor/contract/cashier';
import { describe, expect, it } from 'vitest';
import { CHECKS } from '../../services/checks/checks.ts';
import { runChecks } from '../../services/checks/run-checks.ts';
import { BANK } from '../../testing/deposit-site.ts';
import { startWithdrawalSite } from '../../testing/withdrawal-site.ts';

/** The checks of the books stop every payment: nobody may cause it at will, and nobody gets past it. */
const { site, at } = startWithdrawalSite();

async function post(path: string, body: unknown) {
  const answer = await site.server.call('POST', path, { token: site.token, key: randomUUID(), body });
  expect(answer.body.code, answer.text).toBe(200);
  return depositView.parse(answer.body.data);
}

async function checked() {
  const { pool, log, site: of, clock } = site.server.worker;
  return await runChecks({ pool, log, site: of, clock }, CHECKS);
}

describe('a member halts nothing', () => {
  it('by one transaction number under two transfers of a bank', async () => {
    for (let times = 0; times < 2; times += 1) {
      const { id } = await post('/api/wallet/deposits', BANK);
      expect(await post(`/api/wallet/deposits/${id}/paid`, { txid: 'a'.repeat(64) })).toMatchObject({ txid: null });
    }
    // Nor by rows that have one from before.
    for (let times = 0; times < 2; times += 1) {
      const { id } = await post('/api/wallet/deposits', BANK);
      await site.server.pool.query(`update deposit set status = 'pending', txid = 'b' where id = $1`, [id]);
    }
    expect(await checked()).toMatchObject({ failing: 0, halted: false });
  });
});

describe('while a check finds something', () => {
  it('nobody approves by what the database was before', async () => {
    const { id } = await at('seconding');
    const early = await site.server.ownerPool.connect();
    try {
      await early.query('begin isolation level repeatable read');
      await early.query('select from integrity_check');
      await site.server.ownerPool.query(
        `insert into integrity_check (name, halts, failing_since) values ('found-since', true, clock_timestamp())`,
      );
      await expect(
        early.query(`update withdrawal set status = 'approved', second_by = $2 where id = $1`, [id, site.second.id]),
      ).rejects.toMatchObject({ code: 'CD330' });
    } finally {
      await early.query('rollback');
      early.release();
      await site.server.ownerPool.query(`delete from integrity_check where name = 'found-since'`);
    }
  });
});
