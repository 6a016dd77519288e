import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { decisionFiles, mergedNumbers, readDecision, readDecisions, readIndex } from './lib/decisions.mjs';
import { anchorsOf, blocksOf, filesOf, linksOf, pathsOf, writtenFiles } from './lib/markdown.ts';
import { ROOT } from './lib/project.mjs';

const PAGES = writtenFiles(['.md']);
/** What may name a decision: everything that people write. */
const TEXTS = writtenFiles(['.md', '.ts', '.tsx', '.mjs', '.sql', '.sh', '.py', '.css', '.html', '.yml', '.yaml']);

/** Their files are named from the folder of a package, and tests of their own read them. */
const NAMED_OTHERWISE = ['SECURITY.md', 'docs/spec-coverage.md'];

/** @param {string} path */
function read(path) {
  return readFileSync(join(ROOT, path), 'utf8');
}

describe('decisions', () => {
  test('each has the same form', () => {
    expect(decisionFiles().length).toBeGreaterThan(30);
    expect(readDecisions().flatMap(({ problems }) => problems)).toEqual([]);
  });

  test('no number is there twice', () => {
    const numbers = [...decisionFiles().map((file) => file.slice(0, 3)), ...mergedNumbers().keys()];
    expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
  });

  test('the index has all of them (`npm run decisions` writes it)', () => {
    const { text, wanted } = readIndex();
    expect(text).toBe(wanted);
  });

  test('whatever names a decision names one that exists', () => {
    const numbers = new Set([...decisionFiles().map((file) => file.slice(0, 3)), ...mergedNumbers().keys()]);
    const lost = [];
    let found = 0;
    for (const path of TEXTS) {
      // A line that is wrapped between the word and its number, also inside a comment.
      for (const [, first, second] of read(path).matchAll(
        /\bdecisions?[\s*\-/#]+\[?([01]\d\d)\b(?:[\]\s,]+(?:and )?([01]\d\d)\b)?/gi,
      )) {
        found += 1;
        for (const number of [first, second])
          if (number !== undefined && !numbers.has(number)) lost.push(`${path}: ${number}`);
      }
    }
    expect(found).toBeGreaterThan(50);
    expect(lost).toEqual([]);
  });

  test.each([
    ['# 027 Orders\n', 'begins with'],
    [
      '# 028 · Orders\n\nDate: 2026-11-22 · Status: accepted · Area: Orders\n\n## Context\n## Decision\n## Consequences\n',
      '028',
    ],
    [
      '# 027 · Orders\n\nDate: 2026-11-22 · Status: accepted · Area: Cats\n\n## Context\n## Decision\n## Consequences\n',
      'no area',
    ],
    [
      '# 027 · Orders\n\nDate: 2026-11-22 · Status: accepted · Area: Orders\n\n## Decision\n## Consequences\n',
      'Context',
    ],
    [
      '# 027 · Orders\n\nDate: 2026-11-22 · Status: accepted · Area: Orders\n\n## Decision\n## Context\n## Consequences\n',
      'order',
    ],
  ])('a decision in another form is named: %j', (text, problem) => {
    expect(readDecision('027-orders.md', text).problems.join()).toContain(problem);
  });
});

test('every setting of the server has its line in docs/operations.md, and every line its setting', () => {
  const source = read('apps/server/src/platform/config/config.ts');
  const settings = [...source.matchAll(/^ {2}([A-Z][A-Z_]+): (?:z\.|optionalText)/gm)].map(([, name]) => name);
  const [, section] = /\n## Settings\n([\s\S]*?)\n## /.exec(read('docs/operations.md')) ?? [];
  const rows = (section ?? '').split('\n').filter((line) => line.startsWith('| `'));
  const named = rows.flatMap((line) => [...line.split(' | ')[0].matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name));
  expect(settings.length).toBeGreaterThan(30);
  expect(named.toSorted()).toEqual(settings.toSorted());
});

test('every package and app has a page of its own', () => {
  const workspaces = ['packages', 'apps'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && existsSync(join(ROOT, folder, entry.name, 'package.json')))
      .map((entry) => `${folder}/${entry.name}`),
  );
  expect(workspaces.length).toBeGreaterThanOrEqual(9);
  expect(workspaces.filter((path) => !PAGES.includes(`${path}/README.md`))).toEqual([]);
});

test('every figure and every line of the log that docs/operations.md explains is written by the product', () => {
  const page = read('docs/operations.md');
  const sources = writtenFiles(['.ts', '.sql']).filter(
    (path) => path.startsWith('apps/server/') && !path.includes('.test.'),
  );
  const written = sources.map(read).join('\n');
  const figures = [...page.matchAll(/\bcandor_[a-z_]+/g)].map(([name]) => name);
  const lines = [...page.matchAll(/`([A-Za-z]+(?: [A-Za-z]+){2,})`/g)].map(([, line]) => line);
  expect(lines.length).toBeGreaterThan(10);
  expect([...new Set([...figures, ...lines])].filter((text) => !written.includes(text))).toEqual([]);
});

