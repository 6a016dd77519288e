/**
 * Run `node scripts/complete-lock.mjs` after every change of dependencies. npm leaves packages for other machines out
 * of package-lock.json when it could not load them, and `npm ci` then refuses the file. This script adds them by name
 * and version; npm skips them here and installs them on machines they are made for.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { completeLock } from './lib/lock-file.mjs';
import { ROOT } from './lib/project.mjs';

const path = join(ROOT, 'package-lock.json');
const lock = JSON.parse(readFileSync(path, 'utf8'));
const added = completeLock(lock);
if (added.length > 0) writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
console.log(added.length === 0 ? 'package-lock.json is complete.' : `Added ${added.length}:\n${added.join('\n')}`);
