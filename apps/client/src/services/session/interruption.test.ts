// @vitest-environment happy-dom
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { expiryUntold, interruptedAddress, interruption, memberRound, startInterruptions } from './interruption.ts';
import { beginSession, endSession, session } from './session.ts';

beforeAll(startInterruptions);

beforeEach(() => {
  endSession('logout');
  beginSession('token', 'demo');
  session.state.set({ ...session.state.get(), name: 'demo' });
});

test('an expired session keeps the screen for the same member, and says so once', () => {
  const round = memberRound.get();
  endSession('expired');
  expect(expiryUntold.get()).toBe(true);
  expect(interruptedAddress(' Demo ')).not.toBeNull();
  beginSession('token-2', 'demo');
  expect(expiryUntold.get()).toBe(false);
  expect(memberRound.get()).toBe(round);
});

test('another member gets neither the address nor the screen', () => {
  const round = memberRound.get();
  endSession('expired');
  expect(interruptedAddress('other')).toBeNull();
  beginSession('token-2', 'other');
  expect(interruption.get()).toBeNull();
  expect(memberRound.get()).toBeGreaterThan(round);
});

test.each(['logout', 'no-session-key'] as const)('%s keeps nothing and is not an expiry', (reason) => {
  const round = memberRound.get();
  endSession(reason);
  expect(expiryUntold.get()).toBe(false);
  expect(interruption.get()).toBeNull();
  expect(memberRound.get()).toBeGreaterThan(round);
});

test('secrets on the kept screen are cleared, other fields are not', () => {
  document.body.innerHTML = '<input id="pin" type="password" value="123456" /><input id="stake" value="1234" />';
  endSession('expired');
  expect([...document.querySelectorAll('input')].map((field) => field.value)).toEqual(['', '1234']);
});
