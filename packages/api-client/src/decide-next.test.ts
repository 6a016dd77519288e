import { expect, test } from 'vitest';
import { decideNext } from './decide-next.ts';
import type { Next, Outcome } from './decide-next.ts';

const NOTHING: Outcome = { kind: 'no-answer' };
const GIVE_UP: Next = { kind: 'give-up' };
function accept(status: number): Next {
  return { kind: 'accept', status };
}

function retry(host: number): Next {
  return { kind: 'retry', host };
}

function answer(status: number): Outcome {
  return { kind: 'answer', status };
}

test.each<[number, number, number, Outcome, Next]>([
  // hosts, host, tried
  [3, 0, 1, answer(200), accept(200)],
  [3, 0, 1, answer(413), accept(413)],
  [3, 0, 1, answer(429), accept(429)],
  [3, 0, 1, answer(500), accept(500)],
  [3, 0, 1, answer(502), retry(1)],
  [3, 0, 1, answer(503), retry(1)],
  [3, 0, 1, answer(504), retry(1)],
  [3, 0, 1, NOTHING, retry(1)],
  // wraps around, and stops after trying each host once
  [3, 2, 1, NOTHING, retry(0)],
  [3, 2, 2, NOTHING, retry(0)],
  [3, 1, 3, NOTHING, GIVE_UP],
  [3, 1, 3, answer(503), GIVE_UP],
  [3, 1, 3, answer(200), accept(200)],
  [1, 0, 1, NOTHING, GIVE_UP],
])('%i hosts, at %i, tried %i, %j: %j', (hostCount, host, tried, outcome, next) => {
  expect(decideNext({ hostCount, host, tried }, outcome)).toEqual(next);
});
