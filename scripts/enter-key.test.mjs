import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './lib/project.mjs';

/** What draws screens, and the one place that may ask for the key. */
const FOLDERS = ['apps/client/src', 'apps/console/src', 'packages/ui/src', 'packages/chart/src'];
const OWN = 'packages/ui/src/keyboard.ts';
/** A comparison, a case of a switch, or a test for being composed. */
const ASKS = /[!=]==? ?['"]Enter['"]|case ['"]Enter['"]|['"]Enter['"] ?[!=]==?|\.isComposing\b/;

const files = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map(
    (file) => `${folder}/${file.replaceAll('\\', '/')}`,
  ),
).filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\/testing\//.test(file) && file !== OWN);

test('Enter is asked for by isEnter alone, which knows the Enter of an input method', () => {
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((file) => ASKS.test(readFileSync(join(ROOT, file), 'utf8')))).toEqual([]);
});

test.each(["event.key === 'Enter'", "event.key !== 'Enter'", "case 'Enter':", 'event.nativeEvent.isComposing'])(
  '%s would be found',
  (line) => {
    expect(ASKS.test(line)).toBe(true);
  },
);
