import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT } from '../lib/project.mjs';

/** Copies the working tree without its history and builds: mutants are written only there. */
export function makeScratchTree() {
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'candor-mutants-')));
  for (const file of treeFiles()) {
    mkdirSync(dirname(join(scratch, file)), { recursive: true });
    copyFileSync(join(ROOT, file), join(scratch, file));
  }
  linkModules(scratch);
  return scratch;
}

/** Every file that is committed or could be, without pictures. */
function treeFiles() {
  return execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
    .split('\0')
    .filter((file) => file !== '' && !file.startsWith('docs/') && existsSync(join(ROOT, file)));
}

/** Installed packages are shared with the tree; links to our own packages must point into the copy. */
function linkModules(/** @type {string} */ scratch) {
  const from = join(ROOT, 'node_modules');
  const to = join(scratch, 'node_modules');
  mkdirSync(join(to, '@candor'), { recursive: true });
  for (const name of readdirSync(from)) {
    if (name !== '@candor') symlinkSync(join(from, name), join(to, name));
  }
  for (const name of readdirSync(join(from, '@candor'))) {
    const target = realpathSync(join(from, '@candor', name)).slice(realpathSync(ROOT).length + 1);
    symlinkSync(join(scratch, target), join(to, '@candor', name));
    // What a package has of its own, because another version is at the top.
    const own = join(ROOT, target, 'node_modules');
    if (existsSync(own)) symlinkSync(own, join(scratch, target, 'node_modules'));
  }
}
