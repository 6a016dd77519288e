import { randomUUID } from 'node:crypto';
import { withdrawalView } from '@candor/contract/cashier';
import { operatorWithdrawal } from '@candor/contract/console-cashier';
import { messagesView } from '@candor/contract/messages';
import { readCode } from '@candor/domain/text/typed-text';
import { afterEach, describe, expect, it } from 'vitest';
import type { TestAnswer } from '../../testing/call.ts';
import { makeMember } from '../../testing/factories.ts';
import { CARD, units, startWithdrawalSite } from '../../testing/withdrawal-site.ts';

/** The payment after two approvals: which references it takes, who may credit it again, and what a freeze stops. */
const { site, act, at, balance } = startWithdrawalSite();
type Operator = (typeof site)['first'];

async function step(by: Operator, id: string, version: number, name: string, more = {}): Promise<TestAnswer> {
  return await act(by, { id }, 'payout', { version, step: name, ...more });
}

/** A withdrawal that `first` recorded as sent; its version is 5. */
async function sent(ref: string = randomUUID()): Promise<{ id: string; reference: string }> {
  const withdrawal = await at('approved');
  const answer = await step(site.first, withdrawal.id, 4, 'sent', { payoutRef: ref });
  expect(answer.body.code, answer.text).toBe(200);
  return withdrawal;
}

async function asMember(id: string) {
  const { body } = await site.server.call('GET', `/api/wallet/withdrawals/${id}`, { token: site.token });
  return withdrawalView.parse(body.data);
}

const BACK = { reason: 'BANK_REFUSED', note: 'account closed' };

/** What the member was told of this withdrawal, the oldest first. */
async function told(id: string): Promise<(string | null)[][]> {
  const { body } = await site.server.call('GET', '/api/messages?limit=100', { token: site.token });
  return messagesView
    .parse(body.data)
    .items.filter(({ kind, subject }) => kind === 'withdrawal' && subject === id)
    .map(({ state, amount }) => [state, amount])
    .toReversed();
}

describe('what the member is told', () => {
  it('is each step once, with what arrives after the fee', async () => {
    const { id } = await sent();
    await step(site.second, id, 5, 'returning', BACK);
    const kept = await step(site.second, id, 6, 'kept');
    expect(kept.body.code, kept.text).toBe(200);
    expect((await step(site.first, id, 7, 'arrived')).body.code).toBe(200);
    expect(await told(id)).toEqual([
      ['approved', units(200n)],
      ['sent', units(198n)],
      ['arrived', units(198n)],
    ]);
  });

  it('is what comes back of a return: the fee too', async () => {
    const { id } = await sent();
    await step(site.first, id, 5, 'returning', BACK);
    expect((await step(site.second, id, 6, 'returned')).body.code).toBe(200);
    expect((await told(id)).at(-1)).toEqual(['returned', units(200n)]);
  });
});

