import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { APPS, generateTypes, typesFile } from './generate.mjs';

// `npm run sdk` writes them anew.
test.each(APPS)('the types of %s are those of its OpenAPI document', { timeout: 60_000 }, async (app) => {
  expect(readFileSync(typesFile(app), 'utf8')).toBe(await generateTypes(app));
});
