/* Points on the earth as data: what is typed, what an address says, and how they are written. */

export type Coordinates = { latitude: number; longitude: number };

export type Axis = keyof Coordinates;

/** Keys of `location.problems`. */
export type CoordinateProblem = 'missing' | 'format' | 'latitude' | 'longitude';

const LIMIT: Record<Axis, number> = { latitude: 90, longitude: 180 };
const DECIMAL = /^[+-]?\d{1,3}(?:\.\d{1,15})?$/;
const NAME_MAX = 60;

/** One typed number in degrees, or what is wrong with it. */
export function readCoordinate(text: string, axis: Axis): number | CoordinateProblem {
  const typed = text.normalize('NFKC').trim().replace(/^−/, '-').replace(/°$/, '');
  if (typed === '') return 'missing';
  if (!DECIMAL.test(typed)) return 'format';
  const degrees = Number(typed);
  return Math.abs(degrees) > LIMIT[axis] ? axis : rounded(degrees);
}

/** The place that the query of /open-location names; null if one of its numbers is missing or wrong. */
export function placeOf(params: URLSearchParams): (Coordinates & { name: string | null }) | null {
  const latitude = readCoordinate(params.get('latitude') ?? '', 'latitude');
  const longitude = readCoordinate(params.get('longitude') ?? '', 'longitude');
  if (typeof latitude === 'string' || typeof longitude === 'string') return null;
  return { latitude, longitude, name: shortName(params.get('name') ?? '') };
}

/** A name on one line. Marks that turn the direction of writing could make it look like text of this site. */
function shortName(text: string): string | null {
  const name = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return name === '' ? null : [...name].slice(0, NAME_MAX).join('');
}

/** Five decimals are about one metre. */
export function rounded(degrees: number): number {
  return Math.round(degrees * 100_000) / 100_000 || 0;
}

/** `39.90000, 116.41000`: what maps of every maker read. */
export function coordinatesText({ latitude, longitude }: Coordinates): string {
  return `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
}

const EARTH_KM = 6_371;

/** Along the surface of the earth. */
export function distanceKm(from: Coordinates, to: Coordinates): number {
  const across = half(to.longitude - from.longitude);
  const up = half(to.latitude - from.latitude);
  const along = Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * across;
  return 2 * EARTH_KM * Math.asin(Math.sqrt(Math.min(1, up + along)));
}

function half(degrees: number): number {
  return Math.sin(radians(degrees) / 2) ** 2;
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

/* Links that leave this site: the maps app of the device, and a map on the web. */

/** Apple's devices do not know `geo:`; their maps app opens this address. */
const APPLE = /iPhone|iPad|iPod|Macintosh/;

export function mapsAppLink(place: Coordinates & { name: string | null }, userAgent: string): string {
  const at = coordinatesText(place).replace(' ', '');
  const label = encodeURIComponent(place.name ?? at);
  return APPLE.test(userAgent) ? `https://maps.apple.com/?ll=${at}&q=${label}` : `geo:${at}?q=${at}(${label})`;
}

export function webMapLink({ latitude, longitude }: Coordinates): string {
  const [lat, lon] = [latitude.toFixed(5), longitude.toFixed(5)];
  return `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lon}#map=12/${lat}/${lon}`;
}
