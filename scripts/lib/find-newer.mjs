import { parse } from 'acorn';
import { full } from 'acorn-walk';
import postcss from 'postcss';
import { newerMembers, newerStyles } from './newer-than-oldest.ts';

/** The syntax that all supported browsers read: the newest of Chrome 109, Safari 16.4 and Firefox 115 together. */
const SYNTAX = 2022;
/**
 * Names of our own or of libraries too: nobody can tell from a script whose they are. The journey of e2e/browsers.spec.ts removes
 * these functions as well.
 */
const OURS = new Set([
  'toArray',
  'resize',
  'lock',
  'login',
  'when',
  'handle',
  'getName',
  'with',
  'union',
  'intersection',
  'difference',
  'take',
  'drop',
  'flatMap',
  'chunks',
  'duration',
  'search',
  'transform',
]);

const { members, olderNames } = newerMembers();
const statics = new Set(
  members.filter(({ isStatic, name }) => isStatic && name !== '').map(({ owner, name }) => `${owner}.${name}`),
);
const owners = new Set(members.filter(({ name }) => name === '').map(({ owner }) => owner));
const methods = new Set(
  members
    .filter(({ isStatic, name }) => !isStatic && name !== '' && !OURS.has(name) && !olderNames.has(name))
    .map(({ name }) => name),
);
const styles = newerStyles();
/** Colours that a script writes into a style. Shorter names are also names of functions. */
const COLOURS = /(?<![\w-])(light-dark|color-mix|contrast-color|oklch|oklab)\(/g;

/**
 * The functions and interfaces in a script that one of the oldest browsers lacks. Throws where it cannot read the script.
 * @param {string} script
 * @param {{ ecmaVersion?: 5 | 2022, sourceType?: 'script' | 'module' }} [options]
 * @returns {Set<string>}
 */
export function newerInScript(script, { ecmaVersion = SYNTAX, sourceType = 'module' } = {}) {
  /** @type {Set<string>} */
  const found = new Set();
  full(parse(script, { ecmaVersion, sourceType }), (node) => {
    if (node.type === 'CallExpression' && isPlainMember(node.callee)) {
      const { object, property } = node.callee;
      const isGlobal = object.type === 'Identifier' && statics.has(`${object.name}.${property.name}`);
      if (isGlobal) found.add(`${object.name}.${property.name}`);
      else if (methods.has(property.name)) found.add(property.name);
    }
    for (const text of textsOf(node))
      for (const [, name] of text.matchAll(COLOURS)) if (styles.functions.has(name)) found.add(`${name}()`);
    const owner = node.type === 'NewExpression' ? node.callee : node.type === 'MemberExpression' ? node.object : null;
    if (owner?.type === 'Identifier' && owners.has(owner.name)) found.add(owner.name);
    const inner = isPlainMember(owner) && owner.object.type === 'Identifier' && owner.object.name === 'Intl';
    if (inner && owners.has(owner.property.name)) found.add(`Intl.${owner.property.name}`);
  });
  return found;
}

/** @param {import('acorn').AnyNode} node */
function textsOf(node) {
  if (node.type === 'Literal' && typeof node.value === 'string') return [node.value];
  return node.type === 'TemplateElement' ? [node.value.cooked ?? ''] : [];
}

/** @param {import('acorn').AnyNode | null} node */
function isPlainMember(node) {
  return node?.type === 'MemberExpression' && !node.computed && node.property.type === 'Identifier';
}

/**
 * The words of a style sheet that one of the oldest browsers lacks. What asks with `@supports` first is fine.
 * @param {string} sheet
 * @returns {Set<string>}
 */
export function newerInStyles(sheet) {
  /** @type {Set<string>} */
  const found = new Set();
  postcss.parse(sheet).walk((node) => {
    if (isGuarded(node)) return;
    if (node.type === 'atrule') {
      if (styles.atRules.has(node.name)) found.add(`@${node.name}`);
    } else if (node.type === 'rule') {
      if (node.parent?.type === 'rule') found.add('a rule in a rule');
      for (const [, name] of node.selector.matchAll(/(?<!\\):{1,2}([a-z-]+)/g))
        if (!name.startsWith('-') && styles.selectors.has(name))
          found.add(
            name === 'has' && !/\.m_\w{7,8}\b/.test(node.selector)
              ? `:has of ${node.selector.slice(0, 60)}`
              : `:${name}`,
          );
    } else if (node.type === 'decl') {
      if (!node.prop.startsWith('-') && styles.properties.has(node.prop)) found.add(node.prop);
      for (const [, name] of node.value.matchAll(/(?<![\w-])([a-z][a-z-]+)\(/g))
        if (styles.functions.has(name)) found.add(`${name}()`);
    }
  });
  return found;
}

/** @param {import('postcss').ChildNode} node */
function isGuarded(node) {
  for (let above = node.parent; above !== undefined; above = above.parent)
    if (above.type === 'atrule' && above.name === 'supports') return true;
  return false;
}