test('what the pages of packages and apps call an entry is there', () => {
  const lost = [];
  for (const path of PAGES.filter((page) => /^(packages|apps)\/[^/]+\/README\.md$/.test(page))) {
    const folder = dirname(path);
    for (const [, cell] of read(path).matchAll(/^\| ([^|]*)\|/gm)) {
      for (const [, name] of cell.matchAll(/`([^`<]+)`/g)) {
        if (name.startsWith('candor-') || /\*(?!$)/.test(name)) continue;
        const entry = name.replace(/^@candor\/[a-z-]+\//, '').replace(/\/\*?$/, '');
        const places = ['', 'src/', 'src/services/'].flatMap((place) =>
          ['', '.ts', '.tsx'].map((end) => join(ROOT, folder, `${place}${entry}${end}`)),
        );
        if (!places.some((place) => existsSync(place))) lost.push(`${path}: ${name}`);
      }
    }
  }
  expect(lost).toEqual([]);
});

test('every path that has an owner is there', () => {
  const paths = [...read('.github/CODEOWNERS').matchAll(/^\/(\S+)/gm)].map(([, path]) => path);
  expect(paths.length).toBeGreaterThan(5);
  expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

describe('pages', () => {
  test('every link leads somewhere', () => {
    const lost = [];
    let found = 0;
    for (const path of PAGES) {
      for (const target of linksOf(read(path))) {
        if (/^[a-z]+:/.test(target)) continue;
        found += 1;
        const [file, anchor] = target.split('#');
        const there = file === '' ? path : join(dirname(path), decodeURIComponent(file));
        // Addresses of the site that shows the repository, such as ../security/advisories/new.
        if (there.startsWith('..')) continue;
        if (!existsSync(join(ROOT, there))) lost.push(`${path}: ${target}`);
        else if (anchor !== undefined && there.endsWith('.md') && !anchorsOf(read(there)).has(anchor))
          lost.push(`${path}: ${target} (no such heading)`);
      }
    }
    expect(found).toBeGreaterThan(100);
    expect(lost).toEqual([]);
  });

  test('every path that a page names is there', () => {
    const named = PAGES.flatMap((path) => pathsOf(read(path)).map((name) => ({ path, name })));
    expect(named.length).toBeGreaterThan(100);
    const lost = named.filter(({ name }) => !existsSync(join(ROOT, name)));
    expect(lost.map(({ path, name }) => `${path}: ${name}`)).toEqual([]);
  });

  test('every file that a page names by its end is there', () => {
    const files = writtenFiles(['.ts', '.tsx', '.mjs', '.sql', '.css']).map((path) => `/${path}`);
    const lost = [];
    for (const path of PAGES.filter((page) => !NAMED_OTHERWISE.includes(page)))
      for (const name of filesOf(read(path)))
        if (!files.some((file) => file.endsWith(`/${name}`))) lost.push(`${path}: ${name}`);
    expect(lost).toEqual([]);
  });

  test('every command that a page names is there', () => {
    const { scripts } = JSON.parse(read('package.json'));
    const named = PAGES.flatMap((path) =>
      [...read(path).matchAll(/\bnpm run (?:--silent |-s )?([a-z][a-z:-]*)/g)].map(([, name]) => ({ path, name })),
    );
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter(({ name }) => !Object.hasOwn(scripts, name))).toEqual([]);
  });

  test('every migration that is named by its number is there', () => {
    const numbers = writtenFiles(['.sql'], 'apps/server/migrations').map((path) => path.split('/').at(-1)?.slice(0, 4));
    const named = PAGES.flatMap((path) =>
      [...read(path).matchAll(/\bmigrations?[/ ](\d{4})/g)].map(([, number]) => ({ path, number })),
    );
    expect(named.filter(({ number }) => !numbers.includes(number))).toEqual([]);
  });

  test('links, headings, paths and blocks are found as they are written', () => {
    const text =
      '# A *b* `c`, d!\n## A\n## A\n[x](y.md#z) ![p](q.png) `[no](no.md)` `apps/a/b.ts` `apps/*/b`\n```ts\n[no](no)\n```\n';
    expect(linksOf(text)).toEqual(['y.md#z', 'q.png']);
    expect([...anchorsOf(text)]).toEqual(['a-b-c-d', 'a', 'a-1']);
    expect(pathsOf(text)).toEqual(['apps/a/b.ts']);
    expect(filesOf('`x.ts` `a/b.test.tsx` `NNNN_x.sql` `*.spec.ts` `y.json` `@candor/z/x.ts` x.ts')).toEqual([
      'x.ts',
      'a/b.test.tsx',
    ]);
    expect(blocksOf(text, 'ts')).toEqual(['[no](no)\n']);
  });
});
