import { randomUUID } from 'node:crypto';
import { VISITOR_HEADER } from '@candor/contract/support';
import { formOf, makePhoto } from '../pictures.ts';
import { amount } from '@candor/domain/testing/test-currency';
import { makeProduct } from '../factories.ts';
import { freshTick } from './trading.ts';
import { idOf, textAt } from './wire-site.ts';
import type { Caller, WireOptions, WireSite } from './wire-site.ts';

const ABSENT = '00000000-0000-4000-8000-000000000000';
const AT = '/api/console/support';

function picture(photo: Buffer): WireOptions {
  const { headers, payload } = formOf({ picture: photo });
  return { headers, body: payload };
}

/** What members and visitors write to the site, and how an operator answers. */
export async function recordSupport(wire: WireSite): Promise<void> {
  const { call, refused, server } = wire;
  const member = await wire.member('wire_writer');
  await call(null, 'GET /api/support/service');
  await call(member, 'GET /api/support/messages');
  const say = 'POST /api/support/messages';
  const key = '0190a5c0-0000-7000-8000-000000000010';
  await call(member, say, { body: { text: '在吗' }, key });
  await call(member, say, { body: { text: '在吗' }, key, note: 'again' });
  await refused(member, say, 'IDEMPOTENCY_KEY_REUSED', { body: { text: '喂' }, key });
  await refused(member, say, 'MESSAGE_REQUIRED', { body: { text: ' ' } });
  await makeProduct(server.ownerPool, 'WIREDOUBT');
  await freshTick(wire, 'WIREDOUBT');
  const ordered = await server.call('POST', '/api/trade/orders', {
    token: member.token,
    key: randomUUID(),
    body: { product: 'WIREDOUBT', direction: 'up', durationSec: 60, stake: amount('100') },
  });
  const order = { id: idOf(ordered) };
  await call(member, say, { body: { text: 'I doubt it', orderId: order.id } });
  await refused(member, say, 'ORDER_NOT_FOUND', { body: { text: 'x', orderId: ABSENT } });
  const sent = await call(member, 'POST /api/support/pictures', picture(await makePhoto()));
  await refused(member, 'POST /api/support/pictures', 'IDEMPOTENCY_KEY_REQUIRED', {
    ...picture(await makePhoto()),
    key: null,
  });
  await refused(member, 'POST /api/support/pictures', 'IMAGE_INVALID', picture(Buffer.from('<html>')));
  const file = textAt(sent, 'picture');
  const fileId = /[0-9a-f-]{36}/.exec(sent.text.replace(idOf(sent), ''))?.[0] ?? ABSENT;
  wire.hide(file, 'picture');
  await call(member, `GET /api/support/pictures/${fileId}`);
  await refused(member, `GET /api/support/pictures/${ABSENT}`, 'PHOTO_NOT_FOUND');
  await call(member, 'GET /api/support/messages');
  const page = await call(member, 'GET /api/support/messages?limit=1');
  await call(member, `GET /api/support/messages?limit=1&cursor=${textAt(page, 'nextCursor')}`);
  await call(member, `GET /api/support/messages?order=${order.id}`);
  await refused(member, 'GET /api/support/messages?cursor=x', 'FIELD_INVALID');
  await recordOperator(wire, member, fileId);
  const answered = await call(member, 'GET /api/support/messages');
  await call(member, 'POST /api/support/messages/read', { body: { upTo: textAt(answered, 'items', 0, 'id') } });
  await refused(member, 'POST /api/support/messages/read', 'FIELD_INVALID', { body: { upTo: 'x' } });
  await recordComplaints(wire, member, order.id);
  await recordVisitor(wire);
  await call(null, 'GET /api/support/service');
}

