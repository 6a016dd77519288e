/** How long each test file took when it last ran on this machine. `npm run check` chooses by it. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { ROOT } from './project.mjs';

const FILE = join(ROOT, '.cache', 'test-times.json');

/** @returns {Map<string, number>} seconds by the path of the file */
export function readTestTimes() {
  return new Map(existsSync(FILE) ? Object.entries(JSON.parse(readFileSync(FILE, 'utf8'))) : []);
}

/** @param {string} reportFile of Vitest */
export function keepTestTimes(reportFile) {
  if (!existsSync(reportFile)) return;
  const times = readTestTimes();
  for (const { name, startTime, endTime } of JSON.parse(readFileSync(reportFile, 'utf8')).testResults)
    times.set(relative(ROOT, name).split(sep).join('/'), Math.round((endTime - startTime) / 100) / 10);
  mkdirSync(dirname(FILE), { recursive: true });
  writeFileSync(FILE, JSON.stringify(Object.fromEntries([...times].sort(([a], [b]) => (a < b ? -1 : 1))), null, 1));
}
