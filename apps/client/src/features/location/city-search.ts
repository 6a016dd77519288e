/* Finds cities by their names in any of the languages, and the city next to a point. */

import { LANGUAGES } from '@candor/contract/languages';
import { CITIES } from './cities.ts';
import type { City } from './cities.ts';
import { distanceKm } from './coordinates.ts';
import type { Coordinates } from './coordinates.ts';

/** Farther away, the name of a city says nothing about a point. */
const NEAR_KM = 50;

/** Cities whose name starts with the words come first. Without words there is nothing to find. */
export function findCities(words: string): readonly City[] {
  const wanted = plain(words);
  if (wanted === '') return [];
  const ranked = CITIES.map((city) => ({ city, rank: rankOf(city, wanted) }));
  return ranked
    .filter(({ rank }) => rank < 2)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ city }) => city);
}

/** 0: a name starts with it; 1: a name has it inside; 2: no name has it. */
function rankOf(city: City, wanted: string): 0 | 1 | 2 {
  const names = LANGUAGES.map((language) => plain(city.names[language]));
  if (names.some((name) => name.startsWith(wanted))) return 0;
  return names.some((name) => name.includes(wanted)) ? 1 : 2;
}

/** Without case, accents, spaces and marks: `xian` finds Xi'an, `sao paulo` finds São Paulo. 「北京市」 finds 北京. */
function plain(text: string): string {
  const letters = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
  return letters.length > 2 ? letters.replace(/市$/, '') : letters;
}

export function cityNear(point: Coordinates): City | null {
  const [nearest] = CITIES.map((city) => ({ city, km: distanceKm(point, city) })).toSorted((a, b) => a.km - b.km);
  return nearest !== undefined && nearest.km <= NEAR_KM ? nearest.city : null;
}
