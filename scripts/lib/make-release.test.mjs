import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { makeRelease } from './make-release.mjs';

const RELEASE = { version: '0.1.0', date: '2026-11-26', test: async () => true };
const CHANGELOG = '# Changelog\n\n## [Unreleased]\n\n### Added\n- The first thing.\n';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** Where the repositories of the tests are. */
let folder;
/** The one of this test, with one package beside the root, as on the day before a first release. */
let root;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'candor-release-'));
  root = join(folder, 'first');
  mkdirSync(join(root, 'packages', 'rules'), { recursive: true });
  put('package.json', json({ name: 'candor', version: '0.1.0', private: true, workspaces: ['packages/*'] }));
  put('packages/rules/package.json', json({ name: '@candor/rules', version: '0.1.0', private: true }));
  mkdirSync(join(root, 'packages', 'sdk', 'openapi'), { recursive: true });
  put('packages/sdk/openapi/members.json', json({ info: { version: '0.1.0' } }));
  put('CHANGELOG.md', CHANGELOG);
  put('.gitignore', 'dist/\nnode_modules/\n');
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'user.name', 'A Maintainer');
  git('config', 'user.email', 'maintainer@example.org');
  execFileSync('npm', ['install', '--package-lock-only', '--offline', '--no-audit'], { cwd: root, stdio: 'pipe' });
  commit('all');
});

let count = 0;
beforeEach(() => {
  root = join(folder, `copy-${(count += 1)}`);
  cpSync(join(folder, 'first'), root, { recursive: true });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the version that the repository begins with is tagged with its notes', async () => {
  const folder = await makeRelease(root, RELEASE);
  expect(git('cat-file', '-t', 'v0.1.0')).toBe('tag');
  expect(git('tag', '--list', '--format=%(contents)', 'v0.1.0')).toBe('Candor 0.1.0\n\n### Added\n- The first thing.');
  expect(git('rev-parse', 'v0.1.0^{commit}')).toBe(git('rev-parse', 'HEAD'));
  expect(git('status', '--porcelain')).toBe('');
  expect(get('CHANGELOG.md')).toBe(
    '# Changelog\n\n## [Unreleased]\n\n## [0.1.0] - 2026-11-26\n\n### Added\n- The first thing.\n',
  );
  const archive = readFileSync(join(folder, 'candor-0.1.0.tar.gz'));
  const sha256 = createHash('sha256').update(archive).digest('hex');
  expect(get('dist/release/candor-0.1.0.tar.gz.sha256')).toBe(`${sha256}  candor-0.1.0.tar.gz\n`);
  expect(get('dist/release/candor-0.1.0.md')).toBe('# Candor 0.1.0\n\n### Added\n- The first thing.\n');
  expect(JSON.parse(get('dist/release/candor-0.1.0.cyclonedx.json')).bomFormat).toBe('CycloneDX');
});

test('the next one writes its number into every package and the lock file', async () => {
  await makeRelease(root, RELEASE);
  put('CHANGELOG.md', get('CHANGELOG.md').replace('## [Unreleased]\n', '## [Unreleased]\n\n### Fixed\n- A fault.\n'));
  commit('fix');
  await expect(makeRelease(root, RELEASE)).rejects.toThrow('does not come after');
  await makeRelease(root, { ...RELEASE, version: '0.2.0' });
  for (const path of ['package.json', 'packages/rules/package.json', 'package-lock.json'])
    expect(JSON.parse(get(path)).version).toBe('0.2.0');
  expect(JSON.parse(get('packages/sdk/openapi/members.json')).info.version).toBe('0.2.0');
  expect(git('tag', '--list')).toBe('v0.1.0\nv0.2.0');
  expect(git('tag', '--list', '--format=%(contents:body)', 'v0.2.0')).toBe('### Fixed\n- A fault.');
  expect(git('log', '--format=%s', '-1')).toBe('release: 0.2.0');
});

test.each([
  ['a change that is not committed', () => put('CHANGELOG.md', `${CHANGELOG}- More.\n`), 'not committed'],
  ['another branch', () => git('switch', '--quiet', '--create', 'work'), 'branch main'],
  ['an older version', () => undefined, 'does not come after', { version: '0.0.9' }],
  ['no version', () => undefined, 'is not a version', { version: '' }],
  ['red tests', () => undefined, 'The tests failed', { test: async () => false }],
  ['notes that say nothing', () => commitText('# Changelog\n\n## [Unreleased]\n'), 'nothing under Unreleased'],
])('nothing is released with %s', async (_, prepare, message, change = {}) => {
  prepare();
  const before = git('rev-parse', 'HEAD');
  await expect(makeRelease(root, { ...RELEASE, ...change })).rejects.toThrow(message);
  expect([git('tag', '--list'), git('rev-parse', 'HEAD')]).toEqual(['', before]);
  expect(existsSync(join(root, 'dist'))).toBe(false);
});

function commitText(text) {
  put('CHANGELOG.md', text);
  commit('empty');
}

function commit(message) {
  git('add', '--all');
  git('commit', '--quiet', '--message', message);
}

function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
}

function put(path, text) {
  writeFileSync(join(root, path), text);
}

function get(path) {
  return readFileSync(join(root, path), 'utf8');
}

function json(value) {
  return `${JSON.stringify(value, null, 2)}\n`;
}
