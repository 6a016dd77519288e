/**
 * `npm run check:architecture [-- <folder> [<floor>]]`: prints every breach of the import table in ARCHITECTURE.md and
 * fails. It also fails below `floor` modules: a checker that reads nothing finds nothing. Raise `floor` as code grows.
 * With `--files <file>…` it checks only the rules about files, in these: `npm run check` does so while no import changed.
 */
import { checkArchitecture, checkFiles } from './lib/architecture.mjs';
import { ROOT } from './lib/project.mjs';

const MODULES_MIN = 150;

const [first, ...names] = process.argv.slice(2);
if (first === '--files') report(checkFiles(ROOT, names), `${names.length} files`);
else await checkTree(first ?? ROOT, Number(names[0] ?? MODULES_MIN));

/**
 * @param {string} root
 * @param {number} floor
 */
async function checkTree(root, floor) {
  const { moduleCount, violations } = await checkArchitecture(root);
  if (moduleCount < floor) {
    console.error(
      `too-few-modules: ${moduleCount} were read, and there are at least ${floor}. Is @swc/core installed?`,
    );
    process.exitCode = 1;
  }
  report(violations, `${moduleCount} modules`);
}

/**
 * @param {readonly import('./lib/architecture.mjs').Violation[]} violations
 * @param {string} checked
 */
function report(violations, checked) {
  for (const { rule, path, detail } of violations) console.error(`${rule}: ${path}: ${detail}`);
  if (violations.length > 0) process.exitCode = 1;
  console.log(`${checked}, ${violations.length} violations`);
}
