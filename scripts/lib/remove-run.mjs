/** `node remove-run.mjs <folder>`: waits for the end of its input, then ends and removes a test run (run-folder.ts). */
import { execFileSync } from 'node:child_process';
import { lstatSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A server stops within 10 s, its database with it. */
const STOP_MS_MAX = 12_000;
const KILL_MS_MAX = 5_000;
const LOOK_MS = 100;
/** Where the server puts the data of a database that cannot be in its DATA_DIR (binaries.ts). */
const SHARED_FOLDER = '/var/lib/candor/';

const [folder = ''] = process.argv.slice(2);
if (!basename(folder).startsWith('candor-run-')) throw new Error(`${folder} is not the folder of a test run.`);

// No signal of the run ends this process: it is what comes after.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
process.stdin.resume();
process.stdin.once('close', () => void remove());

async function remove() {
  // A server stops its database and its own children. A database that nobody stops is stopped after them.
  await end((name) => name !== 'postgres', 'SIGTERM', STOP_MS_MAX);
  // As `pg_ctl stop -m fast` does: a killed database would leave shared memory behind.
  await end(() => true, 'SIGINT', STOP_MS_MAX);
  removeData();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/**
 * Ends the processes of the run whose names are chosen.
 * @param {(name: string) => boolean} chosen
 * @param {NodeJS.Signals} signal asks them to; after `msMax` they are killed
 * @param {number} msMax
 */
async function end(chosen, signal, msMax) {
  const left = () => processes().filter(({ name }) => chosen(name));
  for (const { pid } of left()) send(pid, signal);
  if (await isTrueWithin(() => left().length === 0, msMax)) return;
  await isTrueWithin(() => {
    const found = left();
    for (const { pid } of found) send(pid, 'SIGKILL');
    return found.length === 0;
  }, KILL_MS_MAX);
}

/** @param {() => boolean} holds @param {number} msMax */
async function isTrueWithin(holds, msMax) {
  for (const deadline = Date.now() + msMax; Date.now() < deadline; await sleep(LOOK_MS)) if (holds()) return true;
  return holds();
}

/**
 * Every process that has the folder as its TMPDIR, or works in it.
 * @returns {{ pid: number, name: string }[]}
 */
function processes() {
  return process.platform === 'linux' ? processesOfLinux() : processesOfPs();
}

function processesOfLinux() {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => {
    try {
      const isOurs =
        `\0${readFileSync(`/proc/${pid}/environ`, 'utf8')}`.includes(`\0TMPDIR=${folder}\0`) ||
        readlinkSync(`/proc/${pid}/cwd`).startsWith(`${folder}/`);
      // A killed process that nobody waited for is still listed.
      const [name = '', state = ''] = nameAndState(readFileSync(`/proc/${pid}/stat`, 'utf8'));
      return isOurs && state !== 'Z' ? [{ pid: Number(pid), name }] : [];
    } catch {
      // It has ended, or is another user's.
      return [];
    }
  });
}

/** @param {string} stat */
function nameAndState(stat) {
  const end = stat.lastIndexOf(')');
  return [stat.slice(stat.indexOf('(') + 1, end), stat[end + 2]];
}

/** On macOS `ps -E` shows the environment of our own processes behind their command. */
function processesOfPs() {
  const list = execFileSync('ps', ['-axEww', '-o', 'pid=,command='], { encoding: 'utf8', maxBuffer: 2 ** 26 });
  return [...list.matchAll(/^ *(\d+) +(\S+)(.*)$/gm)].flatMap(([, pid, command = '', rest = '']) =>
    Number(pid) !== process.pid && rest.includes(folder) ? [{ pid: Number(pid), name: basename(command) }] : [],
  );
}

/** @param {number} pid @param {NodeJS.Signals} signal */
function send(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
}

/** A database that could not be inside its DATA_DIR has a link there (placement.ts). */
function removeData() {
  for (const path of linksIn(folder, 3)) {
    try {
      const data = dirname(realpathSync(path));
      if (data.startsWith(SHARED_FOLDER)) rmSync(data, { recursive: true, force: true });
    } catch {
      // It leads nowhere.
    }
  }
}

/**
 * @param {string} inside
 * @param {number} depth
 * @returns {string[]}
 */
function linksIn(inside, depth) {
  return readdirSync(inside, { withFileTypes: true }).flatMap((entry) => {
    const path = join(inside, entry.name);
    if (entry.isDirectory() && depth > 1) return linksIn(path, depth - 1);
    return entry.name === 'postgres' && lstatSync(path).isSymbolicLink() ? [path] : [];
  });
}
