import { codeOf } from './identity.ts';
import { PASSWORD, textAt } from './wire-site.ts';
import type { Caller, WireSite } from './wire-site.ts';

/** How operators come in, and what they share: members, counters, the audit log. */
export async function recordConsole(wire: WireSite): Promise<void> {
  await recordLogin(wire);
  await recordMembers(wire);
  await recordAudit(wire);
}

async function recordLogin(wire: WireSite): Promise<void> {
  const { call, refused } = wire;
  const { name } = await wire.operator('wire_officer', 'cashier');
  const at = '/api/console';
  await call(null, `GET ${at}/captcha`);
  await call(null, `GET ${at}/puzzle?form=console`);
  await refused(null, `GET ${at}/puzzle`, 'FIELD_INVALID');
  const login = { username: name, pwd: PASSWORD };
  await refused(null, `POST ${at}/login`, 'LOGIN_FAILED', { body: { ...login, pwd: 'wrong phrase' } });
  await refused(null, `POST ${at}/login`, 'PUZZLE_REQUIRED', { body: login, puzzle: null });
  const operatorAt = (stage: string, token: string): Caller => ({
    name: `${name} at ${stage}`,
    id: 0n,
    kind: 'operator',
    token,
  });
  const first = operatorAt('setup', textAt(await call(null, `POST ${at}/login`, { body: login }), 'token'));
  await refused(first, `GET ${at}/me`, 'OPERATOR_LOGIN_UNFINISHED');
  const skipped = operatorAt('full', textAt(await call(first, `POST ${at}/totp/later`, { body: {} }), 'token'));
  await call(skipped, `GET ${at}/me`);
  const secret = textAt(await call(skipped, `POST ${at}/totp`, { body: {} }), 'secret');
  wire.hide(secret, 'secret');
  await refused(skipped, `PUT ${at}/totp`, 'OPERATOR_CODE_WRONG', { body: { code: '000000' } });
  const done = await call(skipped, `PUT ${at}/totp`, { body: { code: await codeOf(wire, secret) } });
  const full = operatorAt('full', textAt(done, 'token'));
  await call(full, `GET ${at}/me`);
  await wire.server.ownerPool.query('update operator_access set used_step = 1');
  const again = operatorAt('code', textAt(await call(null, `POST ${at}/login`, { body: login }), 'token'));
  await refused(again, `POST ${at}/login/code`, 'OPERATOR_CODE_WRONG', { body: { code: '000000' } });
  const came = await call(again, `POST ${at}/login/code`, { body: { code: await codeOf(wire, secret) } });
  const last = operatorAt('full', textAt(came, 'token'));
  const sessions = await call(last, `GET ${at}/sessions`);
  const other = [0, 1].map((index) => ({
    id: textAt(sessions, 'items', index, 'id'),
    current: textAt(sessions, 'items', index, 'current'),
  }));
  const ended = other.find(({ current }) => current === 'false')?.id ?? '';
  await call(last, `DELETE ${at}/sessions/${ended}`);
  await refused(last, `DELETE ${at}/sessions/${ended}`, 'SESSION_NOT_FOUND');
  await wire.server.ownerPool.query('update operator_access set used_step = 1');
  const change = {
    oldPwd: PASSWORD,
    pwd: 'louder Otter dives',
    confirmPwd: 'louder Otter dives',
    code: await codeOf(wire, secret),
  };
  await refused(last, `POST ${at}/password`, 'OLD_PASSWORD_WRONG', { body: { ...change, oldPwd: 'wrong phrase' } });
  await call(last, `POST ${at}/password`, { body: change });
  await wire.server.ownerPool.query('update operator_access set used_step = 1');
  const renewed = await call(last, `POST ${at}/totp/renew`, { body: { code: await codeOf(wire, secret) } });
  wire.hide(textAt(renewed, 'secret'), 'secret');
  await refused(last, `POST ${at}/totp/renew`, 'OPERATOR_CODE_WRONG', { body: { code: '000000' } });
  await call(last, `GET ${at}/counters`);
  await call(last, `POST ${at}/logout`, { body: {} });
  await refused(last, `GET ${at}/me`, 'SESSION_INVALID');
}

