import { expect, test } from 'vitest';
import { serviceLine } from './service-line.ts';

const LATER = '2026-11-26T13:00:00.000Z';
const SERVICE = { isOpen: true, isAnswering: false, answerMinutes: null, changesAt: LATER, hours: [], timeZone: 'UTC' };

test.each([
  [{ isAnswering: true }, { key: 'open', until: LATER, isThere: true }],
  [
    { isAnswering: true, changesAt: null },
    { key: 'always', isThere: true },
  ],
  // Nobody is called online because the clock says so.
  [{}, { key: 'answersLater', isThere: false }],
  [{ answerMinutes: 7 }, { key: 'answersInMinutes', count: 7, isThere: false }],
  [{ answerMinutes: 60 }, { key: 'answersInHours', count: 1, isThere: false }],
  [{ answerMinutes: 61 }, { key: 'answersInHours', count: 2, isThere: false }],
  [
    { isOpen: false, isAnswering: true, answerMinutes: 7 },
    { key: 'closed', when: LATER, isThere: false },
  ],
  [
    { isOpen: false, changesAt: null },
    { key: 'never', isThere: false },
  ],
])('%o is told as %o', (service, line) => {
  expect(serviceLine({ ...SERVICE, ...service })).toEqual(line);
});
