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

test('a device without a session has nothing of one, and an empty token is none', () => {
  const none = { token: null, name: '', avatar: '', roles: [], permissions: [], showNotic: false };
  expect(session.state.get()).toEqual(none);
  localStorage.setItem('x-token', '');
  expect(createSession(NAMES).state.get()).toEqual(none);
  session.begin('T', 'demo');
  expect(session.state.get()).toEqual({ ...none, token: 'T', showNotic: true });
  session.end('logout');
  expect(session.state.get()).toEqual(none);
});

test('without a session no profile is asked for; one that came is kept for what reads it elsewhere', async () => {
  const fetched = vi.fn();
  vi.stubGlobal('fetch', fetched);
  await loadProfile(api(), session);
  expect(fetched).not.toHaveBeenCalled();
  session.begin('T', 'demo');
  profileAnswer({ sessionkey: 'k', userName: 'demo', avatar: 'a.png' });
  await loadProfile(api(), session);
  expect(JSON.parse(localStorage.getItem('x-user') ?? '')).toEqual({ name: 'demo', avatar: 'a.png' });
});

test('listeners hear of a session before it begins and when it ends, until they stop', () => {
  const heard: unknown[] = [];
  const stopBegin = session.onBegin((username) => heard.push([username, session.token()]));
  const stopEnd = session.onEnd((reason) => heard.push(reason));
  session.end('logout');
  session.begin('T', 'demo');
  session.end('expired');
  expect(heard).toEqual([['demo', null], 'expired']);
  stopBegin();
  stopEnd();
  session.begin('T', 'demo');
  session.end('logout');
  expect(heard).toHaveLength(2);
});

test('a logout in another tab ends the session here; a login there begins one, with nothing to end', () => {
  const [ended, began, reload] = [vi.fn(), vi.fn(), vi.fn()];
  session.begin('T', 'demo');
  session.onEnd(ended);
  session.onBegin(began);
  session.followTabs(reload);
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  expect([ended.mock.calls, began.mock.calls, reload.mock.calls]).toEqual([[['other-tab']], [], []]);
  expect(session.token()).toBeNull();
  localStorage.setItem('x-token', 'T2');
  window.dispatchEvent(new StorageEvent('storage', { key: 'x-token' }));
  expect([ended.mock.calls.length, began.mock.calls, reload.mock.calls.length]).toEqual([1, [[null]], 1]);
  expect(session.token()).toBe('T2');
});

test('another value that another tab stores is no logout, even if the token could not be stored here', () => {
  session.begin('T', 'demo');
  session.followTabs(() => undefined);
  localStorage.removeItem('x-token');
  window.dispatchEvent(new StorageEvent('storage', { key: 'x-roles' }));
  expect(session.token()).toBe('T');
  window.dispatchEvent(new StorageEvent('storage', { key: 'x-token' }));
  expect(session.token()).toBeNull();
});
