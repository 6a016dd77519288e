import { expect, it } from 'vitest';
import { readExcuses, staleExcuses } from './excuses.mjs';

it('every listed survivor is a change that can still be made', () => {
  const excuses = readExcuses();
  expect(excuses.length).toBeGreaterThan(100);
  expect(staleExcuses(excuses)).toEqual([]);
});

it('a survivor is stale when its file, its line or its place in it is gone', () => {
  const [known] = readExcuses().filter(({ was }) => was !== undefined);
  if (known === undefined) throw new Error('no survivor names a place');
  const gone = [
    { ...known, file: 'packages/domain/src/gone.ts' },
    { ...known, line: `${known.line} // changed` },
    { ...known, was: `${known.was}.gone` },
    { ...known, becomes: 'something else' },
  ];
  expect(staleExcuses([known, ...gone])).toEqual(gone);
});
