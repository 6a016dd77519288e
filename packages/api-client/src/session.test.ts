// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { createApi } from './api.ts';
import { createHosts } from './hosts.ts';
import { loadProfile } from './load-profile.ts';
import { createSession } from './session.ts';
import type { SessionNames, SessionStore } from './session.ts';

const NAMES: SessionNames = {
  token: 'x-token',
  name: 'x-name',
  avatar: 'x-avatar',
  roles: 'x-roles',
  permissions: 'x-permissions',
  userInfo: 'x-user',
  showNotic: 'x-notice',
};

let session: SessionStore;

beforeEach(() => {
  localStorage.clear();
  session = createSession(NAMES);
});

function profileAnswer(data: object) {
  vi.stubGlobal('fetch', async () =>
    Response.json({ code: 200, msg: '', data, roles: ['member'], permissions: ['trade'] }),
  );
}

function api() {
  const hosts = createHosts('x-host');
  return createApi({ hosts, token: session.token, onUnauthorized: () => session.end('expired'), language: () => 'en' });
}

test('a session is kept in local storage under the names of its app, and survives a reload', async () => {
  session.begin('T', 'demo');
  profileAnswer({ sessionkey: 'k', userName: 'demo', avatar: 'a.png' });
  await loadProfile(api(), session);
  expect(localStorage.getItem('x-token')).toBe('T');
  // Also on this page, without a reload.
  expect(session.state.get()).toMatchObject({
    name: 'demo',
    avatar: 'a.png',
    roles: ['member'],
    permissions: ['trade'],
  });
  expect(createSession(NAMES).state.get()).toEqual({
    token: 'T',
    name: 'demo',
    avatar: 'a.png',
    roles: ['member'],
    permissions: ['trade'],
    showNotic: true,
  });
});

test('the end of a session clears everything, and is announced once', () => {
  const ended = vi.fn();
  session.onEnd(ended);
  session.begin('T', 'demo');
  session.end('logout');
  session.end('expired');
  expect(ended).toHaveBeenCalledExactlyOnceWith('logout');
  expect([session.token(), localStorage.length]).toEqual([null, 0]);
});

test('a profile without a session key ends the session; the answer to an older token changes nothing', async () => {
  const ended = vi.fn();
  session.onEnd(ended);
  session.begin('T', 'demo');
  profileAnswer({ userName: 'demo' });
  const asked = loadProfile(api(), session);
  session.begin('T2', 'demo');
  await asked;
  expect([session.token(), ended.mock.calls]).toEqual(['T2', []]);
  await loadProfile(api(), session);
  expect(ended).toHaveBeenCalledExactlyOnceWith('no-session-key');
});

test('a token that the server refuses ends the session', async () => {
  session.begin('T', 'demo');
  vi.stubGlobal('fetch', async () => Response.json({ code: 401, msg: '' }));
  await expect(loadProfile(api(), session)).rejects.toMatchObject({ key: 'SESSION_INVALID' });
  expect(session.token()).toBeNull();
});

test('a logout or login in another tab takes effect here, and leaves the storage alone', () => {
  const [ended, began, reload] = [vi.fn(), vi.fn(), vi.fn()];
  session.begin('T', 'demo');
  session.onEnd(ended);
  session.onBegin(began);
  session.followTabs(reload);
  localStorage.clear();
  localStorage.setItem('x-token', 'T2');
  localStorage.setItem('other', 'kept');
  window.dispatchEvent(new StorageEvent('storage', { key: 'x-token' }));
  expect(ended).toHaveBeenCalledExactlyOnceWith('other-tab');
  expect(began).toHaveBeenCalledExactlyOnceWith(null);
  expect(reload).toHaveBeenCalledOnce();
  expect([session.token(), localStorage.getItem('other')]).toEqual(['T2', 'kept']);
});

test('another tab that stores the same token again changes nothing here', () => {
  const [ended, reload] = [vi.fn(), vi.fn()];
  session.begin('T', 'demo');
  session.onEnd(ended);
  session.followTabs(reload);
  window.dispatchEvent(new StorageEvent('storage', { key: 'x-token' }));
  expect([ended.mock.calls, reload.mock.calls, session.token()]).toEqual([[], [], 'T']);
});