async function recordComplaints(wire: WireSite, member: Caller, orderId: string): Promise<void> {
  const { call, refused } = wire;
  const [one, other] = [
    await wire.operator('wire_register', 'support'),
    await wire.operator('wire_register2', 'support'),
  ];
  const own = '/api/support/complaints';
  const key = '0190a5c0-0000-7000-8000-000000000020';
  const made = await call(member, `POST ${own}`, {
    body: { topic: 'order', text: '订单不对', about: { kind: 'order', id: orderId } },
    key,
  });
  const id = textAt(made, 'id');
  await refused(member, `POST ${own}`, 'ORDER_NOT_FOUND', {
    body: { topic: 'order', text: 'x', about: { kind: 'order', id: ABSENT } },
  });
  await refused(member, `POST ${own}`, 'MESSAGE_NOT_FOUND', {
    body: { topic: 'order', text: 'x', messageId: '999999' },
  });
  await refused(member, `POST ${own}`, 'MESSAGE_REQUIRED', { body: { topic: 'order', text: ' ' } });
  await call(member, `GET ${own}`);
  const desk = '/api/console/complaints';
  await call(one, `GET ${desk}?queue=open&topic=order&member=wire_w`);
  await refused(one, `GET ${desk}?cursor=x`, 'FIELD_INVALID');
  await call(one, `GET ${desk}/${id}`);
  await refused(one, `GET ${desk}/999999`, 'COMPLAINT_NOT_FOUND');
  await call(one, `POST ${desk}/${id}/take`);
  await call(one, `POST ${desk}/${id}/questions`, { body: { text: 'When was it?' } });
  await refused(other, `POST ${desk}/${id}/questions`, 'ITEM_TAKEN', { body: { text: 'x' } });
  await call(member, `POST ${own}/${id}/replies`, { body: { text: '昨天' } });
  await refused(member, `POST ${own}/999999/replies`, 'COMPLAINT_NOT_FOUND', { body: { text: 'x' } });
  await call(one, `POST ${desk}/${id}/answer`, { body: { decision: 'partly', text: 'We are sorry.' } });
  await refused(one, `POST ${desk}/${id}/answer`, 'COMPLAINT_ENDED', { body: { decision: 'upheld', text: 'x' } });
  await refused(member, `POST ${own}/${id}/withdraw`, 'COMPLAINT_ENDED');
  const body = { memberId: member.id.toString(), topic: 'other', text: 'By telephone' };
  const recorded = await call(one, `POST ${desk}`, { body });
  await refused(one, `POST ${desk}`, 'MEMBER_NOT_FOUND', { body: { ...body, memberId: '999999999' } });
  await call(member, `POST ${own}/${textAt(recorded, 'id')}/withdraw`);
  await call(one, 'GET /api/console/complaint-figures');
  const auditor = await wire.operator('wire_inspector', 'auditor');
  await call(auditor, 'GET /api/console/reports?from=2019-01-01&to=2019-12-31');
}

