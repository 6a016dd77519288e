import { expect, it } from 'vitest';
import { createKnownSessions } from './known-sessions.ts';

it('a session is known after an answer said that it is live, and no longer when one says that it is over', () => {
  const sessions = createKnownSessions(10);
  expect(sessions.find('Bearer a')).toBeUndefined();
  sessions.learn('Bearer a', 'live');
  expect(sessions.find('Bearer a')).toBeTypeOf('string');
  expect(sessions.find('Bearer b')).toBeUndefined();
  sessions.learn('Bearer a', undefined);
  expect(sessions.find('Bearer a')).toBeTypeOf('string');
  sessions.learn('Bearer a', 'over');
  expect(sessions.find('Bearer a')).toBeUndefined();
});

it.each([undefined, '', 'yes', ['live'], 'over'])('an answer that says %o makes nobody known', (state) => {
  const sessions = createKnownSessions(10);
  sessions.learn('Bearer a', state);
  expect(sessions.find('Bearer a')).toBeUndefined();
});

it('a call without credentials has no session', () => {
  const sessions = createKnownSessions(10);
  sessions.learn(undefined, 'live');
  expect(sessions.find(undefined)).toBeUndefined();
});

it('keeps no token, and forgets the one that was not heard of for longest', () => {
  const sessions = createKnownSessions(2);
  for (const token of ['a', 'b', 'a', 'c']) sessions.learn(`Bearer ${token}`, 'live');
  expect(['a', 'b', 'c'].map((token) => sessions.find(`Bearer ${token}`) !== undefined)).toEqual([true, false, true]);
  expect(sessions.find('Bearer a')).not.toContain('Bearer');
});
