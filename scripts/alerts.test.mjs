import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const read = (path) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const RULES = read('deploy/alerts.yml');
const CASES = read('deploy/alerts.test.yml');
const ALERTS = [...RULES.matchAll(/- alert: (\w+)\n([\s\S]*?runbook_url: '([^']+)')/g)].map(([, name, body, url]) => ({
  name,
  severity: /severity: (\w+)/.exec(body)?.[1],
  url,
}));

describe('alerts', () => {
  test('each has its entry in the runbook, which says what to do and how it was tried', () => {
    const entries = new Map(
      read('docs/runbook.md')
        .split('\n### ')
        .slice(1)
        .map((entry) => [entry.slice(0, entry.indexOf('\n')), entry]),
    );
    expect(ALERTS.length).toBeGreaterThan(25);
    expect([...entries.keys()].toSorted()).toEqual(ALERTS.map(({ name }) => name).toSorted());
    for (const { name, severity, url } of ALERTS) {
      expect(url).toBe(`docs/runbook.md#${name.toLowerCase()}`);
      expect(entries.get(name)).toContain(`(\`${severity}\`)`);
      expect(entries.get(name)).toMatch(/\*\*Do\.\*\* .+\n\n\*\*Tried\*\* .+/);
    }
  });

  test('each has a case in which it fires, and is silent on a site at rest', () => {
    for (const { name } of ALERTS) {
      expect(CASES).toContain(`alertname: ${name}, exp_alerts: [] }`);
      expect(CASES).toContain(`alertname: ${name}\n        exp_alerts:\n          - exp_labels`);
    }
  });

  const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
  test.skipIf(!hasPromtool)(
    'promtool takes the rules, and the cases hold (skipped where promtool is not installed)',
    () => {
      for (const [kind, file] of [
        ['check', 'deploy/alerts.yml'],
        ['test', 'deploy/alerts.test.yml'],
      ]) {
        const { status, stdout, stderr } = spawnSync('promtool', [kind, 'rules', file], { encoding: 'utf8' });
        expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('SUCCESS')]);
      }
    },
  );
});
