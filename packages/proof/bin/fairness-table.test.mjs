import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { FORGERIES } from '../src/testing/forgeries.ts';

it('the table in docs/fairness.md names every lie that the tests tell', async () => {
  const text = await readFile(new URL('../../../docs/fairness.md', import.meta.url), 'utf8');
  const table = text.split('## Lies of a holder of the key')[1]?.split('\n## ')[0]?.replaceAll(',', '') ?? '';
  const missing = FORGERIES.map(({ name }) => name).filter((name) => !table.includes(name.replaceAll(',', '')));
  expect(missing).toEqual([]);
});
