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

test.each(['expired', 'no-device-key'] as const)(
  '%s keeps the screen for the same member, and says why once',
  (why) => {
    const round = memberRound.get();
    endSession(why);
    expect(expiryUntold.get()).toBe(why);
    expect(interruptedAddress(' Demo ')).not.toBeNull();
    beginSession('token-2', 'demo');
    expect(expiryUntold.get()).toBeNull();
    expect(memberRound.get()).toBe(round);
  },
);

test('another member gets neither the address nor the screen', () => {
  const round = memberRound.get();
  endSession('expired');
  expect(interruptedAddress('other')).toBeNull();
  beginSession('token-2', 'other');
  expect(interruption.get()).toBeNull();
  expect(memberRound.get()).toBeGreaterThan(round);
});

test.each(['logout', 'no-session-key', 'frozen'] as const)('%s keeps nothing and is not an expiry', (reason) => {
  const round = memberRound.get();
  endSession(reason);
  expect(expiryUntold.get()).toBeNull();
  expect(interruption.get()).toBeNull();
  expect(memberRound.get()).toBeGreaterThan(round);
});

test('secrets on the kept screen are cleared, other fields are not', () => {
  document.body.innerHTML = '<input id="pin" type="password" value="123456" /><input id="stake" value="1234" />';
  endSession('expired');
  expect([...document.querySelectorAll('input')].map((field) => field.value)).toEqual(['', '1234']);
});

test('the interruption is known before the first field is emptied', () => {
  document.body.innerHTML = '<input type="password" value="123456" />';
  const known: boolean[] = [];
  document.querySelector('input')?.addEventListener('input', () => known.push(interruption.get() !== null));
  endSession('expired');
  expect(known).toEqual([true]);
});
