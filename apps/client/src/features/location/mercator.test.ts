import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  draggedView,
  fromScreen,
  heldView,
  labelsOf,
  LATITUDE_MAX,
  tileAddress,
  tilesOf,
  toCoordinates,
  toScreen,
  toWorld,
  zoomedView,
  zoomMin,
} from './mercator.ts';

const SIZE = { width: 358, height: 256 };
const places = fc.record({
  latitude: fc.double({ min: -85, max: 85, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});
const views = fc
  .record({ place: places, zoom: fc.double({ min: 0, max: 17, noNaN: true }) })
  .map(({ place, zoom }) => heldView({ center: toWorld(place), zoom }, SIZE, 17));

test('the corners and the middle of the world', () => {
  expect(toWorld({ latitude: 0, longitude: 0 })).toEqual({ x: 0.5, y: 0.5 });
  const corner = toWorld({ latitude: LATITUDE_MAX, longitude: -180 });
  expect([corner.x, corner.y]).toEqual([0, expect.closeTo(0, 9)]);
  // Beyond the square, the pole is drawn at its edge.
  expect(toWorld({ latitude: 90, longitude: 180 })).toEqual({ x: 1, y: corner.y });
});

test('a point goes to the map and back', () => {
  fc.assert(
    fc.property(places, (place) => {
      const back = toCoordinates(toWorld(place));
      expect(back.latitude).toBeCloseTo(place.latitude, 4);
      expect(back.longitude).toBeCloseTo(place.longitude, 4);
    }),
  );
});

test('a press finds the point that is drawn there', () => {
  fc.assert(
    fc.property(views, fc.nat(SIZE.width), fc.nat(SIZE.height), (view, x, y) => {
      const at = toScreen(fromScreen({ x, y }, view, SIZE), view, SIZE);
      expect([at.x, at.y]).toEqual([expect.closeTo(x, 2), expect.closeTo(y, 2)]);
    }),
  );
});

test('no view shows anything beside the world', () => {
  fc.assert(
    fc.property(
      views,
      fc.integer({ min: -9_000, max: 9_000 }),
      fc.integer({ min: -9_000, max: 9_000 }),
      (view, x, y) => {
        const held = heldView(draggedView(view, x, y), SIZE, 17);
        const [from, to] = [toScreen({ x: 0, y: 0 }, held, SIZE), toScreen({ x: 1, y: 1 }, held, SIZE)];
        expect(Math.max(from.x, from.y)).toBeLessThan(0.01);
        expect(Math.min(to.x - SIZE.width, to.y - SIZE.height)).toBeGreaterThan(-0.01);
      },
    ),
  );
});

test('zoom is bounded: the world fills the map, and the nearest zoom is not passed', () => {
  const center = { x: 0.5, y: 0.5 };
  expect(heldView({ center, zoom: -5 }, SIZE, 8).zoom).toBe(zoomMin(SIZE));
  expect(heldView({ center, zoom: 30 }, SIZE, 8).zoom).toBe(8);
});

test('zooming leaves the point under the finger where it is', () => {
  fc.assert(
    fc.property(views, fc.nat(SIZE.width), fc.nat(SIZE.height), (view, x, y) => {
      const under = fromScreen({ x, y }, view, SIZE);
      const at = toScreen(under, zoomedView(view, view.zoom + 1, { x, y }, SIZE), SIZE);
      expect([at.x, at.y]).toEqual([expect.closeTo(x, 2), expect.closeTo(y, 2)]);
    }),
  );
});

test('map squares cover the view, and are few', () => {
  fc.assert(
    fc.property(views, (view) => {
      const tiles = tilesOf(view, SIZE);
      expect(tiles.length).toBeLessThanOrEqual(12);
      expect(Math.min(...tiles.map(({ left }) => left))).toBeLessThanOrEqual(0.01);
      expect(Math.max(...tiles.map(({ left, side }) => left + side))).toBeGreaterThanOrEqual(SIZE.width - 0.01);
      expect(Math.min(...tiles.map(({ top }) => top))).toBeLessThanOrEqual(0.01);
      expect(Math.max(...tiles.map(({ top, side }) => top + side))).toBeGreaterThanOrEqual(SIZE.height - 0.01);
      for (const { z, x, y } of tiles) expect(Math.min(x, y, 2 ** z - 1 - x, 2 ** z - 1 - y)).toBeGreaterThanOrEqual(0);
    }),
  );
});

test('Beijing is on the square that makers of maps number 4/13/6', () => {
  const view = { center: toWorld({ latitude: 39.9, longitude: 116.41 }), zoom: 4 };
  const [tile] = tilesOf(view, { width: 2, height: 2 });
  expect(tile).toMatchObject({ z: 4, x: 13, y: 6, side: 256 });
  expect(tile === undefined ? '' : tileAddress('https://t.example/{z}/{x}/{y}.png?{z}', tile)).toBe(
    'https://t.example/4/13/6.png?4',
  );
});

test('of two names that would cover each other, the first stays', () => {
  const view = { center: toWorld({ latitude: 22.5, longitude: 114 }), zoom: 3 };
  const labels = labelsOf(
    [
      { text: '深圳', latitude: 22.54, longitude: 114.06 },
      { text: '香港', latitude: 22.28, longitude: 114.16 },
      { text: '成都', latitude: 30.57, longitude: 104.07 },
      { text: '伦敦', latitude: 51.51, longitude: -0.13 },
    ],
    view,
    SIZE,
  );
  expect(labels.map(({ text }) => text)).toEqual(['深圳', '成都']);
});
