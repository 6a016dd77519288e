import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ROOT } from './lib/project.mjs';

const PACKAGES = ['domain', 'proof', 'contract', 'api-client', 'ui', 'chart'];
const SERVER = 'apps/server/src';
const CLIENT = 'apps/client/src';

/** A small tree that keeps every rule, with the imports that the table allows. */
const CLEAN = {
  [`${SERVER}/features/wallet/wallet.routes.ts`]:
    'export function routes(on, calls, listThings, answerPay) { return [on(calls.listThings, listThings), on(calls.pay, answerPay)]; }',
  'packages/domain/src/money.ts': 'export const money = 1;',
  'packages/domain/src/money.test.ts': "import 'vitest'; import 'node:fs'; import './money.ts';",
  'packages/proof/src/chain.ts': "import '@candor/domain/money'; export const chain = 1;",
  'packages/contract/src/order.ts': "import 'zod/mini'; export const order = 'Select one from the list';",
  'packages/api-client/src/api.ts': "import '@candor/contract/order'; export const api = 1;",
  'packages/api-client/src/api.test.ts': "import 'vitest'; import './api.ts';",
  'packages/chart/src/chart-panel.tsx':
    "import 'react'; import '@candor/ui/button.tsx'; import '@candor/api-client/api'; import '@candor/domain/money'; export const panel = <b />;",
  'packages/ui/src/button.tsx': "import 'react'; import 'lucide-react'; export const button = <b />;",
  [`${SERVER}/main.ts`]: "import './app/context.ts';",
  [`${SERVER}/app/context.ts`]:
    "import '../features/trading/place-order.ts'; import '../features/wallet/pay.ts'; export const context = 1;",
  [`${SERVER}/features/trading/place-order.ts`]:
    "import './order-store.ts'; import '../../services/ledger/post.ts'; import '../../platform/clock.ts'; import '@candor/contract/order'; import '@candor/domain/money'; import '@candor/proof/chain'; import 'fastify'; export const placeOrder = 1;",
  [`${SERVER}/features/trading/order-store.ts`]: 'export const text = `insert into orders (id) values (${1})`;',
  [`${SERVER}/features/trading/place-order.test.ts`]:
    "import '../../testing/test-db.ts'; export const sql = 'delete from orders';",
  [`${SERVER}/features/wallet/pay.ts`]: 'export const pay: () => number = () => 1;',
  [`${SERVER}/services/ledger/post.ts`]: "import '../audit/note.ts'; export const text = 'select 1 from account';",
  [`${SERVER}/services/audit/note.ts`]:
    "import '../../platform/clock.ts'; import '@candor/domain/money'; export const note = 1;",
  [`${SERVER}/platform/clock.ts`]: "import 'pg'; export const text = 'select (extract(epoch from clock_timestamp()))';",
  [`${SERVER}/testing/test-db.ts`]: "import '../app/context.ts'; export const testDb = 1;",
  [`${CLIENT}/app/router.tsx`]: "import '../features/trade/trade-page.tsx'; export const router = <b />;",
  [`${CLIENT}/features/trade/trade-page.tsx`]:
    "import '../../services/api.ts'; import '../../lib/paths.ts'; import '@candor/ui/button.tsx'; import '@candor/api-client/api'; import '@candor/contract/order'; export const page = <b />;",
  [`${CLIENT}/services/api.ts`]: "import '../lib/paths.ts'; export const api = 1;",
  [`${CLIENT}/lib/paths.ts`]: 'export const paths = 1;',
  'apps/client/vite.config.ts': 'export default {};',
};

