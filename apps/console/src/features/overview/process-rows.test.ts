import { expect, test } from 'vitest';
import type { SiteStateView } from '@candor/contract/console-site-state';
import { stateOf } from './process-rows.ts';

type Process = SiteStateView['processes'][number];

const NOW_MS = Date.parse('2026-11-28T20:10:00.000Z');

function process(role: Process['role'], startedAt: string, seenAt: string): Process {
  const rest = { host: 'one', pid: 1, version: '0.1.0', diskFreeMb: null, diskTotalMb: null, jobs: [] };
  return { role, startedAt: `2026-11-28T${startedAt}.000Z`, seenAt: `2026-11-28T${seenAt}.000Z`, ...rest };
}

const LIVES = process('http', '20:05:00', '20:09:55');

test.each([
  ['that was seen just now', process('http', '19:00:00', '20:09:50'), 'there'],
  ['of whose role another was started when it ended', process('http', '19:00:00', '20:04:30'), 'replaced'],
  ['whose successor was there a little before', process('http', '19:00:00', '20:05:40'), 'replaced'],
  ['that ended while others went on', process('http', '19:00:00', '20:08:00'), 'silent'],
  ['of another role', process('feed', '19:00:00', '20:04:30'), 'silent'],
])('a process %s', (_, one, state) => {
  expect(stateOf(one, [one, LIVES], NOW_MS)).toBe(state);
});

test('a successor that is silent itself replaces nothing', () => {
  const ended = process('http', '19:00:00', '20:04:30');
  const gone = process('http', '20:05:00', '20:06:00');
  expect(stateOf(ended, [ended, gone], NOW_MS)).toBe('silent');
});
