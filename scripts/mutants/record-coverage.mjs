/**
 * A setup file for Vitest. It records which functions of our code each test file runs, so that a mutant runs only with
 * tests that can notice it.
 */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect } from 'vitest';

const folder = process.env.MUTANTS_COVERAGE ?? '';
const root = process.env.MUTANTS_ROOT ?? '';
const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

afterAll(() => {
  const test = (expect.getState().testPath ?? '').slice(root.length + 1);
  session.post('Profiler.takePreciseCoverage', (error, answer) => {
    if (error !== null) throw error;
    /** @type {Record<string, string[]>} */
    const files = {};
    for (const { url, functions } of answer.result) {
      const path = url.startsWith('file:') ? fileURLToPath(url) : url;
      if (!path.startsWith(`${root}/`) || path.includes('node_modules')) continue;
      const ran = functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0).map(({ functionName }) => functionName);
      files[path.slice(root.length + 1).replace(/\?.*$/, '')] = [...new Set(ran)];
    }
    const name = createHash('sha256').update(test).digest('hex').slice(0, 16);
    writeFileSync(join(folder, `${name}.json`), JSON.stringify({ test, files }));
  });
});
