import { expect, test } from 'vitest';
import { isChartZone, matchesZone, ZONES, zoneOf } from './chart-zone.ts';

test.each([
  ['auto', 'Europe/London'],
  ['site', 'Asia/Shanghai'],
  ['UTC', 'UTC'],
  ['America/New_York', 'America/New_York'],
] as const)('the choice %s means the zone %s', (choice, zone) => {
  expect(zoneOf(choice, 'Asia/Shanghai', 'Europe/London')).toBe(zone);
});

test('a zone that this browser does not know becomes the zone of the device', () => {
  expect(zoneOf('site', 'Mars/Olympus', 'Europe/London')).toBe('Europe/London');
  for (const zone of ZONES) expect(zoneOf(zone, 'UTC', 'not used')).toBe(zone);
});

test('only offered zones are choices', () => {
  expect(isChartZone('site')).toBe(true);
  expect(isChartZone('Mars/Olympus')).toBe(false);
  expect(isChartZone(8)).toBe(false);
});

test.each([
  ['', true],
  ['纽约', true],
  ['new york', true],
  ['NEW_YORK', true],
  ['utc-5', true],
  ['UTC−5', true],
  ['utc+8', false],
])('the search %j finds New York: %s', (search, found) => {
  expect(matchesZone(search, ['纽约', 'America/New_York', 'UTC−5'])).toBe(found);
});
