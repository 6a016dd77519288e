import { errorOfEnvelope, plainError } from '@candor/api-client/api-error';
import type { ErrorKey } from '@candor/contract/error-keys';
import { beforeEach, expect, test, vi } from 'vitest';
import type { KeptIntent } from '@candor/api-client/kept-intents';
import { carryOut } from './kept-calls.ts';
import type { CallTools } from './kept-calls.ts';

const ASKED = { account: 'demo', call: 'deposit', id: null, body: { amount: '100' } } as const;
const LOST = plainError(0, 'OUTCOME_UNKNOWN');

let kept: Map<string, KeptIntent>;
let order: string[];
let tools: CallTools<typeof ASKED & KeptIntent>;
const onUnknown = vi.fn();

beforeEach(() => {
  kept = new Map();
  order = [];
  onUnknown.mockClear();
  let keys = 0;
  tools = {
    intents: {
      async keep(intent) {
        order.push('kept');
        kept.set(intent.key, intent);
      },
      async drop(key) {
        kept.delete(key);
      },
    },
    nowMs: () => 5,
    newKey: () => `key-${(keys += 1)}`,
    async pause() {
      order.push('waited');
    },
  };
});

function refusal(code: number, error: ErrorKey): unknown {
  return errorOfEnvelope({ code, msg: '', data: null, error });
}

/** Answers each try in turn: an error is thrown. */
function sender(...answers: unknown[]): { send: (key: string) => Promise<unknown>; keys: string[] } {
  const keys: string[] = [];
  const send = async (key: string) => {
    order.push('sent');
    keys.push(key);
    const answer = answers[keys.length - 1];
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { send, keys };
}

test('is written down before it is sent, and forgotten when it is answered', async () => {
  const { send } = sender('done');
  expect(await carryOut(ASKED, send, onUnknown, tools)).toBe('done');
  expect(order).toEqual(['kept', 'sent']);
  expect(kept.size).toBe(0);
  expect(onUnknown).not.toHaveBeenCalled();
});

test('is sent again under the same key until its answer comes', async () => {
  const { send, keys } = sender(LOST, plainError(0, 'NETWORK_ERROR'), refusal(429, 'RATE_LIMITED'), 'done');
  expect(await carryOut(ASKED, send, onUnknown, tools)).toBe('done');
  expect(keys).toEqual(['key-1', 'key-1', 'key-1', 'key-1']);
  expect(onUnknown).toHaveBeenCalledTimes(3);
  expect(kept.size).toBe(0);
});

test.each([
  ['a rule', refusal(500, 'AVAILABLE_INSUFFICIENT'), 0],
  ['the rate limit at the first try', refusal(429, 'RATE_LIMITED'), 0],
  // After the login the next visit goes on with it.
  ['the end of the session', refusal(401, 'SESSION_INVALID'), 1],
] as const)('is refused by %s', async (_, error, left) => {
  const { send, keys } = sender(error);
  await expect(carryOut(ASKED, send, onUnknown, tools)).rejects.toBe(error);
  expect([keys.length, kept.size]).toEqual([1, left]);
});

test('is given up after many tries, and stays written down', async () => {
  const { send, keys } = sender(...Array.from({ length: 100 }, () => LOST));
  await expect(carryOut(ASKED, send, onUnknown, tools)).rejects.toBe(LOST);
  expect([keys.length, kept.size]).toEqual([61, 1]);
});

test('is sent even when the device cannot write it down', async () => {
  tools.intents.keep = async () => {
    throw new Error('no room');
  };
  expect(await carryOut(ASKED, sender('done').send, onUnknown, tools)).toBe('done');
});
