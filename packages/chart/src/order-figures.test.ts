import { expect, test } from 'vitest';
import { offsetInBar } from './chart-orders.ts';
import type { ChartOrder } from './chart-orders.ts';
import { withAlpha } from './chart-palette.ts';
import { orderFigures } from './order-figures.ts';
import { palette } from './testing/palette.ts';

const order: ChartOrder = {
  id: '1',
  direction: 'up',
  entryPrice: '10.00',
  entryAt: '2026-11-21T10:00:01.000Z',
  closesAt: '2026-11-21T10:01:01.000Z',
  stake: '100.00',
};
const words = { label: '¥100.00', price: '10.00', timeZone: 'Asia/Tokyo' };
const frame = { startX: 50, endX: 80, y: 40, width: 200, height: 100 };
function textsOf(drawn: ReturnType<typeof orderFigures>) {
  return drawn.filter(({ type }) => type === 'text').map(({ attrs }) => attrs);
}

function tintOf(drawn: ReturnType<typeof orderFigures>) {
  return drawn.find(({ type }) => type === 'rect');
}

test('the winning side is tinted: above the entry for buy-up, below it for buy-down', () => {
  expect(tintOf(orderFigures(frame, order, words, palette))).toMatchObject({
    attrs: { x: 50, width: 30, y: 0, height: 40 },
    styles: { color: withAlpha(palette.up, 0.1) },
  });
  expect(tintOf(orderFigures(frame, { ...order, direction: 'down' }, words, palette))).toMatchObject({
    attrs: { x: 50, width: 30, y: 40, height: 60 },
    styles: { color: withAlpha(palette.down, 0.1) },
  });
});

test('an arrow shows the direction, never colour alone', () => {
  expect(textsOf(orderFigures(frame, order, words, palette))).toContainEqual(
    expect.objectContaining({ text: '▲ ¥100.00 · 10.00' }),
  );
  expect(textsOf(orderFigures(frame, { ...order, direction: 'down' }, words, palette))).toContainEqual(
    expect.objectContaining({ text: '▼ ¥100.00 · 10.00' }),
  );
});

test('the closing time is in the zone of the chart', () => {
  expect(textsOf(orderFigures(frame, order, words, palette))).toContainEqual(
    expect.objectContaining({ text: '19:01:01' }),
  );
});

test('until the entry tick only the closing time is drawn', () => {
  const drawn = orderFigures({ ...frame, y: null }, { ...order, entryPrice: null }, words, palette);
  expect(drawn.map(({ type }) => type)).toEqual(['line', 'text']);
});

test.each([
  [0, -0.5],
  [30_000, 0],
  [45_000, 0.25],
  [60_000, -0.5],
])('%i ms is %d bars from the centre of its minute', (atMs, offset) => {
  expect(offsetInBar(atMs, 60_000)).toBe(offset);
});

test('a hex colour gets an opacity, any other notation stays', () => {
  expect(withAlpha('#FF9F1A', 0.5)).toBe('rgb(255 159 26 / 0.5)');
  expect(withAlpha('red', 0.5)).toBe('red');
});

test('the label of a buy-up moves below its line where the legend is', () => {
  const labelOf = (y: number) => textsOf(orderFigures({ ...frame, y }, order, words, palette)).at(-1);
  expect(labelOf(60)).toMatchObject({ y: 57, baseline: 'bottom' });
  expect(labelOf(30)).toMatchObject({ y: 33, baseline: 'top' });
});
