import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PANE_DEFAULTS, boundsOf, fitPanes, readPanes } from './pane-rules.ts';

const DESKTOP = { width: 64, height: 41 };
const SIZE = fc.double({ min: -1_000, max: 1_000, noNaN: true });

test('the defaults fit the narrowest desktop, with the chart beside them', () => {
  expect(fitPanes(PANE_DEFAULTS, DESKTOP)).toEqual(PANE_DEFAULTS);
});

test('whatever was chosen: the chart stays, and no pane is smaller than its prices and its button', () => {
  fc.assert(
    fc.property(
      fc.record({ list: SIZE, ticket: SIZE, dock: SIZE }),
      fc.double({ min: 64, max: 240, noNaN: true }),
      fc.double({ min: 30, max: 140, noNaN: true }),
      (wanted, width, height) => {
        const { list, ticket, dock } = fitPanes(wanted, { width, height });
        expect(list).toBeGreaterThanOrEqual(15);
        expect(ticket).toBeGreaterThanOrEqual(18);
        expect(dock).toBeGreaterThanOrEqual(6.5);
        expect(width - list - ticket).toBeGreaterThanOrEqual(22 - 1e-9);
        expect(height - dock).toBeGreaterThanOrEqual(23 - 1e-9);
      },
    ),
  );
});

test('on a narrower window the list gives way before the ticket', () => {
  const wide = { list: 26, ticket: 24, dock: 15 };
  expect(fitPanes(wide, { width: 90, height: 60 })).toEqual(wide);
  expect(fitPanes(wide, DESKTOP)).toEqual({ list: 18, ticket: 24, dock: 15 });
});

test('what a separator says it can do is what happens', () => {
  const panes = fitPanes(PANE_DEFAULTS, DESKTOP);
  const { max } = boundsOf('list', panes, DESKTOP);
  expect(fitPanes({ ...panes, list: 1_000 }, DESKTOP).list).toBe(max);
  expect(fitPanes({ ...panes, list: max }, DESKTOP).ticket).toBe(panes.ticket);
});

test.each([
  [undefined, PANE_DEFAULTS],
  [null, PANE_DEFAULTS],
  ['x', PANE_DEFAULTS],
  [{ list: 'wide', ticket: Number.NaN }, PANE_DEFAULTS],
  [
    { list: 20, ticket: 9_999, dock: -1 },
    { list: 20, ticket: 30, dock: 6.5 },
  ],
])('stored sizes %j', (kept, panes) => {
  expect(readPanes(kept)).toEqual(panes);
});
