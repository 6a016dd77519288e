import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { GlobalFonts } from '@napi-rs/canvas';
import * as z from 'zod/mini';

/*
 * Noto Sans SC, cut into about a hundred files by character, as browsers load it. Only the files are read that have a character of
 * the text: a statement needs about twenty of them, 1 ms each.
 */

const PACKAGE = '@fontsource-variable/noto-sans-sc';

interface Part {
  file: string;
  family: string;
  /** Of code points, both ends included. */
  ranges: readonly (readonly [number, number])[];
}

let parts: readonly Part[] | undefined;
const loaded = new Set<string>();

function pathOf(name: string): string {
  return fileURLToPath(import.meta.resolve(`${PACKAGE}/${name}`));
}

/** Keys as `[4]` or `latin`, ranges as `U+20-7e,U+a0`. */
function readParts(): Part[] {
  const named = z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(pathOf('unicode.json'), 'utf8')));
  // Letters and digits first: all of a line's figures then come from one file.
  return Object.entries(named)
    .map(([key, ranges]) => ({ name: key.replaceAll(/[[\]]/g, ''), ranges }))
    .toSorted((a, b) => Number(b.name === 'latin') - Number(a.name === 'latin'))
    .map(({ name, ranges }) => ({
      file: `files/noto-sans-sc-${name}-wght-normal.woff2`,
      family: `noto-${name}`,
      ranges: ranges.split(',').map(rangeOf),
    }));
}

function rangeOf(text: string): [number, number] {
  const [from = '', to = from] = text.trim().replace('U+', '').split('-');
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
}

/** The families that draw the characters of `text`, as CSS names them in a `font`. Others are drawn by a font of the machine. */
export function familiesOf(text: Iterable<string>): string {
  parts ??= readParts();
  const needed = new Set<Part>();
  for (const character of new Set(text)) {
    const code = character.codePointAt(0) ?? 0;
    const part = parts.find(({ ranges }) => ranges.some(([from, to]) => from <= code && code <= to));
    if (part !== undefined) needed.add(part);
  }
  const chosen = parts.filter((part) => needed.has(part));
  for (const { family, file } of chosen) {
    if (loaded.has(family)) continue;
    if (GlobalFonts.register(readFileSync(pathOf(file)), family) === null)
      throw new Error(`${file} of ${PACKAGE} is no font`);
    loaded.add(family);
  }
  return [...chosen.map(({ family }) => family), 'sans-serif'].join(', ');
}
