import { expect, it } from 'vitest';
import { alarmMessageDue, alarmRetryMs, TELL_AGAIN_MS } from './alarm-message-due.ts';

const NOW = 1_800_000_000_000;
function ago(event: 'opened' | 'closed', ms: number) {
  return { event, atMs: NOW - ms };
}
const LATER = TELL_AGAIN_MS + 1;

it.each([
  ['that opened', true, null, 'opened'],
  ['that was told of', true, ago('opened', LATER), null],
  ['that is over', false, ago('opened', LATER), 'closed'],
  ['that is over too soon', false, ago('opened', TELL_AGAIN_MS), null],
  ['that is over and was told of', false, ago('closed', LATER), null],
  ['that nobody was told of', false, null, null],
  ['that was told of before the clock was set back', false, ago('opened', -LATER), 'closed'],
  ['that was told of a moment ahead', false, ago('opened', -1_000), null],
  ['that is back', true, ago('closed', LATER), 'opened'],
  ['that is back too soon', true, ago('closed', 1_000), null],
] as const)('an alarm %s', (_, isOpen, last, event) => {
  expect(alarmMessageDue({ isOpen, last }, NOW)).toBe(event);
});

it('a message is tried again with growing pauses, and given up within hours', () => {
  const pauses = Array.from({ length: 30 }, (_, index) => alarmRetryMs(index + 1));
  expect(pauses.slice(0, 3)).toEqual([5_000, 10_000, 20_000]);
  expect(Math.max(...pauses.map(Number))).toBe(TELL_AGAIN_MS);
  expect(pauses.at(-1)).toBe(null);
  expect(pauses.reduce<number>((sum, ms) => sum + (ms ?? 0), 0)).toBeLessThan(3 * 3_600_000);
});
