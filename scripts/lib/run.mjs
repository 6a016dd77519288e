import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { childEnvironment, ROOT } from './project.mjs';

// In a log file, colour codes are unreadable.
const PLAIN = { NO_COLOR: '1', FORCE_COLOR: undefined };

/** What runs now. @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/**
 * Passes INT, TERM and HUP on to every command that `run` started and has not ended. From then on none is started.
 * @param {() => void} onStop called at the first signal
 */
export function stopCommandsOnSignal(onStop) {
  forwardSignals(running, () => {
    if (!isStopping) onStop();
    isStopping = true;
  });
}
let isStopping = false;

/** Whether a signal has asked this process to stop. */
export function isInterrupted() {
  return isStopping;
}

/**
 * Runs a command to its end.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: Record<string, string>, quiet?: boolean }} [options] quiet: collect the output
 * @returns {Promise<{ code: number, output: string }>} code 127 when the command does not exist
 */
export function run(command, args, { cwd = ROOT, env = {}, quiet = false } = {}) {
  if (isStopping) return Promise.resolve({ code: 130, output: 'Not started: the run was interrupted.\n' });
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...childEnvironment(env), ...(quiet && !process.stdout.isTTY ? PLAIN : {}) },
      // Nothing here asks questions: on a build server nobody could answer.
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
      shell: process.platform === 'win32',
    });
    running.add(child);
    child.once('exit', () => running.delete(child));
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (chunk) => {
        output += chunk;
      });
    }
    child.once('error', (error) => resolve({ code: 127, output: `${output}${error.message}\n` }));
    child.once('close', (code, signal) => resolve({ code: exitCodeOf(code, signal), output }));
  });
}

/**
 * Passes signals on to the children until they end. The terminal itself sends Ctrl-C to them; a second signal could
 * mean "stop at once".
 * @param {Iterable<import('node:child_process').ChildProcess>} children
 * @param {() => void} [onStop] called when this process is asked to stop, before the children are
 */
export function forwardSignals(children, onStop = () => undefined) {
  /** @param {NodeJS.Signals} signal */
  const sendAll = (signal) => {
    for (const child of children) child.kill(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      onStop();
      if (signal !== 'SIGINT' || !process.stdin.isTTY) sendAll(signal);
    });
  }
  // npm sends SIGTERM to the shell between it and us, and the shell ends without passing it on.
  const shell = process.ppid;
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    onStop();
    sendAll('SIGTERM');
  }, 250);
  watch.unref();
}

/**
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 */
export function exitCodeOf(code, signal) {
  return code ?? 128 + (signal === null ? 1 : constants.signals[signal]);
}