async function recordMembers(wire: WireSite): Promise<void> {
  const { call, refused } = wire;
  const admin = await wire.operator('wire_chief', 'owner');
  const member = await wire.member('wire_watched');
  const at = '/api/console/members';
  await call(admin, `GET ${at}?q=wire_wa`);
  const page = await call(admin, `GET ${at}?limit=2`);
  await call(admin, `GET ${at}?limit=2&cursor=${textAt(page, 'nextCursor')}`);
  await refused(admin, `GET ${at}?restriction=tall`, 'FIELD_INVALID');
  await refused(admin, `GET ${at}?cursor=x`, 'FIELD_INVALID');
  await call(admin, `GET ${at}/${member.id}`);
  await refused(admin, `GET ${at}/999999`, 'MEMBER_NOT_FOUND');
  await refused(admin, `GET ${at}/x`, 'MEMBER_NOT_FOUND');
  const note = `POST ${at}/${member.id}/notes`;
  await call(admin, note, { body: { text: 'called twice' } });
  await refused(admin, note, 'FIELD_REQUIRED', { body: {} });
  await refused(admin, `POST ${at}/999999/notes`, 'MEMBER_NOT_FOUND', { body: { text: 'x' } });
  await refused(admin, `POST ${at}/${admin.id}/notes`, 'ITEM_OWN', { body: { text: 'x' } });
  const check = { restricted: true, reason: 'SECURITY_CHECK' };
  await call(admin, `POST ${at}/${member.id}/forbid`, { body: { kind: 'trading', ...check, note: 'odd logins' } });
  await refused(admin, `POST ${at}/${member.id}/forbid`, 'RESTRICTION_UNCHANGED', {
    body: { kind: 'trading', ...check },
  });
  await refused(admin, `POST ${at}/${member.id}/forbid`, 'REASON_REQUIRED', {
    body: { kind: 'withdrawal', ...check, reason: 'CHECK_DONE' },
  });
  await call(admin, `POST ${at}/${member.id}/forbid`, {
    body: { kind: 'trading', restricted: false, reason: 'CHECK_DONE' },
  });
  const { rows } = await wire.server.ownerPool.query<{ id: string }>(
    'select id::text from session where member_id = $1',
    [member.id.toString()],
  );
  await call(admin, `DELETE ${at}/${member.id}/sessions?session=${rows[0]?.id ?? ''}`);
  await refused(admin, `DELETE ${at}/${member.id}/sessions`, 'SESSION_NOT_FOUND');
  await refused(admin, `DELETE ${at}/${member.id}/sessions?session=x`, 'FIELD_INVALID');
  await call(admin, `POST ${at}/${member.id}/freeze`, { body: check });
  await refused(admin, `POST ${at}/${member.id}/freeze`, 'NOTE_REQUIRED', { body: { ...check, reason: 'OTHER' } });
  await call(admin, `GET ${at}?restriction=frozen`);
  for (const language of ['en', 'zh-CN'])
    await refused(null, 'POST /api/login/login', 'ACCOUNT_FROZEN_BECAUSE', {
      body: { username: member.name, pwd: PASSWORD },
      language,
      note: language,
    });
  await call(admin, `GET ${at}/${member.id}`);
  await call(admin, `GET /api/console/counters`);
}

async function recordAudit(wire: WireSite): Promise<void> {
  const { call, refused } = wire;
  const auditor = await wire.operator('wire_auditor', 'auditor');
  const at = '/api/console/audit';
  const page = await call(auditor, `GET ${at}?limit=5`);
  await call(auditor, `GET ${at}?limit=5&cursor=${textAt(page, 'nextCursor')}`);
  await call(auditor, `GET ${at}?actor=wire_chief&command=console/members&limit=3`);
  await call(auditor, `GET ${at}?actor=wire_chief&format=csv`);
  await call(auditor, `GET ${at}?subjectType=member&subjectId=999999`);
  await refused(auditor, `GET ${at}?cursor=x`, 'FIELD_INVALID');
  await refused(auditor, `GET ${at}?cursor=x&format=csv`, 'FIELD_INVALID');
  await refused(auditor, `GET ${at}?format=xml`, 'FIELD_INVALID');
  await call(auditor, `GET ${at}/check`);
  await call(auditor, `GET ${at}/check?after=10`);
  await refused(auditor, `GET ${at}/check?after=x`, 'FIELD_INVALID');
  const columns = [{ name: 'username', title: 'Name' }];
  const file = { list: 'members', language: 'en', filter: { q: 'nobody_at_all' }, columns };
  await call(auditor, `POST /api/console/exports`, { body: file });
  await refused(auditor, `POST /api/console/exports`, 'FIELD_INVALID', { body: { ...file, list: 'sessions' } });
  await recordOrders(wire, auditor);
}

const ABSENT = '00000000-0000-4000-8000-000000000000';

/** The orders of the trader, as operators read them, and what finds them. */
async function recordOrders({ call, refused }: WireSite, desk: Caller): Promise<void> {
  const at = '/api/console/orders';
  const page = await call(desk, `GET ${at}?q=wire_trader&limit=1`);
  await call(desk, `GET ${at}?q=wire_trader&limit=1&cursor=${textAt(page, 'nextCursor')}`);
  const won = await call(
    desk,
    `GET ${at}?status=won&product=WIRESIGNED&direction=up&wallet=practice&sort=acceptedAt&limit=1`,
  );
  await call(desk, `GET ${at}?reason=FEED_CHANGED`);
  await refused(desk, `GET ${at}?status=lucky`, 'FIELD_INVALID');
  await refused(desk, `GET ${at}?stakeFrom=much`, 'FIELD_INVALID');
  await refused(desk, `GET ${at}?cursor=x`, 'FIELD_INVALID');
  const order = `${at}/${textAt(won, 'items', 0, 'id')}`;
  await call(desk, `GET ${order}`);
  await call(desk, `GET ${order}/receipt`);
  for (const path of ['', '/receipt']) await refused(desk, `GET ${at}/${ABSENT}${path}`, 'ORDER_NOT_FOUND');
  await refused(desk, `GET ${at}/nothing`, 'FIELD_INVALID');
  const search = 'POST /api/console/search';
  await call(desk, search, { body: { q: 'wire_trader' } });
  await call(desk, search, { body: { q: 'nobody_at_all' } });
  await refused(desk, search, 'FIELD_REQUIRED', { body: { q: ' ' } });
}