describe('a return', () => {
  it('needs an operator who neither sent the payment nor proposed it', async () => {
    const { id } = await sent();
    expect((await step(site.first, id, 5, 'returned', BACK)).body.error).toBe('WITHDRAWAL_STATE_CHANGED');
    expect((await step(site.second, id, 5, 'returning')).body.error).toBe('REASON_REQUIRED');
    const proposed = await step(site.second, id, 5, 'returning', BACK);
    expect(proposed.body.data).toMatchObject({
      payout: 'returning',
      returnBy: { id: String(site.second.id) },
      ...BACK,
    });
    expect(await balance()).toEqual({ posted: units(800n), held: units(0n) });
    expect((await step(site.second, id, 6, 'returned')).body.error).toBe('SECOND_OPERATOR_NEEDED');
    expect((await step(site.first, id, 6, 'returned')).body.error).toBe('RETURN_BY_ANOTHER');
    const third = await site.console.operator('cashier');
    const approved = await step(third, id, 6, 'returned');
    expect(approved.body.data).toMatchObject({ payout: 'returned', ...BACK });
    expect(await balance()).toEqual({ posted: units(1000n), held: units(0n) });
    expect(await asMember(id)).toMatchObject({ payout: 'returned', reason: 'BANK_REFUSED' });
    const { rows } = await site.server.ownerPool.query(
      `select actor_id::text as by, detail ->> 'payout' as step from audit
       where command = 'console/withdrawals/payout' and subject_id = $1 order by id`,
      [id],
    );
    expect(rows).toEqual([
      { by: String(site.first.id), step: 'sent' },
      { by: String(site.second.id), step: 'returning' },
      { by: String(third.id), step: 'returned' },
    ]);
  });

  it('may be approved by the second of two, where the first sent and proposed', async () => {
    const { id } = await sent();
    await step(site.first, id, 5, 'returning', BACK);
    expect((await step(site.second, id, 6, 'returned')).body.code).toBe(200);
  });

  it('of a payment that nobody knows the sender of is approved by nobody who had a hand in it', async () => {
    const { id } = await sent();
    const owner = site.server.ownerPool;
    await step(site.second, id, 5, 'returning', BACK);
    await owner.query('alter table withdrawal disable trigger user');
    await owner.query('update withdrawal set sent_by = null where id = $1', [id]);
    await owner.query('alter table withdrawal enable trigger user');
    expect((await step(site.first, id, 6, 'returned')).body.error).toBe('RETURN_BY_ANOTHER');
    const byFirst = `update withdrawal set paid_out = 'returned', moved_by = ${site.first.id} where id = '${id}'`;
    await expect(owner.query(byFirst)).rejects.toThrow('SECOND_OPERATOR');
    const third = await site.console.operator('cashier');
    expect((await step(third, id, 6, 'returned')).body.code).toBe(200);
  });

  it('is credited once, whoever approves at the same time', async () => {
    const { id } = await sent();
    await step(site.first, id, 5, 'returning', BACK);
    const answers = await Promise.all([site.second, site.second].map(async (by) => await step(by, id, 6, 'returned')));
    expect(answers.filter(({ body: { code } }) => code === 200)).toHaveLength(1);
    expect(await balance()).toEqual({ posted: units(1000n), held: units(0n) });
  });

  it('is taken back by who proposed it, or refused with a reason by another, and can be proposed again', async () => {
    const { id } = await sent();
    await step(site.second, id, 5, 'returning', BACK);
    expect((await step(site.second, id, 6, 'kept')).body.data).toMatchObject({ payout: 'sent', returnBy: null });
    await step(site.second, id, 7, 'returning', BACK);
    expect((await step(site.first, id, 8, 'kept')).body).toMatchObject({ fields: { reason: 'REASON_REQUIRED' } });
    const refused = await step(site.first, id, 8, 'kept', { reason: 'OTHER', note: 'the bank still has it' });
    expect(refused.body.data).toMatchObject({ payout: 'sent' });
    expect((refused.body.data as { steps: object[] }).steps.at(-1)).toMatchObject({
      state: 'sent',
      note: 'the bank still has it',
      by: { id: String(site.first.id) },
    });
    expect(await balance()).toEqual({ posted: units(800n), held: units(0n) });
    expect((await step(site.first, id, 9, 'arrived')).body.code).toBe(200);
  });

  it('is no news for the member before it is credited', async () => {
    const { id } = await sent();
    const before = await asMember(id);
    await step(site.second, id, 5, 'returning', BACK);
    expect(await asMember(id)).toEqual(before);
    await step(site.first, id, 6, 'kept', { reason: 'OTHER', note: 'no' });
    expect(await asMember(id)).toEqual(before);
  });

  it('waits in the queue of payouts, and counts there', async () => {
    const { id } = await sent();
    await step(site.second, id, 5, 'returning', BACK);
    const { body } = await site.console.call('GET', '/api/console/withdrawals?status=approved&payout=returning', {
      token: site.first.token,
    });
    expect((body.data as { items: { id: string }[] }).items.map((row) => row.id)).toContain(id);
  });
});

