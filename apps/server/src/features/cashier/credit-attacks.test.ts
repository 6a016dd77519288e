import { randomUUID } from 'node:crypto';
import { minor, TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { formatMoney, money } from '@candor/domain/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transfersSql, tried } from '../../testing/attacks.ts';
import { makeMember } from '../../testing/factories.ts';
import { createTestDb } from '../../testing/test-db.ts';
import type { TestDb } from '../../testing/test-db.ts';
import { writePaymentKeys } from './payment-key-store.ts';
import { channelSecret, signNotice } from './payment-signature.ts';

/**
 * An attacker with a full connection of the worker or of http tries to credit deposits that nobody paid. The same writes with
 * a notice that the service signed pass, so each attack fails only because of what is wrong in it.
 */
const DENIED = '42501';
const UNPROVED = 'CD305';
const NOT_TAKEN = 'CD304';
const CHANNEL = 'online-practice';
const SECRET = Buffer.from('the secret of a test site');
const AMOUNT = minor('50000');

let test: TestDb;
let member: bigint;
beforeAll(async () => {
  test = await createTestDb();
  member = await makeMember(test.ownerPool, '0');
  await writePaymentKeys(test.ownerPool, SECRET);
}, 60_000);
afterAll(async () => await test.drop());

let deposits = 0;

/** A deposit that waits for its payment. */
async function deposit(channel = CHANNEL): Promise<{ id: string; reference: string }> {
  const id = randomUUID();
  deposits += 1;
  const reference = `PROVE${String.fromCodePoint(65 + deposits)}AA`;
  await test.ownerPool.query(
    `insert into deposit (id, reference, member_id, wallet, currency, channel, kind, network, amount, asset, asset_amount, rate,
       rate_until, details, expires_at)
     select $1, $2, $3, 'practice', $4, code, kind, network, $5, asset, $5, rate, now(), details, now() + interval '1 hour'
     from deposit_channel where code = $6`,
    [id, reference, member.toString(), TEST_CURRENCY.code, AMOUNT.toString(), channel],
  );
  return { id, reference };
}

interface Forged {
  said?: Record<string, string>;
  secret?: Buffer;
  channel?: string;
}

/** A notice that is in the database, however it came there. */
async function notice(reference: string, { said = {}, secret = SECRET, channel = CHANNEL }: Forged = {}) {
  const id = randomUUID();
  const paid = {
    reference,
    status: 'paid',
    amount: formatMoney(money(AMOUNT), TEST_CURRENCY),
    currency: TEST_CURRENCY.code,
  };
  const body = JSON.stringify({ event: id, ...paid, ...said });
  const signature = signNotice(channelSecret(secret, channel), 1n, body);
  await test.ownerPool.query(
    'insert into payment_notice (id, channel, event_id, body, signed_at, signature) values ($1, $2, $3, $4, 1, $5)',
    [id, CHANNEL, id, body, signature],
  );
  return id;
}

function credit(id: string, provedBy: string | null): string[] {
  return [
    `update deposit set status = 'approved', credited = ${AMOUNT}, proved_by = ${provedBy === null ? 'null' : `'${provedBy}'`} where id = '${id}'`,
    transfersSql({
      type: 'recharge',
      debit: ['clearing', null],
      credit: ['funds', member],
      amount: AMOUNT,
      refType: 'deposit',
      refId: id,
    }),
    'set constraints all immediate',
  ];
}

async function worker(...sql: string[]): Promise<string> {
  return await tried(test.pools.worker, ...sql);
}

describe('the role worker', () => {
  it('credits a deposit by the notice that its service signed', async () => {
    const { id, reference } = await deposit();
    expect(await worker(...credit(id, await notice(reference)))).toBe('done');
  });

  it('credits none that no notice proves', async () => {
    const { id } = await deposit();
    expect(await worker(...credit(id, null))).toBe(UNPROVED);
    const other = await deposit();
    expect(await worker(...credit(id, await notice(other.reference)))).toBe(UNPROVED);
  });

  it.each<[string, Forged]>([
    ['that nobody signed', { secret: Buffer.from('a guess') }],
    ['that was signed for another channel', { channel: 'other' }],
    ['of a payment that failed', { said: { status: 'failed' } }],
    ['of another amount', { said: { amount: '1' } }],
    ['of an amount that is no number', { said: { amount: 'NaN' } }],
    ['of another currency', { said: { currency: 'USDT' } }],
  ])('credits none by a notice %s', async (_, forged) => {
    const { id, reference } = await deposit();
    expect(await worker(...credit(id, await notice(reference, forged)))).toBe(UNPROVED);
  });

  it('proves nothing by itself', async () => {
    const { id } = await deposit();
    const body = `insert into payment_notice (channel, event_id, body, signed_at, signature) values ('${CHANNEL}', 'x', '{}', 1, sha256('x'))`;
    expect(await worker(body)).toBe(DENIED);
    expect(await worker(`update deposit set proved_by = null where id = '${id}'`)).not.toBe('done');
    expect(await worker(`select proves_deposit('${id}', d) from deposit d`)).toBe(DENIED);
  });

  it('credits practice money that the member said they paid, and no other', async () => {
    const { id } = await deposit('practice');
    expect(await worker(...credit(id, null)), 'before the member said so').toBe(UNPROVED);
    await test.ownerPool.query(`update deposit set status = 'pending' where id = $1`, [id]);
    expect(await worker(...credit(id, null))).toBe('done');
    const bank = await deposit('bank');
    await test.ownerPool.query(`update deposit set status = 'pending' where id = $1`, [bank.id]);
    expect(await worker(...credit(bank.id, null))).toBe('CD090');
    const real = `alter table deposit disable trigger user; update deposit set wallet = 'cash' where id = '${id}';
      alter table deposit enable trigger user`;
    expect(await tried(test.ownerPool, real, 'set local role candor_worker', ...credit(id, null))).toBe(UNPROVED);
  });
});

describe('the role http', () => {
  const take = (body: string, seconds: bigint, signature: Buffer, event = 'e') =>
    `select take_payment_notice('${CHANNEL}', '${event}', '${body}', ${seconds}, '\\x${signature.toString('hex')}')`;
  const now = () => BigInt(Math.floor(Date.now() / 1000));
  const signed = (body: string, seconds: bigint, secret = SECRET) =>
    take(body, seconds, signNotice(channelSecret(secret, CHANNEL), seconds, body));

  it('takes in what the service signed a moment ago, under its own event', async () => {
    expect(await tried(test.pool, signed('{"event": "e"}', now()))).toBe('done');
    expect(await tried(test.pool, signed('{"event": "other"}', now()))).toBe(NOT_TAKEN);
    expect(await tried(test.pool, signed('{"event": "e"}', now() - 600n))).toBe(NOT_TAKEN);
    expect(await tried(test.pool, signed('{"event": "e"}', now(), Buffer.from('a guess')))).toBe(NOT_TAKEN);
    expect(await tried(test.pool, take('{"event": "e"}', now(), Buffer.alloc(32)))).toBe(NOT_TAKEN);
  });

  it('writes no notice by hand, and credits nothing', async () => {
    const { id, reference } = await deposit();
    const byHand = `insert into payment_notice (channel, event_id, body, signed_at, signature) values ('${CHANNEL}', 'x', '{}', 1, sha256('x'))`;
    expect(await tried(test.pool, byHand)).toBe(DENIED);
    expect(await tried(test.pool, ...credit(id, await notice(reference)))).toBe(DENIED);
  });
});

it('no role reads the key of a payment service', async () => {
  for (const pool of Object.values(test.pools)) {
    expect(await tried(pool, 'select * from payment_key')).toBe(DENIED);
    expect(await tried(pool, `update payment_key set inner_pad = outer_pad`)).toBe(DENIED);
    expect(await tried(pool, `select is_signed_notice('${CHANNEL}', 1, '', sha256('x'))`)).toBe(DENIED);
  }
});
