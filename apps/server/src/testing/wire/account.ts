import { dataLinkView } from '@candor/contract/own-data';
import { checkCharacter } from '@candor/domain/identity/resident-id';
import { amount } from '@candor/domain/testing/test-currency';
import { makeDataFile } from '../../features/own-data/make-data-file.ts';
import { claimRequest } from '../../features/own-data/own-data-store.ts';
import { formOf, makePhoto } from '../pictures.ts';
import { PASSWORD, PIN, textAt } from './wire-site.ts';
import type { WireOptions, WireSite } from './wire-site.ts';

const CARD = { holder: '王小明', number: '6222 0212 3456 7890 128', bank: 'ICBC', withdrawPwd: PIN };
const FIRST_17 = '11010119900307123';
const ID_NUMBER = `${FIRST_17}${checkCharacter(FIRST_17)}`;

function form(parts: Readonly<Record<string, string | Uint8Array>>, more: WireOptions = {}): WireOptions {
  const { headers, payload } = formOf(parts);
  return { headers, body: payload, ...more };
}

/** Bank card, identity and picture of a member; their review in the console; releases of what one member holds. */
export async function recordVerification(wire: WireSite): Promise<void> {
  const { call, refused } = wire;
  const photo = await makePhoto();
  const member = await wire.member('wire_holder');
  await call(member, 'GET /api/account/bank-card');
  await refused(member, 'POST /api/account/bank-card', 'BANK_CARD_NUMBER_REQUIRED', { body: {} });
  await refused(member, 'POST /api/account/bank-card', 'BANK_CARD_LENGTH', { body: { ...CARD, number: '1234' } });
  await refused(member, 'POST /api/account/bank-card', 'WITHDRAW_PASSWORD_MISMATCH', {
    body: { ...CARD, withdrawPwd: '111222' },
  });
  const key = '0190a5c0-0000-7000-8000-000000000002';
  await call(member, 'POST /api/account/bank-card', { body: CARD, key });
  await call(member, 'POST /api/account/bank-card', { body: CARD, key, note: 'again' });
  await refused(member, 'POST /api/account/bank-card', 'IDEMPOTENCY_KEY_REUSED', {
    body: { ...CARD, branch: 'Main' },
    key,
  });
  await refused(member, 'POST /api/account/bank-card', 'BANK_CARD_BOUND', { body: CARD });
  await call(member, 'GET /api/account/bank-card');
  await call(member, 'GET /api/account/verification');
  await refused(member, 'POST /api/account/verification', 'NAME_REQUIRED', form({ front: photo }));
  await refused(
    member,
    'POST /api/account/verification',
    'ID_NUMBER_INVALID',
    form({ realName: '王小明', idNumber: '123' }),
  );
  await refused(
    member,
    'POST /api/account/verification',
    'IMAGE_INVALID',
    form({ realName: '王小明', idNumber: ID_NUMBER, front: Buffer.from('<html>'), back: photo }),
  );
  const documents = { realName: '王小明', idNumber: ID_NUMBER, front: photo, back: photo };
  await call(member, 'POST /api/account/verification', form(documents, { key }));
  await call(member, 'POST /api/account/verification', form(documents, { key, note: 'again' }));
  await refused(member, 'POST /api/account/verification', 'VERIFICATION_PENDING', form(documents));
  await refused(member, 'POST /api/account/avatar', 'IMAGE_REQUIRED', form({}));
  const drawn = textAt(await call(member, 'POST /api/account/avatar', form({ avatar: photo })), 'avatar');
  await call(member, `GET ${drawn}`);
  await refused(member, 'GET /api/account/avatar/00000000-0000-4000-8000-000000000000', 'NOT_FOUND');
  await refused(member, 'POST /api/account/avatar', 'BODY_TOO_LARGE', form({ avatar: Buffer.alloc(9_000_000, 1) }));
  await recordReviews(wire, photo);
  await call(member, 'GET /api/account/verification');
  await recordMarks(wire, member);
}

