/**
 * `npm run check:architecture [-- <folder> [<floor>]]`: prints every breach of the import table in ARCHITECTURE.md and
 * fails. It also fails below `floor` modules: a checker that reads nothing finds nothing. Raise `floor` as code grows.
 */
import { checkArchitecture } from './lib/architecture.mjs';
import { ROOT } from './lib/project.mjs';

const MODULES_MIN = 150;

const [root = ROOT, floor = String(MODULES_MIN)] = process.argv.slice(2);
const { moduleCount, violations } = await checkArchitecture(root);
for (const { rule, path, detail } of violations) console.error(`${rule}: ${path}: ${detail}`);
if (moduleCount < Number(floor)) {
  console.error(`too-few-modules: ${moduleCount} were read, and there are at least ${floor}. Is @swc/core installed?`);
  process.exitCode = 1;
}
if (violations.length > 0) process.exitCode = 1;
console.log(`${moduleCount} modules, ${violations.length} violations`);
