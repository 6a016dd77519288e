// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { readKept } from '../../../lib/kept-store.ts';
import { session } from '../../session/session.ts';
import { tellUntil } from './told-results.ts';

afterEach(() => session.end('logout'));

test('a moment of a clock with half milliseconds is kept as one that the next visit reads, and never goes back', async () => {
  session.begin('token', 'demo');
  session.takeProfile({ name: 'demo', avatar: '', roles: [], permissions: [] } as never);
  const ms = Date.parse('2026-11-21T03:00:00.000Z');
  tellUntil(ms + 0.5);
  await expect.poll(async () => await readKept('results-told:demo')).toBe(ms);
  tellUntil(ms - 1_000);
  await expect.poll(async () => await readKept('results-told:demo')).toBe(ms);
});
