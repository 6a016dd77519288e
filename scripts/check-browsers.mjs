/**
 * `node scripts/check-browsers.mjs`, after a build: fails if a script or a style sheet of an app needs more than the oldest supported
 * browsers have (docs/decisions/101-supported-browsers.md).
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { newerInScript, newerInStyles } from './lib/find-newer.mjs';
import { ROOT } from './lib/project.mjs';

/** What packages/ui/src/browsers/missing-functions.ts brings. Workers do not have it. */
const BROUGHT = ['toSorted', 'toReversed', 'isWellFormed', 'AbortSignal.any', 'URL.canParse', 'checkVisibility'];
/** What a script asks for before it uses it, or works without. Each with the reason. */
/** @type {Record<string, string>} */
const OPTIONAL = {
  'color-mix()': 'Mantine: of a function that we do not call',
  'oklch()': 'Mantine: of a function that we do not call',
  showPopover: 'toast.tsx asks first',
  hidePopover: 'toast.tsx asks first',
  vibrate: 'settlement-signals.ts asks first',
  requestPermission: 'asked for where there are notifications',
  canShare: 'share-sheet.tsx asks first',
  share: 'share-sheet.tsx asks canShare first',
  startViewTransition: 'React uses it for its own ViewTransition, which we do not',
  getTransports: '@simplewebauthn/browser asks first',
  getPublicKeyAlgorithm: '@simplewebauthn/browser asks first',
  getPublicKey: '@simplewebauthn/browser asks first',
  getAuthenticatorData: '@simplewebauthn/browser asks first',
  toHex: '@noble/hashes asks first',
  fromHex: '@noble/hashes asks first',
  locale: 'dayjs: a method of its own',
};
/** @type {Record<string, string>} */
const OPTIONAL_STYLES = {
  resize: 'on phones nobody drags a field',
  'text-autospace': 'a smaller gap between Han and Latin letters',
  'text-wrap': 'lines break in another place',
  'scrollbar-color': 'scroll bars in the colour of the system',
  'scrollbar-width': 'scroll bars in the width of the system',
  'field-sizing': 'a field keeps its height and scrolls',
  'mask-image': 'with a prefix beside it',
  'backdrop-filter': 'with a prefix beside it',
  'user-select': 'with a prefix beside it',
  'text-box-trim': 'Mantine: a title stands a pixel lower',
  'text-box-edge': 'Mantine: a title stands a pixel lower',
  'forced-color-adjust': 'Safari has no forced colours',
  'rect()': 'Mantine: of `clip`, which all know',
  '@starting-style': 'a dialog is there at once instead of fading in',
  '@property': 'Tailwind sets the same values by @supports',
  ':selection': 'phones choose the colour of a selection',
  ':popover-open': 'within :is(), beside [open]',
  ':open': 'within :is(), beside [open]',
  ':has': 'Mantine: room for a scroll bar, colours of disabled buttons',
  ':has of html:has(dialog.ui-modal[open])': 'the page behind a dialog can be scrolled',
  ':has of html:has([data-workspace])': 'later.css holds the page still by its body',
  ':has of :is(.has-\\[\\[data-sticky-action\\]\\]\\:\\[--help-room\\:0px\\]\\!:': 'more room at the end of a page',
  ':has of body:has([data-print]) :not(:has([data-print]),[data-print],': 'the whole page is printed',
  ':has of dialog:not(:has([data-print]),[data-print])': 'an open dialog is printed',
  ':has of html:has([data-print])': 'the whole page is printed',
  ':has of :root[data-captcha=off] #first-screen form>div:has(#login-co': 'the code field is there until the app is',
  ':has of :is(:where(.group\\/shell):has([data-workspace]) .group-has-\\': 'the footer follows the workspace',
  ':has of :is(:where(.group\\/shell):has([data-composer]) .group-has-\\[': 'the footer is below the field of the chat',
  ':has of :is(:where(.group\\/shell):has([data-workspace=desk]) .group-': 'the trade page has a footer',
  ':has of :is(:where(.group\\/shell):has([data-workspace]) .sideways\\:g':
    'the note about a lost connection stays below the bar',
  ':has of :is(:where(.group\\/shell):not(:has([data-workspace])) .group': 'the note about a lost network is a pill',
  ':has of .max-xl\\:has-\\[\\[data-shell-note\\]\\]\\:\\[--shell-note\\:1\\.75r': 'it lies over the top of the page',
  ':has of :root:has(.side-panel) .statement-accounts': 'accounts beside an open entry are as wide as without it',
  ':has of :root:has(.side-panel) :is(.statement-sums>div:not([data-sta':
    'beside an open entry all sums stay, and the list is shorter',
  ':has of .side-panel .facts>div:has(.account-number)': 'an account number may need two lines',
  ':has of .xl\\:has-\\[\\>\\:only-child\\]\\:grid-cols-1:has(>:only-child)': 'a single block is half as wide',
  ':has of :is(:where(.group\\/shell):has(:is(div[aria-busy=true])) .gro': 'the footer is there while a page loads',
  ':has of .has-focus-visible\\:outline-2:has(:focus-visible)': 'later.css has another ring',
  ':has of .has-focus-visible\\:outline-offset-2:has(:focus-visible)': 'later.css has another ring',
  ':has of .has-focus-visible\\:outline-focus:has(:focus-visible)': 'later.css has another ring',
  ":has of .has-\\[\\[data-sticky-action\\=\\'last\\'\\]\\]\\:pb-\\[var\\(--shell": 'more room below the last button',
};

