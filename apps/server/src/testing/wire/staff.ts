import { textAt, idOf } from './wire-site.ts';
import type { WireSite } from './wire-site.ts';

const ABSENT = '00000000-0000-4000-8000-000000000000';
const PASSWORD = 'seven lanterns 47 rain';

/** Staff: invited by two, joined with both halves, changed, sent home, and a role of the site's own. */
export async function recordStaff(wire: WireSite): Promise<void> {
  const { call, refused } = wire;
  const [maker, checker] = [await wire.operator('wire_inviter', 'owner'), await wire.operator('wire_second', 'owner')];
  const changes = 'POST /api/console/staff-changes';
  const invited = { username: 'wire_invited', roles: ['cashier'], addresses: [], reason: 'a new cashier' };
  await refused(maker, changes, 'ROLE_UNKNOWN', { body: { ...invited, roles: ['pirate'] } });
  await refused(maker, changes, 'ADDRESS_RANGE_INVALID', { body: { ...invited, addresses: ['10.0.0.1/8'] } });
  await refused(maker, changes, 'OPERATOR_NAME_TAKEN', { body: { ...invited, username: 'WIRE_SECOND' } });
  await refused(maker, changes, 'FIELD_REQUIRED', { body: { ...invited, username: undefined } });
  await refused(maker, changes, 'ITEM_OWN', {
    body: { operatorId: maker.id.toString(), roles: ['risk'], addresses: [], reason: 'x' },
  });
  await refused(maker, changes, 'OPERATOR_NOT_FOUND', {
    body: { operatorId: '99999', roles: ['risk'], addresses: [], reason: 'x' },
  });
  const id = idOf(await call(maker, changes, { body: invited }));
  await refused(checker, changes, 'STAFF_CHANGE_OPEN', { body: invited });
  await refused(maker, `${changes}/${id}/decision`, 'SECOND_OPERATOR_NEEDED', { body: { approve: true } });
  await refused(maker, `${changes}/${id}/link`, 'INVITATION_OVER', { body: {} });
  await call(checker, `${changes}/${id}/decision`, { body: { approve: true } });
  await refused(checker, `${changes}/${id}/decision`, 'STAFF_CHANGE_DECIDED', { body: { approve: true } });
  await refused(checker, `${changes}/${ABSENT}/decision`, 'STAFF_CHANGE_NOT_FOUND', { body: { approve: true } });
  await refused(checker, `${changes}/${id}/link`, 'INVITATION_OVER', { body: {} });
  const link = await call(maker, `${changes}/${id}/link`, { body: {} });
  const token = textAt(link, 'token');
  wire.hide(token, 'LINK');
  await refused(maker, `${changes}/${id}/code`, 'INVITATION_OVER', { body: {} });
  const code = textAt(await call(checker, `${changes}/${id}/code`, { body: {} }), 'code');
  wire.hide(code, 'CODE');
  const join = 'POST /api/console/join';
  await refused(null, join, 'INVITATION_CODE_WRONG', {
    body: { token, code: code === '00000000' ? '1' : '00000000', pwd: PASSWORD },
  });
  await refused(null, join, 'PASSWORD_COMMON', { body: { token, code, pwd: 'password123' } });
  const joined = await call(null, join, { body: { token, code, pwd: PASSWORD } });
  wire.hide(textAt(joined, 'token'), 'TOKEN');
  await refused(null, join, 'INVITATION_INVALID', { body: { token, code, pwd: PASSWORD } });
  await refused(maker, `${changes}/${id}/end`, 'INVITATION_OVER', { body: {} });
  await call(maker, 'GET /api/console/staff-changes');
  await call(maker, `GET /api/console/staff-changes/${id}`);
  const other = idOf(await call(maker, changes, { body: { ...invited, username: 'wire_uninvited' } }));
  await call(maker, `${changes}/${other}/withdraw`, { body: {} });
  const third = idOf(await call(maker, changes, { body: { ...invited, username: 'wire_uninvited' } }));
  await call(checker, `${changes}/${third}/decision`, { body: { approve: true } });
  await call(maker, `${changes}/${third}/end`, { body: {} });

  const roles = 'POST /api/console/role-changes';
  const names = { 'zh-Hans': '夜班', 'zh-Hant': '夜班', en: 'Night desk' };
  const night = {
    name: 'night',
    what: 'make',
    base: 0,
    names,
    permissions: ['cashier:deposit:read'],
    reason: 'nights',
  };
  await refused(maker, roles, 'FIELD_INVALID', { body: { ...night, name: 'owner' } });
  await refused(maker, roles, 'ROLE_UNKNOWN', { body: { ...night, what: 'change' } });
  const role = idOf(await call(maker, roles, { body: night }));
  await refused(maker, roles, 'STAFF_CHANGE_OPEN', { body: night });
  await call(checker, `${roles}/${role}/decision`, { body: { approve: true } });
  await refused(maker, roles, 'STAFF_CHANGE_OLD', { body: night });
  await refused(maker, roles, 'STAFF_UNCHANGED', { body: { ...night, what: 'change', base: 1 } });
  await refused(maker, roles, 'ROLE_HELD', {
    body: { name: 'cashier', what: 'retire', base: 1, permissions: [], reason: 'x' },
  });
  const gone = idOf(
    await call(maker, roles, {
      body: { name: 'night', what: 'retire', base: 1, permissions: [], reason: 'no nights' },
    }),
  );
  await call(maker, `${roles}/${gone}/withdraw`, { body: {} });
  await call(maker, 'GET /api/console/role-changes');
  await call(maker, `GET /api/console/role-changes/${role}`);

  const helper = await wire.operator('wire_dismissed', 'cashier');
  await call(maker, `DELETE /api/console/staff/${helper.id}/sessions`);
  await refused(maker, 'DELETE /api/console/staff/999999/sessions', 'OPERATOR_NOT_FOUND');
  await call(maker, `POST /api/console/staff/${helper.id}/leave`, { body: { reason: 'another job' } });
  await refused(maker, `POST /api/console/staff/${helper.id}/leave`, 'OPERATOR_NOT_FOUND', { body: { reason: 'x' } });
  const leaver = await wire.operator('wire_leaver', 'support');
  await call(leaver, 'POST /api/console/leave', { body: { reason: 'moving away' } });
  await call(checker, 'GET /api/console/roles');
  await call(checker, 'GET /api/console/staff');
}
