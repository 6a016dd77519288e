/**
 * `node scripts/make-land-outline.mjs <land-110m.json>`: makes the outline of the continents that the map of the client
 * draws. The input is Natural Earth's land at 1:110m (public domain), as TopoJSON in the package `world-atlas`. Run once;
 * the output is kept in the repository.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './lib/project.mjs';

const OUTPUT = join(ROOT, 'apps/client/src/features/location/land-outline.json');
/** The square of the world in whole steps, so that each point takes few digits. */
const SIZE = 4096;
const LATITUDE_MAX = 85.051_128_78;

const [input] = process.argv.slice(2);
if (input === undefined) throw new Error('usage: node scripts/make-land-outline.mjs <land-110m.json>');
const { arcs, objects, transform } = JSON.parse(readFileSync(input, 'utf8'));

/**
 * The points of an arc, in steps of the square. A negative index means the arc backwards.
 * @param {number} index
 * @returns {[number, number][]}
 */
function arcPoints(index) {
  let [x, y] = [0, 0];
  const points = arcs[index < 0 ? ~index : index].map(([dx, dy]) => {
    x += dx;
    y += dy;
    return project(x * transform.scale[0] + transform.translate[0], y * transform.scale[1] + transform.translate[1]);
  });
  return index < 0 ? points.toReversed() : points;
}

/**
 * Web Mercator, as `toWorld` in mercator.ts.
 * @param {number} longitude
 * @param {number} latitude
 * @returns {[number, number]}
 */
function project(longitude, latitude) {
  const sine = Math.sin((Math.max(-LATITUDE_MAX, Math.min(LATITUDE_MAX, latitude)) * Math.PI) / 180);
  const y = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  return [Math.round(((longitude + 180) / 360) * SIZE), Math.round(y * SIZE)];
}

/**
 * The rings that draw one ring. A ring that passes the edge of the square at 180 degrees goes on beside the square; a copy of it,
 * one world away, draws the part on the other side. One that goes around the pole is closed along the lower edge.
 * @param {number[]} ring
 * @returns {[number, number][][]}
 */
function ringsOf(ring) {
  let turns = 0;
  let before = null;
  const points = ring.flatMap(arcPoints).map(([x, y]) => {
    if (before !== null && Math.abs(x - before) > SIZE / 2) turns += x < before ? SIZE : -SIZE;
    before = x;
    return [x + turns, y];
  });
  if (turns !== 0) points.push([points.at(-1)[0], SIZE], [points[0][0], SIZE]);
  const xs = points.map(([x]) => x);
  const copies = [0, ...(Math.max(...xs) > SIZE ? [-SIZE] : []), ...(Math.min(...xs) < 0 ? [SIZE] : [])];
  return copies.map((shift) => points.map(([x, y]) => [x + shift, y]));
}

/**
 * A ring as a closed path. Points that fall on the one before are left out.
 * @param {[number, number][]} ring
 */
function ringPath([first, ...rest]) {
  let [x, y] = first;
  let moves = '';
  for (const [nextX, nextY] of rest) {
    if (nextX === x && nextY === y) continue;
    moves += `${nextX - x} ${nextY - y} `;
    [x, y] = [nextX, nextY];
  }
  return moves === '' ? '' : `M${first[0]} ${first[1]}l${moves.trim().replaceAll(' -', '-')}z`;
}

const path = objects.land.geometries
  .flatMap((geometry) => geometry.arcs)
  .flat()
  .flatMap(ringsOf)
  .map(ringPath)
  .join('');
writeFileSync(OUTPUT, `${JSON.stringify({ size: SIZE, path })}\n`);
console.log(`${OUTPUT}: ${path.length} characters`);