/** One breach of every rule: the rule, the file that breaks it, and its text. */
const BREACHES = [
  ['no-cycles', `${SERVER}/features/wallet/a.ts`, "import './b.ts'; export const a = 1;"],
  ['resolved', `${SERVER}/features/wallet/lost.ts`, "import '@candor/domain/nowhere';"],
  ['domain-imports-nothing', 'packages/domain/src/reads-file.ts', "import 'node:fs';"],
  [
    'domain-imports-nothing',
    'packages/domain/src/uses-zod.ts',
    "import type { z } from 'zod'; export type Z = typeof z;",
  ],
  ['domain-tests', 'packages/domain/src/far.test.ts', "import '@candor/contract/order';"],
  ['proof-imports-domain', 'packages/proof/src/uses-zod.ts', "import 'zod';"],
  ['round-imports-curves', 'packages/proof/src/verify-round-by-zod.ts', "import 'zod';"],
  ['proof-command', 'packages/proof/bin/uses-zod.mjs', "import 'zod';"],
  ['proof-tests', 'packages/proof/src/far.test.ts', "import '@candor/contract/order';"],
  ['contract-imports-zod', 'packages/contract/src/uses-domain.ts', "export { money } from '@candor/domain/money';"],
  ['contract-tests', 'packages/contract/src/far.test.ts', "import '@candor/domain/money';"],
  ['api-client-imports-contract', 'packages/api-client/src/uses-react.ts', "import 'react';"],
  ['api-client-imports-contract', 'packages/api-client/src/uses-proof.ts', "import '@candor/proof/chain';"],
  ['api-client-tests', 'packages/api-client/src/far.test.ts', "import '@candor/ui/button.tsx';"],
  ['chart-imports', 'packages/chart/src/uses-proof.ts', "import '@candor/proof/chain';"],
  ['chart-tests', 'packages/chart/src/far.test.ts', "import '@candor/proof/chain';"],
  ['ui-imports-react', 'packages/ui/src/knows-data.tsx', "import 'zod';"],
  ['ui-tests', 'packages/ui/src/far.test.ts', "import '@candor/contract/order';"],
  ['server-imports', `${SERVER}/app/draws.ts`, "import '@candor/ui/button.tsx';"],
  ['server-imports-of-tests', `${SERVER}/app/draws.test.ts`, "import '@candor/ui/button.tsx';"],
  ['sdk-imports', 'packages/sdk/src/knows-rules.ts', "import '@candor/contract/order';"],
  ['server-features-apart', `${SERVER}/features/wallet/peeks.ts`, "import '../trading/place-order.ts';"],
  ['server-features-apart', `${SERVER}/features/wallet/loads.ts`, "await import('../trading/place-order.ts');"],
  ['server-features-down', `${SERVER}/features/wallet/climbs.ts`, "import '../../app/leaf.ts';"],
  ['server-services', `${SERVER}/services/audit/climbs.ts`, "import '../../features/wallet/pay.ts';"],
  ['server-services', `${SERVER}/services/audit/words.ts`, "import '@candor/contract/order';"],
  ['server-platform', `${SERVER}/platform/climbs.ts`, "import '../services/audit/note.ts';"],
  ['server-platform', `${SERVER}/platform/knows-money.ts`, "import '@candor/domain/money';"],
  ['tracing-once', `${SERVER}/services/audit/traces.ts`, "import '@opentelemetry/api';"],
  ['server-tests', `${SERVER}/platform/clock.test.ts`, "import '../features/wallet/pay.ts';"],
  ['server-testing', `${SERVER}/app/uses-tests.ts`, "import '../testing/fake-clock.ts';"],
  ['apps-imports', `${CLIENT}/lib/sees-server.ts`, "import '../../../server/src/features/wallet/pay.ts';"],
  ['apps-features-apart', `${CLIENT}/features/home/peeks.ts`, "import '../trade/trade-page.tsx';"],
  ['apps-features-down', `${CLIENT}/features/home/climbs.ts`, "import '../../app/router.tsx';"],
  ['apps-services', `${CLIENT}/services/climbs.ts`, "import '../features/trade/trade-page.tsx';"],
  ['apps-lib', `${CLIENT}/lib/climbs.ts`, "import '../services/api.ts';"],
  [
    'order-following',
    `${CLIENT}/services/active-order/following/peeks.ts`,
    "import '../placing/send.ts'; export const follow = 1;",
  ],
  ['order-placing', `${CLIENT}/services/active-order/placing/shows.ts`, "import '../showing/pill.ts';"],
  ['packages-below-apps', 'packages/ui/src/climbs.test.ts', "import '../../../apps/client/src/lib/paths.ts';"],
  ['tests-are-leaves', `${SERVER}/features/wallet/x.ts`, "import './y.test.ts';"],
  ['no-barrels', `${SERVER}/features/wallet/index.ts`, "export { pay } from './pay.ts';"],
  ['no-default-exports', `${SERVER}/features/wallet/unnamed.ts`, 'export default 1;'],
  [
    'rows-are-parsed',
    `${SERVER}/features/wallet/cast-store.ts`,
    'export function read(db: any) { return db.query<object>(); }',
  ],
  [
    'paging-once',
    `${SERVER}/features/wallet/list.ts`,
    'export async function list(read, limit) { return await read(limit + 1); }',
  ],
  [
    'paging-once',
    `${SERVER}/features/wallet/cursor.ts`,
    "export const wrong = { fields: { cursor: 'FIELD_INVALID' } };",
  ],
  [
    'handlers-are-named',
    `${SERVER}/features/wallet/closure.routes.ts`,
    'export function routes(on, calls) { return [on(calls.listThings, async () => [])]; }',
  ],
  [
    'handlers-are-named',
    `${SERVER}/features/wallet/short.routes.ts`,
    'export function routes(on, calls, list) { return [on(calls.listThings, list)]; }',
  ],
  ['one-function-style', `${SERVER}/features/wallet/arrow.ts`, 'export const arrow = () => 1;'],
  ['no-default-exports', `${SERVER}/features/wallet/renamed.ts`, 'const a = 1; export { a as default };'],
  ['sql-in-stores', `${SERVER}/features/wallet/lower.ts`, 'export const text = `select id from account`;'],
  ['sql-in-stores', `${SERVER}/features/wallet/upper.ts`, "export const text = ' x UPDATE account SET posted = 1';"],
  ['sql-in-stores', `${SERVER}/services/audit/notes.ts`, "export const text = 'insert into audit values ($1)';"],
];

