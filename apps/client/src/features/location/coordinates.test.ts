import { LANGUAGES } from '@candor/contract/languages';
import { expect, test } from 'vitest';
import { CITIES } from './cities.ts';
import { cityNear, findCities } from './city-search.ts';
import { coordinatesText, distanceKm, mapsAppLink, placeOf, readCoordinate, webMapLink } from './coordinates.ts';

test.each([
  ['39.9042', 39.9042],
  [' -33.868820 ', -33.86882],
  ['＋１２．５', 12.5],
  ['−12.5°', -12.5],
  ['-0', 0],
  ['90', 90],
  ['', 'missing'],
  ['90.00001', 'latitude'],
  ['abc', 'format'],
  ['1e1', 'format'],
  ['0x10', 'format'],
  ['39,9', 'format'],
  ['Infinity', 'format'],
])('latitude %j is %j', (text, read) => {
  expect(readCoordinate(text, 'latitude')).toBe(read);
});

test('longitude reaches twice as far', () => {
  expect(readCoordinate('-180', 'longitude')).toBe(-180);
  expect(readCoordinate('180.1', 'longitude')).toBe('longitude');
});

test('an address names a place, or none', () => {
  const at = (query: string) => placeOf(new URLSearchParams(query));
  expect(at('latitude=39.9&longitude=116.41&name=%20Beijing%0ABank%20')).toEqual({
    latitude: 39.9,
    longitude: 116.41,
    name: 'Beijing Bank',
  });
  expect(at('latitude=39.9&longitude=116.41')?.name).toBeNull();
  expect(at(`latitude=0&longitude=0&name=${'长'.repeat(500)}`)?.name).toHaveLength(60);
  expect(at('latitude=0&longitude=0&name=a%E2%80%AEb')?.name).toBe('a b');
  for (const query of ['', 'latitude=39.9', 'latitude=91&longitude=0', 'latitude=1;2&longitude=0'])
    expect(at(query), query).toBeNull();
});

test('distances along the surface', () => {
  const [beijing, shanghai] = [findCities('北京')[0], findCities('上海')[0]];
  if (beijing === undefined || shanghai === undefined) throw new Error('a city is missing');
  expect(distanceKm(beijing, shanghai)).toBeGreaterThan(1_050);
  expect(distanceKm(beijing, shanghai)).toBeLessThan(1_080);
  expect(distanceKm(beijing, beijing)).toBe(0);
});

test.each([
  ['杭州', 'Hangzhou'],
  ['杭', 'Hangzhou'],
  ['廣州', 'Guangzhou'],
  ['北京市', 'Beijing'],
  ['HONG kong', 'Hong Kong'],
  ['xian', "Xi'an"],
  ['sao paulo', 'São Paulo'],
  ['york', 'New York'],
])('%s finds %s', (words, name) => {
  expect(findCities(words)[0]?.names.en).toBe(name);
});

test('names that start with the words come before names that have them inside', () => {
  expect(findCities('州').length).toBeGreaterThan(5);
  expect(
    findCities('tai')
      .map(({ names }) => names.en)
      .slice(0, 2),
  ).toEqual(['Taipei', 'Taiyuan']);
  expect(findCities('zzz')).toEqual([]);
  expect(findCities('  ')).toEqual([]);
});

test('the city next to a point, if one is near', () => {
  expect(cityNear({ latitude: 39.95, longitude: 116.3 })?.names.en).toBe('Beijing');
  expect(cityNear({ latitude: 30, longitude: -40 })).toBeNull();
});

test('every city is on the earth, and no name stands twice', () => {
  for (const language of LANGUAGES) {
    const names = CITIES.map((city) => city.names[language]);
    expect(new Set(names).size).toBe(names.length);
  }
  for (const { latitude, longitude } of CITIES)
    expect([readCoordinate(String(latitude), 'latitude'), readCoordinate(String(longitude), 'longitude')]).toEqual([
      latitude,
      longitude,
    ]);
});

test('links to maps hold the name as text, whatever is in it', () => {
  const place = { latitude: 39.9, longitude: 116.41, name: 'A&q=1#x' };
  expect(coordinatesText(place)).toBe('39.90000, 116.41000');
  expect(mapsAppLink(place, 'Mozilla/5.0 (Linux; Android 15)')).toBe(
    'geo:39.90000,116.41000?q=39.90000,116.41000(A%26q%3D1%23x)',
  );
  expect(mapsAppLink({ ...place, name: null }, 'Mozilla/5.0 (iPhone; …)')).toBe(
    'https://maps.apple.com/?ll=39.90000,116.41000&q=39.90000%2C116.41000',
  );
  expect(new URL(webMapLink(place)).host).toBe('www.openstreetmap.org');
});
