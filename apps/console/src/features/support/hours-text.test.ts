import { expect, test } from 'vitest';
import { spansOfTexts, textOfSpans } from './hours-text.ts';

const CLOSED = ['', '', '', '', '', ''];

test.each([
  ['', []],
  ['09:00-21:00', [[540, 1260]]],
  [
    ' 9:00 – 12:00，13：00—24:00 ',
    [
      [540, 720],
      [780, 1440],
    ],
  ],
])('%j are the spans %j', (text, spans) => {
  expect(spansOfTexts([text, ...CLOSED])?.[0]).toEqual(spans);
});

test.each(['nine', '09:00', '21:00-09:00', '09:60-10:00', '00:00-24:01', '09:00-12:00, 11:00-13:00'])(
  '%j is no day of service',
  (text) => expect(spansOfTexts([text, ...CLOSED])).toBeNull(),
);

test('what is shown can be read again', () => {
  const day: [number, number][] = [
    [0, 5],
    [540, 1440],
  ];
  expect(spansOfTexts([textOfSpans(day), ...CLOSED])?.[0]).toEqual(day);
});
