import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import audit from '../../locales/zh-Hans/audit.json' with { type: 'json' };
import { actsOf } from './audit-words.ts';

const server = join(import.meta.dirname, '../../../../server');

/** Every command that the server's files and migrations name in full. */
function commandsOf(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const own = files.filter((name) => /\.(ts|sql)$/.test(name) && !/\.test\.ts$|testing/.test(name));
  return own.flatMap((name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    return [...text.matchAll(/'((?:console|member|operate|papers)\/[a-z][a-z/-]+[a-z])'/g)].map(
      ([, command]) => command ?? '',
    );
  });
}

const named = [...new Set([...commandsOf(join(server, 'src')), ...commandsOf(join(server, 'migrations'))])];

test('every command that the server names has words', () => {
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((command) => !(command in audit.did))).toEqual([]);
});

test('what every proposal and every review can come to has words', () => {
  for (const kind of ['adjustments', 'terms', 'invest', 'texts', 'factor-releases', 'mark-releases'])
    for (const event of ['approve', 'reject', 'withdraw'])
      expect(audit.did).toHaveProperty([`console/${kind}/${event}`]);
  for (const kind of ['withdrawals', 'deposits'])
    for (const event of ['take', 'release', 'approve', 'reject'])
      expect(audit.did).toHaveProperty([`console/${kind}/${event}`]);
});

test('every act is in one area of the filter', () => {
  const areas = Object.keys(audit.area);
  for (const act of Object.keys(audit.did))
    expect([act, areas.filter((area) => actsOf(area, [act]).length > 0).length]).toEqual([act, 1]);
});