/** What is not seen in a reference, or is read as something else. */
const UNREAD = {
  'an invisible character': '\u200b',
  'a sign of direction': '\u2066',
  'its end': '\u2069',
  'an old sign of direction': '\u206a',
  'a joiner': '\u034f',
  'a choice of form': '\ufe0f',
  'an Arabic mark': '\u061c',
  'a Mongolian separator': '\u180e',
  'a Hangul filler': '\u3164',
  'another filler': '\u115f',
  'an empty Braille cell': '\u2800',
  'a Khmer vowel': '\u17b4',
  'an anchor': '\ufff9',
  'a tag': '\u{e0020}',
  'a line break': '\n',
  'a Cyrillic letter': 'А',
  'a Chinese letter': '号',
  'an accent': '\u0301',
  'another mark': '*',
};

describe('a reference of the bank', () => {
  it.each([
    ['the same', 'CMB 2026-77 a', 'CMB 2026-77 a'],
    ['in another case', 'cmb-1 b', 'CMB-1 B'],
    ['with other spaces', ' CMB  2 ', 'CM B2'],
    ['in wide letters', 'CMB3X', 'ＣＭＢ３Ｘ'],
    ['with other marks', 'CMB-4/X', 'C.M_B:4 #x'],
  ])('pays once: %s is refused, and the other withdrawal is named', async (_, one, other) => {
    const first = await sent(one);
    const { id } = await at('approved');
    const again = await step(site.second, id, 4, 'sent', { payoutRef: other });
    expect(again.body).toMatchObject({ error: 'PAYOUT_REF_USED', fields: { payoutRef: 'PAYOUT_REF_USED' } });
    expect(again.text).toContain(first.reference);
    expect((await step(site.second, id, 4, 'sent', { payoutRef: `${other}-2` })).body.code).toBe(200);
  });

  it('holds nothing that is read as another one: each is refused in words', async () => {
    const { id } = await at('approved');
    const messages = new Set<string>();
    for (const [index, [name, character]] of Object.entries(UNREAD).entries()) {
      const { body } = await site.console.call('POST', `/api/console/withdrawals/${id}/payout`, {
        token: site.first.token,
        language: ['zh-Hans', 'zh-Hant', 'en'][index % 3] ?? 'en',
        body: { version: 4, step: 'sent', payoutRef: `REF${character}7` },
      });
      // What nobody sees is taken out of copied text; then only the key of the call is missing. The rest is refused.
      if (body.error === 'IDEMPOTENCY_KEY_REQUIRED') {
        expect(readCode(`REF${character}7`), name).toBe('REF7');
        continue;
      }
      expect(body, name).toMatchObject({ code: 400, fields: { payoutRef: 'PAYOUT_REF_INVALID' } });
      messages.add(String(body.msg));
    }
    expect(messages.size).toBe(3);
    expect((await step(site.first, id, 4, 'sent', { payoutRef: '-- / --' })).body).toMatchObject({
      fields: { payoutRef: 'PAYOUT_REF_INVALID' },
    });
  });

  it('stays taken after its payment came back', async () => {
    const { id } = await sent('BACK-1');
    await step(site.first, id, 5, 'returning', BACK);
    await step(site.second, id, 6, 'returned');
    const next = await at('approved');
    expect((await step(site.first, next.id, 4, 'sent', { payoutRef: 'back-1' })).body.error).toBe('PAYOUT_REF_USED');
  });

  it('belongs to one of two payments that name it at the same time', async () => {
    const [one, other] = [await at('approved'), await at('approved')];
    const answers = await Promise.all(
      [one, other].map(async ({ id }) => await step(site.first, id, 4, 'sent', { payoutRef: 'RACE-1' })),
    );
    expect(answers.map(({ body: { error } }) => error ?? 'OK').toSorted()).toEqual(['OK', 'PAYOUT_REF_USED']);
  });

  it('is refused at the field when it is too long where it is compared', async () => {
    const { id } = await at('approved');
    // One letter that is eighteen in the common form.
    const { body } = await step(site.first, id, 4, 'sent', { payoutRef: '\ufdfa'.repeat(80) });
    expect(body).toMatchObject({ fields: { payoutRef: 'PAYOUT_REF_INVALID' } });
    const send = `update withdrawal set paid_out = 'sent', bank_ref = repeat(U&'\\FDFA', 80), moved_by = ${site.first.id}
      where id = '${id}'`;
    await expect(site.server.ownerPool.query(send)).rejects.toThrow('WITHDRAWAL_REFUSED: REFERENCE');
  });

  it('must be there, and stays as it is', async () => {
    const { id } = await at('approved');
    for (const bare of [{}, { payoutRef: '  ' }])
      expect((await step(site.first, id, 4, 'sent', bare)).body).toMatchObject({
        fields: { payoutRef: 'PAYOUT_REF_REQUIRED' },
      });
    await step(site.first, id, 4, 'sent', { payoutRef: 'FIXED-1' });
    const arrived = await step(site.first, id, 5, 'arrived', { payoutRef: 'FIXED-2' });
    expect(arrived.body.data).toMatchObject({ payoutRef: 'FIXED-1' });
  });
});

