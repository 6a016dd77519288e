import { expect, test } from 'vitest';
import { readProfile } from './read-profile.ts';

const data = { sessionkey: 's', avatar: '/a.png', userName: 'demo' };

test('a complete profile is read', () => {
  expect(readProfile({ data, roles: ['member'], permissions: ['a:b:c'] })).toEqual({
    sessionKey: 's',
    name: 'demo',
    avatar: '/a.png',
    roles: ['member'],
    permissions: ['a:b:c'],
  });
});

test.each([
  ['no data', undefined],
  ['no session key', { ...data, sessionkey: undefined }],
  ['an empty session key', { ...data, sessionkey: '' }],
  ['a session key that is not a text', { ...data, sessionkey: 7 }],
  ['null', null],
  ['a text', 'sessionkey'],
])('%s: the session is over', (_, given) => {
  expect(readProfile({ data: given })).toBeNull();
});

test('without roles a profile has ROLE_DEFAULT and no permissions', () => {
  expect(readProfile({ data, roles: [], permissions: ['*:*:*'] })).toMatchObject({
    roles: ['ROLE_DEFAULT'],
    permissions: [],
  });
  expect(readProfile({ data })).toMatchObject({ roles: ['ROLE_DEFAULT'], permissions: [] });
});

test('a missing picture and name become empty', () => {
  expect(readProfile({ data: { sessionkey: 's' } })).toMatchObject({ avatar: '', name: '' });
});

test('roles without permissions hold none', () => {
  expect(readProfile({ data, roles: ['member'] })).toMatchObject({ roles: ['member'], permissions: [] });
});
