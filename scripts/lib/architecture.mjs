import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, relative, sep } from 'node:path';
import { parseSync } from '@swc/core';
import { cruise } from 'dependency-cruiser';
import { ROOT } from './project.mjs';

/** @typedef {{ rule: string, path: string, detail: string }} Violation */

const FOLDERS = ['apps', 'packages'];
const LEFT_OUT = new Set(['node_modules', 'dist', 'coverage', '.cache']);
const IS_SOURCE = /\.tsx?$/;
const IS_TEST = /\.test\.tsx?$/;
const MAY_EXPORT_DEFAULT = /(^|\/)[^/]+\.config\.ts$|\.d\.ts$/;
const MAY_HOLD_SQL = [/-store\.ts$/, /\/services\/ledger\//, /\/platform\/db\//, /\/testing\//, IS_TEST];

/** `db.query<Row>()` promises a shape that is never checked. Tests may use it: they read their own data. */
const CASTS_ROWS = /\.query</;
const MAY_CAST_ROWS = [/\/platform\/db\//, /\/testing\//, IS_TEST];

/** What `pageOf` and the cursors of `paging.ts` do: one row more than the page has, and the refusal of a cursor. */
const PAGES_BY_HAND = /\b(limit|size) \+ 1\b|nextCursor: rows|fields: \{ cursor:/;
const MAY_PAGE = [/\/platform\/http\/paging\.ts$/, /\/testing\//, IS_TEST];

/** A line of a route table: `on(calls.listThings, listThings)`. */
const ROUTE_LINE = /\bon\(\s*(?:\w+\.)+(\w+),\s*(\w+|\()/g;
const IS_ROUTES = /^apps\/server\/src\/features\/.*\.routes\.ts$/;

/**
 * A statement in lower case at the start of a text, or its keywords in upper case anywhere. Prose ("Select one from
 * the list") is neither.
 */
const SQL = [
  /^\s*(select\s[\s\S]+\sfrom|insert\s+into|update\s+[\w."$]+\s+set|delete\s+from|with\s+\w+(\s*\([^)]*\))?\s+as\b|(create|alter|drop)\s+(table|index|schema|role|database|function|view|type))\s/,
  /\b(SELECT\s[\s\S]+\sFROM|INSERT\s+INTO|DELETE\s+FROM|UPDATE\s+[\w."$]+\s+SET|(CREATE|ALTER|DROP)\s+(TABLE|INDEX|SCHEMA|ROLE|DATABASE|FUNCTION|VIEW|TYPE))\s/,
];

/**
 * Checks a source tree against the import table and the rules about files.
 * @param {string} root
 * @returns {Promise<{ moduleCount: number, violations: Violation[] }>}
 */
export async function checkArchitecture(root) {
  const paths = FOLDERS.flatMap((folder) => sourceFiles(join(root, folder)));
  const names = paths.map((path) => relative(root, path).split(sep).join('/'));
  const imports = names.length === 0 ? { moduleCount: 0, violations: [] } : await checkImports(root);
  return { moduleCount: imports.moduleCount, violations: [...imports.violations, ...checkFiles(root, names)] };
}

/**
 * Only the rules about files. Names of other files than those the rules are about are left out.
 * @param {string} root
 * @param {readonly string[]} names
 * @returns {Violation[]}
 */
export function checkFiles(root, names) {
  const ours = names.filter((name) => IS_SOURCE.test(name) && FOLDERS.some((folder) => name.startsWith(`${folder}/`)));
  return ours.flatMap((name) => checkFile({ name, text: readFileSync(join(root, name), 'utf8') }));
}

/** @param {string} root */
async function checkImports(root) {
  const { forbidden, options } = createRequire(import.meta.url)(join(ROOT, '.dependency-cruiser.cjs'));
  const { enhancedResolveOptions, ...rest } = options;
  const ruleSet = { forbidden, options: {} };
  const folders = FOLDERS.filter((folder) => existsSync(join(root, folder)));
  const cruiseOptions = { ...rest, baseDir: root, validate: true, ruleSet };
  const { output } = await cruise(folders, cruiseOptions, enhancedResolveOptions);
  if (typeof output === 'string') throw new Error(`dependency-cruiser answered with text: ${output}`);
  const own = output.modules.filter(
    ({ source }) => /^(apps|packages)\//.test(source) && !source.includes('node_modules'),
  );
  const violations = output.summary.violations.map(({ rule, from, to, cycle }) => ({
    rule: rule.name,
    path: from,
    detail: cycle === undefined ? to : cycle.map(({ name }) => name).join(' → '),
  }));
  return { moduleCount: own.length, violations };
}

/**
 * @param {{ name: string, text: string }} file
 * @returns {Violation[]}
 */
function checkFile({ name, text }) {
  const found = [];
  if (/^index\.tsx?$/.test(basename(name)))
    found.push({ rule: 'no-barrels', path: name, detail: 'Name the file after what it holds.' });
  const { body } = parseSync(text, { syntax: 'typescript', tsx: name.endsWith('x'), target: 'es2024' });
  if (!MAY_EXPORT_DEFAULT.test(name) && body.some(isDefaultExport)) {
    found.push({ rule: 'no-default-exports', path: name, detail: 'A name that is the same everywhere can be found.' });
  }
  for (const arrow of body.flatMap(namedArrows)) {
    found.push({ rule: 'one-function-style', path: name, detail: `Write "function ${arrow}()": it has a name.` });
  }
  if (
    name.startsWith('apps/server/src/') &&
    !MAY_CAST_ROWS.some((pattern) => pattern.test(name)) &&
    CASTS_ROWS.test(text)
  ) {
    found.push({
      rule: 'rows-are-parsed',
      path: name,
      detail: 'Read rows with rowsOf and a schema beside the statement.',
    });
  }
  if (
    name.startsWith('apps/server/src/') &&
    !MAY_PAGE.some((pattern) => pattern.test(name)) &&
    PAGES_BY_HAND.test(text)
  )
    found.push({ rule: 'paging-once', path: name, detail: 'Use pageOf and the cursors of platform/http/paging.ts.' });
  if (IS_ROUTES.test(name))
    for (const [, call = '', handler = ''] of text.matchAll(ROUTE_LINE))
      if (handler !== call && handler !== `answer${call.charAt(0).toUpperCase()}${call.slice(1)}`)
        found.push({
          rule: 'handlers-are-named',
          path: name,
          detail: `The handler of ${call} is a function of that name; answer… where a use case has the name.`,
        });
  if (!MAY_HOLD_SQL.some((pattern) => pattern.test(name))) {
    const sql = textsIn(body).find(isSql);
    if (sql !== undefined) found.push({ rule: 'sql-in-stores', path: name, detail: sql.trim().split('\n')[0] ?? '' });
  }
  return found;
}

/**
 * Names of arrow functions at the top level of a module. An arrow with a type next to its name is allowed: a function
 * statement cannot have one.
 * @param {import('@swc/core').ModuleItem} statement
 * @returns {string[]}
 */
function namedArrows(statement) {
  const declared = statement.type === 'ExportDeclaration' ? statement.declaration : statement;
  if (declared.type !== 'VariableDeclaration' || declared.kind !== 'const') return [];
  return declared.declarations.flatMap(({ id, init }) =>
    id.type === 'Identifier' && !id.typeAnnotation && init?.type === 'ArrowFunctionExpression' ? [id.value] : [],
  );
}

/** @param {string} text */
function isSql(text) {
  // A clock is read with `select extract(epoch from …)`: that reads no table.
  const statement = `${text.replaceAll(/extract\s*\(\s*\w+\s+from\b/gi, 'extract(')} `;
  return SQL.some((pattern) => pattern.test(statement));
}

/** @param {import('@swc/core').ModuleItem} item */
function isDefaultExport(item) {
  if (item.type === 'ExportDefaultDeclaration' || item.type === 'ExportDefaultExpression') return true;
  if (item.type !== 'ExportNamedDeclaration') return false;
  return item.specifiers.some(
    (one) => one.type === 'ExportSpecifier' && (one.exported ?? one.orig).value === 'default',
  );
}

/**
 * Every string and template of a syntax tree. Each placeholder of a template becomes `$`.
 * @param {unknown} node
 * @returns {string[]}
 */
function textsIn(node) {
  if (Array.isArray(node)) return node.flatMap(textsIn);
  if (typeof node !== 'object' || node === null) return [];
  if ('type' in node && node.type === 'StringLiteral' && 'value' in node) return [String(node.value)];
  const inner = Object.values(node).flatMap(textsIn);
  if ('type' in node && node.type === 'TemplateLiteral' && 'quasis' in node && Array.isArray(node.quasis)) {
    return [node.quasis.map(({ raw }) => raw).join('$'), ...inner];
  }
  return inner;
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function sourceFiles(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (LEFT_OUT.has(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sourceFiles(path);
    return IS_SOURCE.test(entry.name) ? [path] : [];
  });
}