describe('while a member is frozen or may not withdraw', () => {
  const stand = async (standing: string): Promise<void> => {
    await site.server.ownerPool.query(`update member set ${standing} where id = $1`, [site.memberId.toString()]);
  };
  const BLOCKS = [
    ['frozen', 'MEMBER_FROZEN', 'frozen = true'],
    ['forbidden', 'MEMBER_FORBIDDEN', 'withdrawal_allowed = false'],
    ['paused', 'MEMBER_PAUSED', `withdrawals_paused_until = now() + interval '1 hour'`],
  ] as const;

  it.each(BLOCKS)('%s: no first approval; releasing stays possible', async (why, error, standing) => {
    const withdrawal = await at('reviewing');
    await stand(standing);
    const { version } = withdrawal;
    expect((await act(site.first, withdrawal, 'approve', { version })).body.error).toBe(error);
    const released = await act(site.first, withdrawal, 'release', { version });
    expect(released.body.data).toMatchObject({ status: 'pending', block: { why } });
  });

  it.each(BLOCKS)('%s between the approvals: no second one; rejecting stays possible', async (_, error, standing) => {
    const withdrawal = await at('seconding');
    await stand(standing);
    const { version } = withdrawal;
    expect((await act(site.second, withdrawal, 'approve', { version })).body.error).toBe(error);
    const rejected = await act(site.second, withdrawal, 'reject', { version, reason: 'RISK_CHECK' });
    expect(rejected.body.data).toMatchObject({ status: 'rejected' });
    expect(await balance()).toEqual({ posted: units(1000n), held: units(0n) });
  });

  it.each(BLOCKS)('%s after the approval: nothing is sent', async (why, error, standing) => {
    const { id } = await at('approved');
    await stand(standing);
    expect((await step(site.first, id, 4, 'sent', { payoutRef: randomUUID() })).body.error).toBe(error);
    const list = await site.console.call('GET', '/api/console/withdrawals?status=approved&payout=none', {
      token: site.first.token,
    });
    const row = (list.body.data as { items: { id: string; block: unknown }[] }).items.find((item) => item.id === id);
    expect(row?.block).toMatchObject({ why });
  });

  describe('to a card that another member has too', () => {
    const mark = async (member: bigint, state: string) =>
      await site.server.ownerPool.query(
        `insert into member_mark (kind, mark, member_id, state) select 'card', number_mark, $2, $3 from bank_card
         where member_id = $1 on conflict (kind, mark, member_id) do update set state = $3`,
        [site.memberId.toString(), member.toString(), state],
      );
    const sharedWith = async (mine: string, theirs: string): Promise<bigint> => {
      const other = await makeMember(site.server.ownerPool, '0');
      if (mine === 'own') await mark(other, theirs);
      else {
        await mark(site.memberId, mine);
        await mark(other, theirs);
      }
      return other;
    };
    const released = async (member: bigint) =>
      await site.server.ownerPool.query(
        `select release_mark('card', payee_mark, $2) from withdrawal where member_id = $1 limit 1`,
        [site.memberId.toString(), member.toString()],
      );

    it('nothing is approved until the other one is released', async () => {
      const withdrawal = await at('reviewing');
      const other = await sharedWith('own', 'shared');
      const { version } = withdrawal;
      expect((await act(site.first, withdrawal, 'approve', { version })).body.error).toBe('CARD_SHARED');
      const approve = `update withdrawal set status = 'seconding', first_by = taken_by where id = '${withdrawal.id}'`;
      await expect(site.server.ownerPool.query(approve)).rejects.toMatchObject({ code: 'CD330' });
      await released(other);
      expect((await act(site.first, withdrawal, 'approve', { version })).body.code).toBe(200);
    });

    it('nothing is approved after the one who asked is released; rejecting stays possible', async () => {
      const withdrawal = await at('seconding');
      await sharedWith('shared', 'own');
      await released(site.memberId);
      const { rows } = await site.server.ownerPool.query('select from bank_card where member_id = $1', [
        site.memberId.toString(),
      ]);
      expect(rows).toHaveLength(0);
      const { version } = withdrawal;
      expect((await act(site.second, withdrawal, 'approve', { version })).body.error).toBe('CARD_SHARED');
      const approve = `update withdrawal set status = 'approved', second_by = ${site.second.id} where id = '${withdrawal.id}'`;
      await expect(site.server.ownerPool.query(approve)).rejects.toMatchObject({ code: 'CD330' });
      const rejected = await act(site.second, withdrawal, 'reject', { version, reason: 'RISK_CHECK' });
      expect(rejected.body.data).toMatchObject({ status: 'rejected', block: { why: 'shared' } });
    });

    it('nothing is sent after the one who asked is released, and an operator sees why', async () => {
      const { id } = await at('approved');
      await sharedWith('shared', 'own');
      await released(site.memberId);
      expect((await step(site.first, id, 4, 'sent', { payoutRef: randomUUID() })).body.error).toBe('CARD_SHARED');
      const list = await site.console.call('GET', '/api/console/withdrawals?status=approved&payout=none', {
        token: site.first.token,
      });
      const row = (list.body.data as { items: { id: string; block: unknown }[] }).items.find((item) => item.id === id);
      expect(row?.block).toMatchObject({ why: 'shared' });
      const send = `update withdrawal set paid_out = 'sent', bank_ref = 'x', moved_by = ${site.first.id} where id = '${id}'`;
      await expect(site.server.ownerPool.query(send)).rejects.toMatchObject({ code: 'CD330' });
    });

    it('nothing is approved to a card without a mark', async () => {
      const withdrawal = await at('reviewing');
      const { ownerPool } = site.server;
      await ownerPool.query('alter table withdrawal disable trigger user');
      await ownerPool.query('update withdrawal set payee_mark = null where id = $1', [withdrawal.id]);
      await ownerPool.query('alter table withdrawal enable trigger user');
      const { version } = withdrawal;
      expect((await act(site.first, withdrawal, 'approve', { version })).body.error).toBe('CARD_SHARED');
    });
  });

  describe('while a check of the books finds something', () => {
    const find = async (since: string) =>
      await site.server.ownerPool.query(
        `insert into integrity_check (name, halts, failing_since) values ('balance-is-the-fold', true, ${since})
         on conflict (name) do update set begun_at = clock_timestamp(), halts = true, failing_since = excluded.failing_since`,
      );
    afterEach(async () => await find('null'));

    it('nobody is approved a second time, and nothing is sent; the rest goes on, and so does all of it afterwards', async () => {
      const [asked, held] = [await at('seconding'), await at('approved')];
      await find('clock_timestamp()');
      const { version } = asked;
      expect((await act(site.second, asked, 'approve', { version })).body.error).toBe('MONEY_HALTED');
      const approve = `update withdrawal set status = 'approved', second_by = ${site.second.id} where id = '${asked.id}'`;
      await expect(site.server.ownerPool.query(approve)).rejects.toMatchObject({ code: 'CD330' });
      expect((await step(site.first, held.id, 4, 'sent', { payoutRef: randomUUID() })).body.error).toBe('MONEY_HALTED');
      const send = `update withdrawal set paid_out = 'sent', bank_ref = 'x', moved_by = ${site.first.id} where id = '${held.id}'`;
      await expect(site.server.ownerPool.query(send)).rejects.toMatchObject({ code: 'CD330' });
      expect((await at('reviewing')).status).toBe('reviewing');
      await find('null');
      expect((await act(site.second, asked, 'approve', { version })).body.code).toBe(200);
    });

    it('nobody reads or exports where an approved one goes; what was paid, and what waits for a decision, is shown', async () => {
      const [held, paid, asked] = [await at('approved'), await at('approved'), await at('reviewing')];
      expect((await step(site.first, paid.id, 4, 'sent', { payoutRef: randomUUID() })).body.code).toBe(200);
      const opened = async ({ id }: { id: string }) =>
        operatorWithdrawal.parse(
          (await site.console.call('GET', `/api/console/withdrawals/${id}`, { token: site.first.token })).body.data,
        );
      const cards = async () => {
        const answer = await site.console.role.app.inject({
          method: 'POST',
          url: '/api/console/exports',
          headers: { authorization: `Bearer ${site.first.token}` },
          payload: {
            list: 'withdrawals',
            filter: { status: 'approved' },
            columns: ['reference', 'bank', 'card'].map((name) => ({ name, title: name })),
            language: 'en',
          },
        });
        return answer.body.split(/\r?\n/);
      };
      expect(await opened(held)).toMatchObject({ payee: { number: CARD }, payeeWithheld: null });
      await find('clock_timestamp()');
      const withheld = await opened(held);
      expect(withheld).toMatchObject({ payee: null, payeeWithheld: 'halted' });
      expect(JSON.stringify(withheld)).not.toContain(CARD);
      for (const other of [paid, asked])
        expect(await opened(other)).toMatchObject({ payee: { number: CARD }, payeeWithheld: null });
      const lines = await cards();
      expect(lines.find((line) => line.includes(held.reference))).not.toContain(CARD.slice(-4));
      expect(lines.find((line) => line.includes(held.reference))).toContain('Money out is halted');
      expect(lines.find((line) => line.includes(paid.reference))).toContain(CARD.slice(-4));
      const { rows } = await site.server.ownerPool.query(
        `select detail from audit where command = 'console/withdrawals/open' and subject_id = $1 order by id`,
        [held.id],
      );
      expect(rows).toEqual([{ detail: {} }, { detail: { withheld: 'halted' } }]);
      await find('null');
      expect(await opened(held)).toMatchObject({ payee: { number: CARD } });
    });

    it('one that only concerns words halts nothing', async () => {
      const withdrawal = await at('seconding');
      await site.server.ownerPool.query(
        `insert into integrity_check (name, halts, failing_since) values ('terms-as-published', false, clock_timestamp())
         on conflict (name) do update set begun_at = clock_timestamp(), halts = false, failing_since = clock_timestamp()`,
      );
      const { version } = withdrawal;
      expect((await act(site.second, withdrawal, 'approve', { version })).body.code).toBe(200);
    });
  });

  it('a freeze at the same moment as the second approval stops it, or comes after it', async () => {
    const withdrawal = await at('seconding');
    const [approved] = await Promise.all([
      act(site.second, withdrawal, 'approve', { version: withdrawal.version }),
      stand('frozen = true'),
    ]);
    expect([undefined, 'MEMBER_FROZEN']).toContain(approved.body.error);
  });

  it('what is free again goes on', async () => {
    const withdrawal = await at('seconding');
    await stand('frozen = true');
    await stand('frozen = false');
    const { version } = withdrawal;
    expect((await act(site.second, withdrawal, 'approve', { version })).body.code).toBe(200);
  });

  it('a member who keeps themselves from trading still gets their money', async () => {
    const withdrawal = await at('seconding');
    await site.server.ownerPool.query(
      `insert into self_exclusion (member_id, term, until, at) values ($1, 'month', now() + interval '30 days', now())`,
      [site.memberId.toString()],
    );
    expect((await act(site.second, withdrawal, 'approve', { version: withdrawal.version })).body.code).toBe(200);
  });
});
