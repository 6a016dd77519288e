/* Draws the icons of the installed app from icon.svg: `node scripts/make-icons.mjs`. The pictures are in the repository. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { ROOT } from './lib/project.mjs';

const FOLDER = join(ROOT, 'apps', 'client', 'public');
const BACKGROUND = '#14171f';

const svg = await readFile(join(FOLDER, 'icon.svg'));

/** Sizes in pixels; `full`: to the edges, because the device cuts its own shape out of the middle (80 %). */
const ICONS = [
  { name: 'icon-180.png', size: 180, full: true },
  { name: 'icon-192.png', size: 192, full: false },
  { name: 'icon-512.png', size: 512, full: false },
  { name: 'icon-maskable-512.png', size: 512, full: true },
];

for (const { name, size, full } of ICONS) {
  const inner = full ? Math.round(size * 0.86) : size;
  const drawn = await sharp(svg, { density: (72 * inner) / 64 })
    .resize(inner, inner)
    .toBuffer();
  const edge = Math.floor((size - inner) / 2);
  const picture = full
    ? sharp({ create: { width: size, height: size, channels: 3, background: BACKGROUND } }).composite([
        { input: drawn, left: edge, top: edge },
      ])
    : sharp(drawn);
  await picture.png({ compressionLevel: 9, palette: true }).toFile(join(FOLDER, name));
}
