import { expect, test } from 'vitest';
import { durationWords } from './order-words.ts';

test('durations show in the largest whole unit above one minute', () => {
  expect(durationWords(30)).toEqual({ unit: 'seconds', count: 30 });
  expect(durationWords(60)).toEqual({ unit: 'seconds', count: 60 });
  expect(durationWords(90)).toEqual({ unit: 'seconds', count: 90 });
  expect(durationWords(300)).toEqual({ unit: 'minutes', count: 5 });
  expect(durationWords(3600)).toEqual({ unit: 'hours', count: 1 });
});