async function recordReviews(wire: WireSite, photo: Buffer): Promise<void> {
  const { call, refused } = wire;
  const second = await wire.member('wire_second');
  const number = `${FIRST_17.slice(0, -1)}4`;
  await call(
    second,
    'POST /api/account/verification',
    form({ realName: '李雷', idNumber: `${number}${checkCharacter(number)}`, front: photo, back: photo }),
  );
  const [one, other] = [
    await wire.operator('wire_reviewer', 'reviewer'),
    await wire.operator('wire_looker', 'reviewer'),
  ];
  const at = '/api/console/verifications';
  const queue = await call(one, `GET ${at}`);
  const page = await call(one, `GET ${at}?limit=1`);
  await call(one, `GET ${at}?limit=1&cursor=${textAt(page, 'nextCursor')}`);
  await call(one, `GET ${at}?status=verified`);
  await call(one, `GET ${at}?taken=free&username=wire_h`);
  await refused(one, `GET ${at}?taken=nobody`, 'FIELD_INVALID');
  await refused(one, `GET ${at}?cursor=x`, 'FIELD_INVALID');
  const [first, last] = [textAt(queue, 'items', 0, 'id'), textAt(queue, 'items', 1, 'id')];
  await call(one, `GET ${at}/${first}`);
  await call(one, `GET ${at}/${first}/front`);
  await call(one, `GET ${at}/${first}/back`);
  await refused(one, `GET ${at}/999999`, 'VERIFICATION_NOT_FOUND');
  await refused(one, `GET ${at}/999999/front`, 'VERIFICATION_NOT_FOUND');
  const act = async (by: typeof one, id: string, name: string, body: object) =>
    await call(by, `POST ${at}/${id}/${name}`, { body });
  await act(one, first, 'take', { version: 1 });
  await refused(other, `POST ${at}/${first}/verify`, 'VERIFICATION_TAKEN', { body: { version: 2 } });
  await act(one, first, 'release', { version: 2 });
  await act(other, first, 'take', { version: 3 });
  await refused(other, `POST ${at}/${first}/verify`, 'VERIFICATION_CHANGED', { body: { version: 1 } });
  await act(other, first, 'verify', { version: 4 });
  await act(one, last, 'take', { version: 1 });
  await refused(one, `POST ${at}/${last}/reject`, 'REJECTION_REASON_REQUIRED', {
    body: { version: 2, wrong: ['front'] },
  });
  await refused(one, `POST ${at}/${last}/reject`, 'NOTE_REQUIRED', {
    body: { version: 2, wrong: ['front'], reason: 'OTHER' },
  });
  await act(one, last, 'reject', { version: 2, wrong: ['front'], reason: 'PHOTO_UNREADABLE', note: 'blurred' });
  await call(second, 'GET /api/account/verification');
}

async function recordMarks(wire: WireSite, holder: { id: bigint; name: string }): Promise<void> {
  const { call, refused } = wire;
  const [maker, checker] = [
    await wire.operator('wire_marker', 'support'),
    await wire.operator('wire_freer', 'reviewer'),
  ];
  await call(maker, 'GET /api/console/marks?kind=card');
  await call(maker, `GET /api/console/marks?member=${holder.name}&limit=1`);
  await call(maker, `GET /api/console/marks?member=${holder.name}&limit=1&cursor=1`);
  await refused(maker, 'GET /api/console/marks?kind=shoe', 'FIELD_INVALID');
  const { rows } = await wire.server.ownerPool.query<{ kind: string; mark: string }>(
    `select kind, encode(mark, 'hex') as mark from member_mark where member_id = $1 and state = 'own'
     and kind in ('card', 'identity') order by kind`,
    [holder.id.toString()],
  );
  const at = '/api/console/mark-releases';
  for (const [index, { kind, mark }] of rows.entries()) {
    const body = { memberId: holder.id.toString(), kind, mark, reason: 'sold the card' };
    const id = textAt(await call(maker, `POST ${at}`, { body }), 'id');
    await refused(maker, `POST ${at}`, 'RELEASE_OPEN', { body });
    if (index === 0) {
      await refused(checker, `POST ${at}/${id}/decision`, 'REASON_REQUIRED', { body: { approve: false } });
      await refused(checker, `POST ${at}/${id}/withdraw`, 'MAKER_ONLY', { body: {} });
      await call(maker, `POST ${at}/${id}/withdraw`, { body: {} });
      const again = textAt(await call(maker, `POST ${at}`, { body }), 'id');
      await call(checker, `POST ${at}/${again}/decision`, { body: { approve: true } });
      await refused(checker, `POST ${at}/${again}/decision`, 'RELEASE_STATE_CHANGED', { body: { approve: true } });
    } else await call(checker, `POST ${at}/${id}/decision`, { body: { approve: false, reason: 'unclear' } });
    await call(maker, `GET ${at}/${id}`);
  }
  await refused(maker, `POST ${at}`, 'MARK_NOT_HELD', {
    body: { memberId: holder.id.toString(), kind: 'card', mark: 'ab'.repeat(32), reason: 'x' },
  });
  await call(maker, `GET ${at}?status=approved,withdrawn`);
  const page = await call(maker, `GET ${at}?limit=1`);
  await call(maker, `GET ${at}?limit=1&cursor=${textAt(page, 'nextCursor')}`);
  await refused(maker, `GET ${at}/999999`, 'RELEASE_NOT_FOUND');
}

const ABSENT_FILE = '0198c0de-0000-7000-8000-00000000da7a';

