/* Links that leave this site: the maps app of the device, and a map on the web. */

import { coordinatesText } from './coordinates.ts';
import type { Coordinates } from './coordinates.ts';

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