/** @type {string[]} */
const problems = [];
const seen = new Set();
let read = 0;
for (const app of ['client', 'console']) {
  const dist = join(ROOT, 'apps', app, 'dist');
  if (!existsSync(dist)) throw new Error(`${dist} is missing: run npm run build first`);
  for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(?:js|css|html)$/.test(file)) continue;
    read += 1;
    check(`${app}/${file}`, readFileSync(join(dist, file), 'utf8'));
  }
}
for (const name of [...BROUGHT, ...Object.keys(OPTIONAL), ...Object.keys(OPTIONAL_STYLES)])
  if (!seen.has(name)) problems.push(`${name} is used nowhere: take it off the list in scripts/check-browsers.mjs`);
if (read < 100) problems.push(`only ${read} files were read`);
console.log(problems.length === 0 ? `${read} files fit the oldest supported browsers.` : problems.join('\n'));
process.exitCode = problems.length === 0 ? 0 : 1;

/**
 * @param {string} file
 * @param {string} text
 */
function check(file, text) {
  if (file.endsWith('.css')) return note(file, newerInStyles(text), Object.keys(OPTIONAL_STYLES));
  if (file.endsWith('.js')) return checkScript(file, text);
  for (const [index, [, script = '']] of [...text.matchAll(/<script>([^]*?)<\/script>/g)].entries())
    checkScript(`${file} script ${index}`, script, index === 0 ? 5 : 2022);
  for (const [, sheet = ''] of text.matchAll(/<style[^>]*>([^]*?)<\/style>/g))
    note(file, newerInStyles(sheet), Object.keys(OPTIONAL_STYLES));
}

/**
 * @param {string} file
 * @param {string} text
 * @param {5 | 2022} [ecmaVersion]
 */
function checkScript(file, text, ecmaVersion = file.endsWith('/old.js') ? 5 : 2022) {
  const isWorker = /worker|\bsw\.js$|workbox/.test(basename(file));
  const isChecked = ecmaVersion === 2022 && !file.endsWith('/missing.js');
  try {
    const newer = newerInScript(text, { ecmaVersion, sourceType: ecmaVersion === 5 ? 'script' : 'module' });
    if (isChecked) note(file, newer, [...(isWorker ? [] : BROUGHT), ...Object.keys(OPTIONAL)]);
  } catch (error) {
    problems.push(`${file}: ${String(error)}`);
  }
}

/**
 * @param {string} file
 * @param {Set<string>} newer
 * @param {readonly string[]} allowed
 */
function note(file, newer, allowed) {
  for (const name of newer) {
    seen.add(name);
    if (!allowed.includes(name)) problems.push(`${file}: ${name} is newer than the oldest supported browsers`);
  }
}