/** A member's own data: the file, its link, and the end of the account. */
export async function recordOwnData(wire: WireSite): Promise<void> {
  const { call, refused } = wire;
  const member = await wire.member('wire_leaver');
  const operator = await wire.operator('wire_registrar', 'support');
  const { worker } = wire.server;
  await call(member, 'GET /api/account/data');
  await refused(member, 'POST /api/account/data', 'CONFIRMATION_REQUIRED');
  await refused(member, `POST /api/account/data/${ABSENT_FILE}/link`, 'CONFIRMATION_REQUIRED');
  await refused(member, 'POST /api/account/closing', 'CONFIRMATION_REQUIRED', { body: {} });
  await call(member, 'POST /api/account/confirmation', { body: { pwd: PASSWORD } });
  await refused(member, `POST /api/account/data/${ABSENT_FILE}/link`, 'DATA_FILE_GONE');
  await call(member, 'POST /api/account/data');
  const due = await claimRequest(worker.pool);
  if (due === undefined) throw new Error('nobody waits for a file');
  await makeDataFile({ ...worker, sealKey: worker.secrets.seal }, due, 7);
  const { rows } = await wire.server.ownerPool.query<{ bytes: bigint }>(
    'select bytes from data_request where id = $1',
    [due.id],
  );
  wire.hide(`"bytes":${rows[0]?.bytes}`, 'bytes');
  await call(member, 'GET /api/account/data');
  await refused(member, 'POST /api/account/data', 'DATA_ASKED_TODAY');
  const { path } = dataLinkView.parse((await call(member, `POST /api/account/data/${due.id}/link`)).body.data);
  await call(null, `GET ${path}`);
  await refused(null, `GET /api/data/${'A'.repeat(43)}`, 'DATA_FILE_GONE');
  await call(member, 'POST /api/account/closing', { body: {} });
  await call(operator, `GET /api/console/members/${member.id}/own-data`);
  await refused(operator, 'GET /api/console/members/999999/own-data', 'MEMBER_NOT_FOUND');
  await call(operator, 'GET /api/console/members?restriction=closing');
  await call(member, 'DELETE /api/account/closing');
  const { ownerPool } = wire.server;
  const id = member.id.toString();
  await ownerPool.query(
    'insert into member_closing (member_id, due_at, closed_at, erased_at) values ($1, now(), now(), now())',
    [id],
  );
  const complaint = { memberId: id, topic: 'other', text: 'By telephone' };
  await refused(operator, 'POST /api/console/complaints', 'MEMBER_ERASED', { body: complaint });
  await ownerPool.query('delete from member_closing where member_id = $1 and erased_at is not null', [id]);
  const deposit = { channel: 'bank', amount: amount('1000'), currency: wire.server.context.site.currency.code };
  await call(member, 'POST /api/wallet/deposits', { body: deposit });
  await refused(member, 'POST /api/account/closing', 'CLOSING_BLOCKED', { body: {} });
}

/** What a member decides for themselves, and what their devices are told. */
export async function recordSettings(wire: WireSite): Promise<void> {
  const { call, refused } = wire;
  const member = await wire.member('wire_careful');
  const put = 'PUT /api/account/limits';
  await call(member, 'GET /api/account/limits');
  await call(member, put, {
    body: {
      limits: [
        { kind: 'stake', period: 'day', amount: amount('500') },
        { kind: 'deposit', period: 'week', amount: amount('900') },
      ],
    },
  });
  await call(member, put, {
    body: { limits: [{ kind: 'stake', period: 'day', amount: null }], realityCheckMinutes: 30 },
  });
  await refused(member, put, 'FIELD_INVALID', { body: { limits: [{ kind: 'luck', period: 'day', amount: null }] } });
  await refused(member, put, 'AMOUNT_INVALID', { body: { limits: [{ kind: 'loss', period: 'day', amount: '-1' }] } });
  await refused(member, put, 'IDEMPOTENCY_KEY_INVALID', { body: { realityCheckMinutes: 15 }, key: 'x' });
  await call(member, put, { body: { exclusion: 'day' } });
  const operator = await wire.operator('wire_profile', 'support');
  await call(operator, `GET /api/console/members/${member.id}/limits`);
  await refused(operator, 'GET /api/console/members/999999/limits', 'MEMBER_NOT_FOUND');

  await call(member, 'GET /api/account/first-run');
  await call(member, 'PUT /api/account/first-run', { body: { step: 'product', product: 'BTCUSDT' } });
  await call(member, 'PUT /api/account/first-run', { body: { left: true } });
  await refused(member, 'PUT /api/account/first-run', 'FIELD_INVALID', { body: { step: 'dance' } });

  const body = {
    endpoint: 'https://push.example/wpush/1',
    keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
    kinds: ['settlement', 'withdrawal'],
    amounts: false,
    language: 'zh-Hans',
  };
  await call(member, 'GET /api/account/push');
  await call(member, 'PUT /api/account/push', { body });
  await refused(member, 'PUT /api/account/push', 'PUSH_SERVICE_UNKNOWN', {
    body: { ...body, endpoint: 'https://other.example/1' },
  });
  await refused(member, 'PUT /api/account/push', 'FIELD_REQUIRED', { body: { ...body, kinds: [] } });
  await call(member, 'GET /api/account/push');
  await call(member, 'DELETE /api/account/push');
}