/** Files that exist only so that a breach can import them. */
const TARGETS = {
  [`${CLIENT}/services/active-order/placing/send.ts`]: 'export const send = 1;',
  [`${CLIENT}/services/active-order/showing/pill.ts`]: 'export const pill = 1;',
  [`${SERVER}/features/wallet/b.ts`]: "import type { a } from './a.ts'; export type B = typeof a;",
  [`${SERVER}/app/leaf.ts`]: 'export const leaf = 1;',
  [`${SERVER}/testing/fake-clock.ts`]: 'export const clock = 1;',
  [`${SERVER}/features/wallet/y.test.ts`]: 'export const y = 1;',
};

let root;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'candor-architecture-'));
  mkdirSync(join(root, 'node_modules', '@candor'), { recursive: true });
  for (const name of PACKAGES) {
    write(
      `packages/${name}/package.json`,
      JSON.stringify({ name: `@candor/${name}`, exports: { './*.tsx': './src/*.tsx', './*': './src/*.ts' } }),
    );
    symlinkSync(join(root, 'packages', name), join(root, 'node_modules', '@candor', name));
  }
  for (const name of ['react', 'lucide-react', 'zod', 'pg', 'fastify', 'vitest', '@opentelemetry']) {
    symlinkSync(join(ROOT, 'node_modules', name), join(root, 'node_modules', name));
  }
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

/** @param {string} name @param {string} text */
function write(name, text) {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), text);
}

function writeAll(files) {
  for (const [name, text] of Object.entries(files)) write(name, text);
}

/** @param {{ floor?: number, nodeArgs?: readonly string[] }} [options] */
function check({ floor = 15, nodeArgs = [] } = {}) {
  const script = join(ROOT, 'scripts', 'check-architecture.mjs');
  const args = [...nodeArgs, script, root, String(floor)];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  const found = stderr.trim().split('\n').filter(Boolean);
  return { status, stdout, found: found.map((line) => line.split(': ').slice(0, 2).join(': ')) };
}

test('a tree that follows the rules passes', () => {
  writeAll(CLEAN);
  expect(check()).toEqual({ status: 0, stdout: `${Object.keys(CLEAN).length} modules, 0 violations\n`, found: [] });
});

test('every rule reports its violation, and nothing else is reported', () => {
  writeAll({ ...CLEAN, ...TARGETS });
  for (const [, name, text] of BREACHES) write(name, text);
  const { status, found } = check();
  expect(status).toBe(1);
  const expected = BREACHES.map(([rule, name]) => `${rule}: ${name}`);
  // A package that imports an app breaks its own row of the table too.
  expected.push('ui-tests: packages/ui/src/climbs.test.ts');
  expect([...new Set(found)].sort()).toEqual(expected.sort());
});

test('every rule has a violation that proves it', () => {
  const { forbidden } = createRequire(import.meta.url)('../.dependency-cruiser.cjs');
  const proven = new Set(BREACHES.map(([rule]) => rule));
  expect(forbidden.map(({ name }) => name).filter((name) => !proven.has(name))).toEqual([]);
});

test('the check fails when it reads no file', () => {
  expect(check()).toMatchObject({
    status: 1,
    found: ['too-few-modules: 0 were read, and there are at least 15. Is @swc/core installed?'],
  });
});

test('the check fails when dependency-cruiser cannot read TypeScript, even without a violation', () => {
  writeAll({ ...CLEAN, [`${SERVER}/features/wallet/peeks.ts`]: "import '../trading/place-order.ts';" });
  const { status, found } = check({ nodeArgs: ['--import', withoutSwc()] });
  expect(status).toBe(1);
  expect(found).toHaveLength(1);
  expect(found[0]).toContain('too-few-modules');
});

/** A module that hides @swc/core from dependency-cruiser, as if it had not been installed. */
function withoutSwc() {
  const code = `import { registerHooks } from 'node:module';
    registerHooks({ resolve(name, context, next) {
      if (name.startsWith('@swc/core') && context.parentURL?.includes('dependency-cruiser')) throw new Error('not installed');
      return next(name, context);
    } });`;
  return `data:text/javascript,${encodeURIComponent(code)}`;
}
