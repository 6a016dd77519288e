// @vitest-environment happy-dom
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OperatorView } from '@candor/contract/console';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { OperatorProvider } from '../operator/operator.tsx';
import { MomentText, useMoments } from './moments.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

function operatorIn(timeZone: string): OperatorView {
  const currency = { code: 'CNY', symbol: '¥', decimals: 2 };
  const site = {
    name: 'Candor',
    mode: 'practice',
    currency,
    timeZone,
    serverTime: '2026-11-20T08:00:00.000Z',
  } as const;
  return { id: '7', username: 'admin', roles: ['owner'], permissions: [], secured: true, calendarsEnding: [], site };
}

function Probe({ at }: { at: string }) {
  const { day, clock, zone } = useMoments();
  return (
    <>
      <MomentText at={at} /> | {day(at)} | {clock(at)} | {zone(at)} | <MomentText at={null} />
    </>
  );
}

test.each([
  ['Asia/Shanghai', '2026-11-20T23:30:05.000Z', '2026-11-21 07:30:05 UTC+8 | 2026-11-21 | 07:30 | UTC+8 | —'],
  ['America/New_York', '2026-07-01T02:00:00.000Z', '2026-06-30 22:00:00 UTC−4 | 2026-06-30 | 22:00 | UTC−4 | —'],
  ['America/New_York', '2026-01-01T02:00:00.000Z', '2025-12-31 21:00:00 UTC−5 | 2025-12-31 | 21:00 | UTC−5 | —'],
])('moments are those of the zone of the site, and name it: %s', (timeZone, at, text) => {
  const page = document.body.appendChild(document.createElement('div'));
  const root = createRoot(page);
  act(() =>
    root.render(
      <OperatorProvider operator={operatorIn(timeZone)}>
        <Probe at={at} />
      </OperatorProvider>,
    ),
  );
  expect(page.textContent).toBe(text);
  act(() => root.unmount());
});

test('no other file of the console writes moments: none would be in the zone of the browser', () => {
  const source = join(import.meta.dirname, '../../');
  const names = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !/\.test\.|services\/moments\//.test(name),
  );
  expect(names.length).toBeGreaterThan(100);
  const own = names.filter((name) =>
    /@candor\/ui\/moments|DateTimeFormat|toLocale(Date|Time)?String|\.get(Hours|Date|Day)\(/.test(
      readFileSync(source + name, 'utf8'),
    ),
  );
  expect(own).toEqual([]);
});