async function recordOperator(wire: WireSite, member: Caller, fileId: string): Promise<void> {
  const { call, refused, server } = wire;
  const [one, other, admin] = [
    await wire.operator('wire_helper', 'support'),
    await wire.operator('wire_mate', 'support'),
    await wire.operator('wire_head', 'owner'),
  ];
  await call(one, `GET ${AT}/conversations`);
  await call(one, `GET ${AT}/conversations?queue=unassigned&limit=1&q=wire_w`);
  await refused(one, `GET ${AT}/conversations?queue=nobody`, 'FIELD_INVALID');
  await refused(one, `GET ${AT}/conversations?cursor=x`, 'FIELD_INVALID');
  const { rows } = await server.ownerPool.query<{ id: string }>(
    'select id::text from support_conversation where member_id = $1',
    [member.id.toString()],
  );
  const at = `${AT}/conversations/${rows[0]?.id ?? ''}`;
  const shown = await call(one, `GET ${at}/messages`);
  const page = await call(one, `GET ${at}/messages?limit=1`);
  await call(one, `GET ${at}/messages?limit=1&cursor=${textAt(page, 'nextCursor')}`);
  await refused(one, `GET ${AT}/conversations/999999/messages`, 'CONVERSATION_NOT_FOUND');
  await call(one, `GET ${at}/pictures/${fileId}`);
  await refused(one, `GET ${at}/pictures/${ABSENT}`, 'PHOTO_NOT_FOUND');
  await call(one, `POST ${at}/read`, { body: { upTo: textAt(shown, 'items', 0, 'id') } });
  await call(one, `POST ${at}/take`, { body: {} });
  await call(one, `POST ${at}/messages`, { body: { text: '您好' } });
  await refused(one, `POST ${at}/messages`, 'IDEMPOTENCY_KEY_REQUIRED', { body: { text: 'x' }, key: null });
  await refused(one, `POST ${at}/messages`, 'MESSAGE_REQUIRED', { body: { text: '' } });
  await call(one, `GET ${AT}/operators`);
  await call(one, `POST ${at}/assign`, { body: { operatorId: other.id.toString() } });
  await refused(one, `POST ${at}/assign`, 'OPERATOR_NOT_SUPPORT', { body: { operatorId: member.id.toString() } });
  await call(other, `GET ${AT}/conversations?queue=mine`);
  await call(other, `POST ${at}/close`, { body: {} });
  await call(other, `POST ${at}/reopen`, { body: {} });
  await call(other, `POST ${at}/assign`, { body: { operatorId: null } });

  await call(one, `GET ${AT}/answers`);
  const canned = {
    version: 0,
    title: 'Wait',
    texts: { 'zh-Hans': '请稍候', 'zh-Hant': '請稍候', en: 'Please wait' },
    isRemoved: false,
  };
  const id = '0190a5c0-0000-7000-8000-0000000000aa';
  await call(admin, `PUT ${AT}/answers/${id}`, { body: canned });
  await refused(admin, `PUT ${AT}/answers/${id}`, 'CONVERSATION_CHANGED', { body: canned });
  await refused(admin, `PUT ${AT}/answers/x`, 'FIELD_INVALID', { body: canned });
  await call(one, `GET ${AT}/hours`);
  const all = [[0, 1440]];
  await refused(admin, `PUT ${AT}/hours`, 'SERVICE_HOURS_INVALID', { body: { version: 1, hours: [all] } });
  await call(admin, `PUT ${AT}/hours`, { body: { version: 1, hours: [all, all, all, all, all, all, all] } });
  await refused(admin, `PUT ${AT}/hours`, 'CONVERSATION_CHANGED', {
    body: { version: 1, hours: [all, all, all, all, all, all, all] },
  });
}

async function recordVisitor(wire: WireSite): Promise<void> {
  const { call, refused } = wire;
  const token = 'v'.repeat(43);
  const headers = { [VISITOR_HEADER]: token };
  const at = '/api/support/visitor/messages';
  await call(null, `GET ${at}`, { headers });
  await refused(null, `GET ${at}`, 'VISITOR_TOKEN_INVALID');
  await refused(null, `POST ${at}`, 'PUZZLE_REQUIRED', { headers, body: { text: 'hello' }, puzzle: null });
  await refused(null, `POST ${at}`, 'MESSAGE_REQUIRED', { headers, body: { text: '' } });
  await refused(null, `POST ${at}`, 'IDEMPOTENCY_KEY_REQUIRED', { headers, body: { text: 'hello' }, key: null });
  const said = await call(null, `POST ${at}`, { headers, body: { text: 'hello' } });
  await call(null, `POST ${at}`, { headers, body: { text: 'are you there' }, puzzle: null });
  await call(null, `GET ${at}`, { headers });
  const page = await call(null, `GET ${at}?limit=1`, { headers });
  await call(null, `GET ${at}?limit=1&cursor=${textAt(page, 'nextCursor')}`, { headers });
  await call(null, `POST ${at}/read`, { headers, body: { upTo: idOf(said) } });
  await call(null, `POST ${at}/read`, {
    headers: { [VISITOR_HEADER]: 'w'.repeat(43) },
    body: { upTo: '1' },
    note: 'unknown',
  });
  const guest = await wire.member('wire_guest');
  await call(guest, 'POST /api/support/visitor/join', { headers });
  await refused(guest, 'POST /api/support/visitor/join', 'VISITOR_CHAT_NOT_FOUND', {
    headers: { [VISITOR_HEADER]: 'w'.repeat(43) },
  });
  await refused(guest, 'POST /api/support/visitor/join', 'VISITOR_TOKEN_INVALID');
}
