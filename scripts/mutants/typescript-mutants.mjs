import swc from '@swc/core';
import { sqlEdits } from './sql-mutants.mjs';

/**
 * @typedef {{ start: number, end: number, text: string, within: string | null, sql?: boolean }} Edit one change of a
 *   file: the bytes from `start` to `end` become `text`. `within` is the nearest named function around it.
 * @typedef {{ type: string, span: { start: number, end: number } } & Record<string, any>} Node
 */

const COMPARISONS = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
};
const OPERATORS = {
  ...COMPARISONS,
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&'],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '**': ['*'],
  '&': ['|'],
  '|': ['&'],
  '^': ['&'],
  '<<': ['>>'],
  '>>': ['<<'],
  '>>>': ['<<'],
};
const METHODS = {
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  floor: 'ceil',
  ceil: 'floor',
  find: 'findLast',
  findLast: 'find',
  indexOf: 'lastIndexOf',
  unshift: 'push',
  add: 'delete',
};
/** Method calls that can be removed, so that only the receiver is left. */
const PASSES = new Set(
  'filter sort toSorted reverse toReversed slice trim toLowerCase toUpperCase normalize'.split(' '),
);
/** Log calls: engineers read them, but no code depends on them. */
const LOG_CALL = /^(?:await )?(?:[\w.]+\.)?(?:log|logger|console)\??\.(?:trace|debug|info|warn|error|fatal)\(/;
const IS_SQL =
  /\b(?:select\s[\s\S]+\bfrom|insert\s+into|update\s+\w+[\s\S]*\bset|delete\s+from|with\s+\w+|where|order\s+by|select\s+\w+\()/;

/**
 * Every change worth trying in a TypeScript or JavaScript source, in the order of the text.
 * @param {string} source
 * @returns {Edit[]}
 */
export function typescriptEdits(source) {
  const bytes = Buffer.from(source.replace(/^#!/, '//'));
  // The parser counts positions from the first token: the added statement makes that the first byte.
  const PREFIX = '0;';
  const { body } = swc.parseSync(PREFIX + bytes.toString(), { syntax: 'typescript', target: 'es2024' });
  const shift = body[0].span.start + PREFIX.length;
  const walk = new Walk(bytes, shift);
  for (const item of body.slice(1)) walk.visit(item, null);
  const seen = new Set();
  return walk.edits
    .filter(({ start, end, text }) => {
      const key = `${start} ${end} ${text}`;
      return bytes.toString('utf8', start, end) !== text && !seen.has(key) && seen.add(key);
    })
    .toSorted((a, b) => a.start - b.start || a.end - b.end);
}

class Walk {
  /** @readonly @type {Edit[]} */
  edits = [];

  /** @param {Buffer} bytes @param {number} shift */
  constructor(bytes, shift) {
    this.bytes = bytes;
    this.shift = shift;
  }

  /** @param {any} node @param {string | null} within */
  visit(node, within) {
    if (Array.isArray(node)) {
      for (const one of node) this.visit(one, within);
      return;
    }
    if (typeof node !== 'object' || node === null) return;
    if (typeof node.type === 'string') {
      if (skips(node)) return;
      if (node.type === 'ExpressionStatement' && LOG_CALL.test(this.text(node))) return;
      this.mutate(node, within);
      if (isAssertion(node)) {
        this.visit(node.arguments[0], within);
        return;
      }
      // A message for a programmer.
      if (node.type === 'NewExpression' && String(node.callee.value).endsWith('Error')) return;
    }
    const inner = nameOf(node) ?? within;
    if (node.type === 'ObjectExpression') {
      // The name of a prepared statement is for the database's cache.
      const keys = node.properties.map((/** @type {Node} */ one) => one.key?.value ?? one.value);
      if (keys.includes('name') && keys.includes('text')) {
        this.visit(
          node.properties.filter((/** @type {Node} */ one) => one.key?.value !== 'name'),
          inner,
        );
        return;
      }
    }
    for (const [key, value] of Object.entries(node)) {
      if (key !== 'key' || node.computed === true) this.visit(value, inner);
    }
  }

  /** @param {Node} node @param {string | null} within */
  mutate(node, within) {
    const add = (/** @type {number} */ start, /** @type {number} */ end, /** @type {string} */ text, sql = false) =>
      this.edits.push({ start, end, text, within, ...(sql ? { sql } : {}) });
    const replace = (/** @type {Node} */ one, /** @type {string} */ text) => add(this.from(one), this.to(one), text);

    switch (node.type) {
      case 'BinaryExpression': {
        const at = this.bytes.indexOf(node.operator, this.to(node.left));
        for (const text of OPERATORS[node.operator] ?? []) add(at, at + node.operator.length, text);
        if (node.operator === '&&' || node.operator === '||') {
          replace(node, this.text(node.right));
          replace(node, this.text(node.left));
        }
        break;
      }
      case 'UnaryExpression':
        if (node.operator === '!' || node.operator === '-') replace(node, this.text(node.argument));
        break;
      case 'UpdateExpression':
        replace(
          node,
          this.text(node).replace(/\+\+|--/, (sign) => (sign === '++' ? '--' : '++')),
        );
        break;
      case 'AssignmentExpression': {
        const swapped = { '+=': '-=', '-=': '+=', '*=': '/=', '??=': '=', '||=': '=', '&&=': '=' }[node.operator];
        if (swapped !== undefined) {
          const at = this.bytes.indexOf(node.operator, this.to(node.left));
          add(at, at + node.operator.length, swapped);
        }
        break;
      }
      case 'BooleanLiteral':
        replace(node, String(!node.value));
        break;
      case 'NumericLiteral':
        replace(node, Number.isInteger(node.value) ? String(node.value + 1) : String(node.value * 2));
        break;
      case 'BigIntLiteral':
        replace(node, `${BigInt(this.text(node).slice(0, -1).replaceAll('_', '')) + 1n}n`);
        break;
      case 'StringLiteral':
        if (IS_SQL.test(node.value)) this.sql(this.from(node) + 1, this.to(node) - 1, add);
        else replace(node, node.value === '' ? "'mutant'" : "''");
        break;
      case 'TemplateLiteral':
        if (IS_SQL.test(node.quasis.map((/** @type {{ raw: string }} */ { raw }) => raw).join('$1'))) {
          for (const quasi of node.quasis) this.sql(this.from(quasi), this.to(quasi), add);
        } else if (node.quasis.some((/** @type {{ raw: string }} */ { raw }) => raw !== '')) replace(node, '``');
        break;
      case 'RegExpLiteral':
        for (const text of regexEdits(this.text(node))) replace(node, text);
        break;
      case 'IfStatement':
      case 'ConditionalExpression':
        replace(node.test, 'true');
        replace(node.test, 'false');
        break;
      case 'WhileStatement':
      case 'DoWhileStatement':
        replace(node.test, 'false');
        break;
      case 'ForStatement':
        if (node.test !== null) replace(node.test, 'false');
        break;
      case 'ExpressionStatement':
        if (node.expression.type === 'AwaitExpression') replace(node, `void ${this.text(node.expression.argument)};`);
        replace(node, ';');
        break;
      case 'ThrowStatement':
      case 'ContinueStatement':
      case 'BreakStatement':
        replace(node, ';');
        break;
      case 'ReturnStatement':
        if (node.argument === null) replace(node, ';');
        break;
      case 'OptionalChainingExpression': {
        const from = this.to(node.base.object ?? node.base.callee);
        const at = this.bytes.indexOf('?.', from);
        if (at < 0 || at >= this.to(node)) break;
        add(at, at + 2, this.bytes[at + 2] === 0x5b || this.bytes[at + 2] === 0x28 ? '' : '.');
        break;
      }
      case 'CallExpression':
        this.call(node, add);
        break;
      default:
    }
  }

  /** @param {Node} node @param {(start: number, end: number, text: string) => void} add */
  call(node, add) {
    const { callee } = node;
    if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
    const name = callee.property.value;
    if (Object.hasOwn(METHODS, name)) add(this.from(callee.property), this.to(callee.property), METHODS[name]);
    if (PASSES.has(name)) add(this.to(callee.object), this.to(node), '');
  }

  /** @param {number} start @param {number} end @param {(start: number, end: number, text: string, sql: boolean) => void} add */
  sql(start, end, add) {
    const text = this.bytes.toString('utf8', start, end);
    for (const edit of sqlEdits(text)) {
      const from = start + Buffer.byteLength(text.slice(0, edit.start));
      add(from, from + Buffer.byteLength(text.slice(edit.start, edit.end)), edit.text, true);
    }
  }

  /** @param {Node} node */
  from(node) {
    return node.span.start - this.shift;
  }

  /** @param {Node} node */
  to(node) {
    return node.span.end - this.shift;
  }

  /** @param {Node} node */
  text(node) {
    return this.bytes.toString('utf8', this.from(node), this.to(node));
  }
}

/** @param {Node} node types and imports have nothing that runs */
function skips(node) {
  if (/^(?:Import|Export(?:All|Named))Declaration$/.test(node.type)) return true;
  if (node.declare === true) return true;
  if (!node.type.startsWith('Ts')) return false;
  return !/^Ts(?:As|NonNull|Const|Satisfies)/.test(node.type);
}

/** @param {Node} node `assert(condition, message)` */
function isAssertion(node) {
  return node.type === 'CallExpression' && String(node.callee.value).startsWith('assert');
}

/** @param {any} node */
function nameOf(node) {
  if (node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression') return node.identifier?.value ?? null;
  if (node.type === 'ClassMethod' || node.type === 'MethodProperty') return node.key.value ?? null;
  return null;
}

/** @param {string} text a literal such as /^a+$/u */
function regexEdits(text) {
  const end = text.lastIndexOf('/');
  const pattern = text.slice(1, end);
  const flags = text.slice(end);
  const edits = [];
  if (pattern.startsWith('^')) edits.push(pattern.slice(1));
  if (pattern.endsWith('$') && !pattern.endsWith('\\$')) edits.push(pattern.slice(0, -1));
  const plus = /(?<!\\)\+/.exec(pattern);
  if (plus !== null) edits.push(`${pattern.slice(0, plus.index)}*${pattern.slice(plus.index + 1)}`);
  const bounds = /\{(\d+)(,\d*)?\}/.exec(pattern);
  if (bounds !== null) {
    const more = `{${Number(bounds[1]) + 1}${bounds[2] ?? ''}}`;
    edits.push(pattern.slice(0, bounds.index) + more + pattern.slice(bounds.index + bounds[0].length));
  }
  return edits.filter((one) => one !== '').map((one) => `/${one}${flags}`);
}
