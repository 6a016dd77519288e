import { amount, TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { channelSecret, signNotice, writeSignature } from '../../features/cashier/payment-signature.ts';
import { formOf, makePhoto } from '../pictures.ts';
import { PIN, idOf, textAt } from './wire-site.ts';
import type { Caller, WireOptions, WireSite } from './wire-site.ts';

const ABSENT = '00000000-0000-4000-8000-000000000000';
const ONLINE = 'online-practice';
const BANK = { channel: 'bank', amount: '1000', currency: TEST_CURRENCY.code };
const [DEPOSITS, WITHDRAWALS] = ['/api/wallet/deposits', '/api/wallet/withdrawals'];

function proofForm(photo: Buffer): WireOptions {
  const { headers, payload } = formOf({ payer: 'Li', proof: photo });
  return { headers, body: payload };
}

/** Deposits as members ask for them and as operators decide. */
export async function recordDeposits(wire: WireSite): Promise<void> {
  const { call, refused } = wire;
  const member = await wire.member('wire_payer', '0');
  const [first, second] = [
    await wire.operator('wire_cashier', 'cashier'),
    await wire.operator('wire_counter', 'cashier'),
  ];
  const photo = await makePhoto();
  await call(member, 'GET /api/wallet/deposit-channels');
  await call(member, 'GET /api/account/invite');
  const key = '0190a5c0-0000-7000-8000-000000000005';
  const create = `POST ${DEPOSITS}`;
  const plain = idOf(await call(member, create, { body: BANK, key }));
  await call(member, create, { body: BANK, key, note: 'again' });
  await refused(member, create, 'IDEMPOTENCY_KEY_REUSED', { body: { ...BANK, amount: '1001' }, key });
  await refused(member, create, 'IDEMPOTENCY_KEY_REQUIRED', { body: BANK, key: null });
  await refused(member, create, 'AMOUNT_REQUIRED', { body: { ...BANK, amount: '' } });
  await refused(member, create, 'AMOUNT_BELOW_MINIMUM', { body: { ...BANK, amount: '1' } });
  await refused(member, create, 'DEPOSIT_CHANNEL_UNAVAILABLE', { body: { ...BANK, channel: 'none' } });
  await refused(member, create, 'FIELD_UNKNOWN', { body: { ...BANK, status: 'approved' } });
  const tether = idOf(
    await call(member, create, { body: { channel: 'usdt-trc20', amount: '100', currency: 'USDT', network: 'trc20' } }),
  );
  await refused(member, `POST ${DEPOSITS}/${tether}/paid`, 'DEPOSIT_TXID_INVALID', { body: { txid: 'x' } });
  await call(member, `POST ${DEPOSITS}/${tether}/paid`, { body: { txid: 'ab'.repeat(32) } });
  await call(member, `POST ${DEPOSITS}/${tether}/cancel`, { body: undefined });
  await refused(member, `POST ${DEPOSITS}/${tether}/cancel`, 'DEPOSIT_STATE_CHANGED');
  await refused(member, `POST ${DEPOSITS}/${ABSENT}/cancel`, 'DEPOSIT_NOT_FOUND');
  await refused(member, `GET ${DEPOSITS}/${plain}/proof`, 'DEPOSIT_NOT_FOUND');
  await call(member, `POST ${DEPOSITS}/${plain}/paid`, proofForm(photo));
  await call(member, `GET ${DEPOSITS}/${plain}/proof`);
  await call(member, `GET ${DEPOSITS}/${plain}`);
  await refused(member, `GET ${DEPOSITS}/${ABSENT}`, 'DEPOSIT_NOT_FOUND');
  await refused(member, `GET ${DEPOSITS}/x`, 'FIELD_INVALID');

  const third = idOf(await call(member, create, { body: { ...BANK, amount: '2000' } }));
  await call(member, `POST ${DEPOSITS}/${third}/paid`, { body: { payer: 'Li' } });
  await recordDepositReview(wire, { plain, third, first, second });
  await call(member, `GET ${DEPOSITS}`);
  const page = await call(member, `GET ${DEPOSITS}?limit=1`);
  await call(member, `GET ${DEPOSITS}?limit=1&cursor=${textAt(page, 'nextCursor')}`);
  await call(member, `GET ${DEPOSITS}?status=approved,rejected&kind=bank&wallet=practice`);
  await refused(member, `GET ${DEPOSITS}?wallet=cash`, 'WALLET_UNAVAILABLE');
  await refused(member, `GET ${DEPOSITS}?stauts=open`, 'FIELD_UNKNOWN');
  await refused(member, `GET ${DEPOSITS}?status=open`, 'FIELD_INVALID');
  await refused(member, `GET ${DEPOSITS}?cursor=x`, 'FIELD_INVALID');
  await recordOnline(wire, member);
}

async function recordDepositReview(
  { call, refused }: WireSite,
  { plain, third, first, second }: { plain: string; third: string; first: Caller; second: Caller },
): Promise<void> {
  const at = '/api/console/deposits';
  await call(first, `GET ${at}`);
  const page = await call(first, `GET ${at}?limit=1`);
  await call(first, `GET ${at}?limit=1&cursor=${textAt(page, 'nextCursor')}`);
  await call(first, `GET ${at}?status=pending&kind=bank,usdt&q=wire_payer`);
  await refused(first, `GET ${at}?mine=2`, 'FIELD_INVALID');
  await refused(first, `GET ${at}?cursor=x`, 'FIELD_INVALID');
  await call(first, `GET ${at}/${plain}`);
  await refused(first, `GET ${at}/${ABSENT}`, 'DEPOSIT_NOT_FOUND');
  await call(first, `GET ${at}/${plain}/proof`);
  await refused(first, `GET ${at}/${third}/proof`, 'DEPOSIT_NOT_FOUND');
  await call(first, `POST ${at}/${plain}/take`, { body: { version: 2 } });
  await call(first, `GET ${at}?mine=1`);
  await refused(second, `POST ${at}/${plain}/take`, 'DEPOSIT_STATE_CHANGED', { body: { version: 3 } });
  await refused(first, `POST ${at}/${plain}/release`, 'DEPOSIT_STATE_CHANGED', { body: { version: 9 } });
  await refused(first, `POST ${at}/${plain}/release`, 'IDEMPOTENCY_KEY_REQUIRED', { body: { version: 3 }, key: null });
  await call(first, `POST ${at}/${plain}/release`, { body: { version: 3 } });
  await call(second, `POST ${at}/${plain}/take`, { body: { version: 4 } });
  await refused(second, `POST ${at}/${plain}/approve`, 'AMOUNT_REQUIRED', { body: { version: 5 } });
  await refused(second, `POST ${at}/${plain}/approve`, 'REASON_REQUIRED', {
    body: { version: 5, credited: amount('990') },
  });
  const key = '0190a5c0-0000-7000-8000-000000000006';
  await call(second, `POST ${at}/${plain}/approve`, { body: { version: 5, credited: amount('1000') }, key });
  await call(second, `POST ${at}/${plain}/approve`, {
    body: { version: 5, credited: amount('1000') },
    key,
    note: 'again',
  });
  await call(first, `POST ${at}/${third}/take`, { body: { version: 2 } });
  await refused(first, `POST ${at}/${third}/reject`, 'REASON_REQUIRED', { body: { version: 3 } });
  await refused(first, `POST ${at}/${third}/reject`, 'NOTE_REQUIRED', { body: { version: 3, reason: 'OTHER' } });
  await call(first, `POST ${at}/${third}/reject`, {
    body: { version: 3, reason: 'PAYMENT_NOT_FOUND', note: 'nothing came' },
  });
  await refused(first, `POST ${at}/${ABSENT}/take`, 'DEPOSIT_NOT_FOUND', { body: { version: 1 } });
}

/** The practice payment service and its notices, which answer pages and plain statuses. */
async function recordOnline(wire: WireSite, member: Caller): Promise<void> {
  const { call, server } = wire;
  const made = await call(member, `POST ${DEPOSITS}`, { body: { ...BANK, channel: ONLINE } });
  const reference = textAt(made, 'reference');
  wire.hide(reference, 'reference');
  const page = '/api/practice-payment';
  await call(null, `GET ${page}?reference=${reference}`);
  for (const language of ['zh-Hans', 'zh-Hant', 'en'])
    await call(null, `GET ${page}?reference=${reference}&language=${language}&domain=abc`);
  await call(null, `GET ${page}?reference=ABCDEFGH&language=en`);
  await wire.refused(null, `GET ${page}?reference=x`, 'FIELD_INVALID');
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  await call(null, `POST ${page}`, { body: `reference=${reference}&choice=paid&domain=abc`, headers, key: null });
  await call(null, `POST ${page}`, { body: 'reference=ABCDEFGH&choice=failed', headers, key: null });
  await wire.refused(null, `POST ${page}`, 'FIELD_INVALID', { body: 'choice=paid', headers, key: null });

  const notice = JSON.stringify({
    event: 'wire-event',
    reference: 'ABCDEFGH',
    status: 'paid',
    amount: '1000',
    currency: TEST_CURRENCY.code,
  });
  const seconds = BigInt(Math.floor(server.context.clock.now() / 1_000));
  const secret = channelSecret(server.context.secrets.fingerprint, ONLINE);
  const signed = (body: string) => ({ 'candor-signature': writeSignature(seconds, signNotice(secret, seconds, body)) });
  const hook = `POST /api/webhooks/payments/${ONLINE}`;
  await call(null, hook, { body: notice, headers: signed(notice), key: null });
  await call(null, hook, { body: notice, headers: signed(notice), key: null, note: 'again' });
  await wire.refusedPlainly(null, hook, 401, { body: notice, headers: signed('other'), key: null });
  await wire.refusedPlainly(null, hook, 401, { body: notice, key: null });
  await wire.refusedPlainly(null, hook, 400, { body: '{}', headers: signed('{}'), key: null });
  await wire.refusedPlainly(null, 'POST /api/webhooks/payments/X', 400, { body: '{}', key: null });
}

/** Withdrawals as members ask for them, and their way past operators up to a payment that came back. */
export async function recordWithdrawals(wire: WireSite): Promise<void> {
  const { call, refused } = wire;
  const member = await wire.member('wire_drawer', '1000');
  const [first, second, third] = [
    await wire.operator('wire_teller', 'cashier'),
    await wire.operator('wire_clerk', 'cashier'),
    await wire.operator('wire_banker', 'cashier'),
  ];
  await call(member, 'GET /api/wallet/withdrawal-terms');
  const ask = `POST ${WITHDRAWALS}`;
  const body = { amount: amount('200'), withdrawPwd: PIN };
  await refused(member, ask, 'BANK_CARD_REQUIRED', { body });
  await call(member, 'POST /api/account/bank-card', {
    body: { holder: '王小明', number: '6222021234567890201', bank: 'ICBC', withdrawPwd: PIN },
  });
  await call(member, 'GET /api/wallet/withdrawal-terms');
  const key = '0190a5c0-0000-7000-8000-000000000007';
  const one = idOf(await call(member, ask, { body, key }));
  await call(member, ask, { body, key, note: 'again' });
  await refused(member, ask, 'WITHDRAW_PASSWORD_MISMATCH', { body: { ...body, withdrawPwd: '111222' } });
  await refused(member, ask, 'AVAILABLE_INSUFFICIENT', { body: { ...body, amount: amount('9000') } });
  await refused(member, ask, 'AMOUNT_INVALID', { body: { ...body, amount: '-1' } });
  await refused(member, ask, 'IDEMPOTENCY_KEY_REQUIRED', { body, key: null });
  await call(member, `GET ${WITHDRAWALS}?key=${key}`);
  await call(member, `GET ${WITHDRAWALS}?key=${ABSENT}`);
  await call(member, `GET ${WITHDRAWALS}/${one}`);
  await refused(member, `GET ${WITHDRAWALS}/${ABSENT}`, 'WITHDRAWAL_NOT_FOUND');
  await call(member, `POST ${WITHDRAWALS}/${one}/cancel`);
  await refused(member, `POST ${WITHDRAWALS}/${one}/cancel`, 'WITHDRAWAL_STATE_CHANGED');
  await refused(member, `POST ${WITHDRAWALS}/${ABSENT}/cancel`, 'WITHDRAWAL_NOT_FOUND');

  const locked = idOf(await call(member, ask, { body }));
  await call(member, `POST ${WITHDRAWALS}/${locked}/lock`);
  await refused(member, `POST ${WITHDRAWALS}/${locked}/cancel`, 'WITHDRAWAL_LOCKED');
  await refused(member, `POST ${WITHDRAWALS}/${one}/lock`, 'WITHDRAWAL_STATE_CHANGED');
  await refused(member, `POST ${WITHDRAWALS}/${ABSENT}/lock`, 'WITHDRAWAL_NOT_FOUND');

  const at = '/api/console/withdrawals';
  const act = async (by: Caller, id: string, name: string, sent: object) =>
    await call(by, `POST ${at}/${id}/${name}`, { body: sent });
  await act(first, locked, 'take', { version: 1 });
  await act(first, locked, 'reject', { version: 2, reason: 'NAME_DIFFERS' });
  const two = idOf(await call(member, ask, { body }));
  await call(first, `GET ${at}`);
  await call(first, `GET ${at}/${two}`);
  await refused(first, `GET ${at}/${ABSENT}`, 'WITHDRAWAL_NOT_FOUND');
  await act(first, two, 'take', { version: 1 });
  await refused(second, `POST ${at}/${two}/approve`, 'ITEM_TAKEN', { body: { version: 2 } });
  await act(first, two, 'release', { version: 2 });
  await act(first, two, 'take', { version: 3 });
  await refused(first, `POST ${at}/${two}/reject`, 'REASON_REQUIRED', { body: { version: 4, reason: 'UNLUCKY' } });
  await act(first, two, 'reject', { version: 4, reason: 'NAME_DIFFERS' });
  const three = idOf(await call(member, ask, { body }));
  await act(first, three, 'take', { version: 1 });
  await act(first, three, 'approve', { version: 2 });
  await refused(first, `POST ${at}/${three}/approve`, 'SECOND_OPERATOR_NEEDED', { body: { version: 3 } });
  await act(second, three, 'approve', { version: 3 });
  const sent = { version: 4, step: 'sent', payoutRef: 'WIRE 1' };
  await refused(first, `POST ${at}/${three}/payout`, 'PAYOUT_REF_INVALID', { body: { ...sent, payoutRef: '☂' } });
  await act(first, three, 'payout', sent);
  await act(second, three, 'payout', { version: 5, step: 'returning', reason: 'BANK_REFUSED', note: 'account closed' });
  await refused(second, `POST ${at}/${three}/payout`, 'SECOND_OPERATOR_NEEDED', {
    body: { version: 6, step: 'returned' },
  });
  await act(third, three, 'payout', { version: 6, step: 'returned' });
  await call(first, `GET ${at}?status=approved&payout=returned&q=wire_drawer`);
  const page = await call(first, `GET ${at}?status=rejected,approved&limit=1`);
  await call(first, `GET ${at}?status=rejected,approved&limit=1&cursor=${textAt(page, 'nextCursor')}`);
  await call(first, `GET ${at}?mine=1&status=approved`);
  await refused(first, `GET ${at}?payout=lost`, 'FIELD_INVALID');
  await call(member, `GET ${WITHDRAWALS}`);
  const own = await call(member, `GET ${WITHDRAWALS}?limit=1`);
  await call(member, `GET ${WITHDRAWALS}?limit=1&cursor=${textAt(own, 'nextCursor')}`);
  await call(member, `GET ${WITHDRAWALS}?status=cancelled`);
  await refused(member, `GET ${WITHDRAWALS}?cursor=x`, 'FIELD_INVALID');
  await call(null, 'GET /api/wallet/withdrawal-waits');
  await call(member, 'GET /api/wallet/transfers?type=withdraw,withdrawalReturned');
  await refused(member, 'DELETE /api/account/bank-card', 'WITHDRAW_PASSWORD_MISMATCH', {
    body: { withdrawPwd: '111222' },
  });
  await call(member, 'DELETE /api/account/bank-card', { body: { withdrawPwd: PIN } });
  await refused(member, 'DELETE /api/account/bank-card', 'BANK_CARD_NOT_FOUND', { body: { withdrawPwd: PIN } });
  await recordAdjustments(wire, member, { first, second });
}

async function recordAdjustments(
  { call, refused }: WireSite,
  member: Caller,
  { first, second }: { first: Caller; second: Caller },
): Promise<void> {
  const at = '/api/console/adjustments';
  const body = {
    memberId: member.id.toString(),
    kind: 'add',
    amount: amount('50'),
    reason: 'CORRECTION',
    note: 'see ticket 12',
  };
  await refused(first, `POST ${at}`, 'NOTE_REQUIRED', { body: { ...body, note: '' } });
  await refused(first, `POST ${at}`, 'REASON_REQUIRED', { body: { ...body, reason: 'BOOKED_TWICE' } });
  await refused(first, `POST ${at}`, 'MEMBER_NOT_FOUND', { body: { ...body, memberId: '999999' } });
  const key = '0190a5c0-0000-7000-8000-000000000008';
  const one = idOf(await call(first, `POST ${at}`, { body, key }));
  await call(first, `POST ${at}`, { body, key, note: 'again' });
  await refused(first, `POST ${at}`, 'IDEMPOTENCY_KEY_REUSED', { body: { ...body, amount: amount('51') }, key });
  await refused(first, `POST ${at}/${one}/decision`, 'SECOND_OPERATOR_NEEDED', { body: { approve: true } });
  await refused(second, `POST ${at}/${one}/decision`, 'REASON_REQUIRED', { body: { approve: false } });
  await refused(second, `POST ${at}/${one}/decision`, 'FIELD_INVALID', { body: {} });
  await call(second, `POST ${at}/${one}/decision`, { body: { approve: true } });
  await refused(second, `POST ${at}/${one}/decision`, 'ADJUSTMENT_STATE_CHANGED', { body: { approve: true } });
  const two = idOf(await call(first, `POST ${at}`, { body: { ...body, kind: 'deduct', reason: 'BOOKED_TWICE' } }));
  await refused(second, `POST ${at}/${two}/withdraw`, 'MAKER_ONLY', { body: {} });
  await call(first, `POST ${at}/${two}/withdraw`, { body: {} });
  const three = idOf(await call(first, `POST ${at}`, { body }));
  await call(second, `POST ${at}/${three}/decision`, { body: { approve: false, reason: 'unclear' } });
  await call(first, `GET ${at}`);
  const page = await call(first, `GET ${at}?limit=2`);
  await call(first, `GET ${at}?limit=2&cursor=${textAt(page, 'nextCursor')}`);
  await call(first, `GET ${at}?status=withdrawn&member=${member.name}`);
  await refused(first, `GET ${at}?cursor=x`, 'FIELD_INVALID');
  await call(first, `GET ${at}/${three}`);
  await refused(first, `GET ${at}/${ABSENT}`, 'ADJUSTMENT_NOT_FOUND');
  await refused(first, `POST ${at}/${ABSENT}/withdraw`, 'ADJUSTMENT_NOT_FOUND', { body: {} });
}

/** What paying in and out costs, as two operators change it; invitations and their rewards. */
export async function recordTerms(wire: WireSite): Promise<void> {
  const { call, refused, server } = wire;
  const [admin, cashier] = [
    await wire.operator('wire_admin', 'owner'),
    await wire.operator('wire_second_eye', 'cashier'),
  ];
  const at = '/api/console/terms';
  await call(admin, `GET ${at}`);
  const names = { 'zh-Hans': '银行卡', 'zh-Hant': '銀行卡', en: 'Bank' };
  const terms = {
    names,
    rate: '1',
    min: amount('100'),
    max: amount('50000'),
    details: { bank: 'ICBC', holder: 'CANDOR', number: '6222 0000', branch: 'Main' },
    arrivalMinutes: 45,
    proofRequired: false,
    active: true,
    position: 2,
    confirmations: 12,
    secondFrom: amount('5000'),
    farRate: '0.05',
    boundRate: '0.2',
  };
  const channel = { subject: 'channel', code: 'bank', base: 1, terms, reason: 'a new account' };
  const change = `POST ${at}/changes`;
  await refused(admin, change, 'REASON_REQUIRED', { body: { ...channel, reason: '' } });
  await refused(admin, change, 'TERMS_CHANGE_OLD', { body: { ...channel, base: 7 } });
  const one = idOf(await call(admin, change, { body: channel }));
  await refused(admin, change, 'TERMS_CHANGE_OPEN', { body: channel });
  await refused(admin, `${change}/${one}/decision`, 'SECOND_OPERATOR_NEEDED', { body: { approve: true } });
  await refused(cashier, `${change}/${one}/decision`, 'REASON_REQUIRED', { body: { approve: false } });
  await call(cashier, `${change}/${one}/decision`, { body: { approve: true } });
  await refused(cashier, `${change}/${one}/decision`, 'TERMS_CHANGE_DECIDED', { body: { approve: true } });
  const rewards = {
    subject: 'rewards',
    base: 1,
    terms: { amount: amount('20'), turnoverRate: '10', dayMax: 5 },
    reason: 'spring',
  };
  const two = idOf(await call(admin, change, { body: rewards }));
  await call(admin, `${change}/${two}/withdraw`, { body: {} });
  const three = idOf(await call(admin, change, { body: rewards }));
  await call(cashier, `${change}/${three}/decision`, { body: { approve: false, reason: 'too much' } });
  await call(cashier, `GET ${at}/changes`);
  const page = await call(cashier, `GET ${at}/changes?limit=1`);
  await call(cashier, `GET ${at}/changes?limit=1&cursor=${textAt(page, 'nextCursor')}`);
  await call(cashier, `GET ${at}/changes?status=rejected`);
  await refused(cashier, `GET ${at}/changes?cursor=x`, 'FIELD_INVALID');
  await call(cashier, `GET ${at}/changes/${one}`);
  await refused(cashier, `GET ${at}/changes/${ABSENT}`, 'TERMS_CHANGE_NOT_FOUND');
  await refused(admin, `${change}/${ABSENT}/withdraw`, 'TERMS_CHANGE_NOT_FOUND', { body: {} });
  await call(admin, `GET ${at}`);

  const [inviter, invitee] = [await wire.member('wire_inviter'), await wire.member('wire_invitee', '0')];
  await server.ownerPool.query('update member set invited_by = $2 where id = $1', [
    invitee.id.toString(),
    inviter.id.toString(),
  ]);
  await call(inviter, 'GET /api/account/invite');
  await call(cashier, 'GET /api/console/invitations');
  await call(cashier, 'GET /api/console/invitations?status=waiting&member=wire_inviter&limit=1');
  await refused(cashier, 'GET /api/console/invitations?cursor=x', 'FIELD_INVALID');
  await refused(cashier, 'GET /api/console/invitations?status=lost', 'FIELD_INVALID');
}
