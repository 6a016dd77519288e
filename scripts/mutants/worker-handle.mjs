import { fork } from 'node:child_process';
import { join } from 'node:path';
import { childEnvironment, nodePath } from '../lib/project.mjs';

/** Enough time to stop a database in order, even on a busy machine. */
const STOP_MS_MAX = 60_000;
/** Limits memory: Vitest remembers every run. */
const TASKS_MAX = 600;

/** A worker process. It is started when needed, and again after it had to be ended. */
export class WorkerHandle {
  /** @type {import('node:child_process').ChildProcess | null} */
  #child = null;
  #taken = 0;

  /**
   * @param {string} tree @param {'unit' | 'server'} project
   * @param {{ coverage?: string, skipped?: string[] }} options `coverage`: a folder to record into; `skipped`: names of
   *   tests to leave out
   */
  constructor(tree, project, { coverage, skipped = [] }) {
    this.tree = tree;
    this.project = project;
    this.coverage = coverage;
    this.skipped = skipped;
  }

  /**
   * Runs tasks. `hung` is the id of a task that was silent for `silentMsMax`, or with which the process died: a mutant
   * may fill the memory. Others without an answer did not run.
   * @param {import('./worker.mjs').Task[]} tasks @param {number} silentMsMax
   * @returns {Promise<{ answers: import('./worker.mjs').Answer[], hung: number | null }>}
   */
  async run(tasks, silentMsMax) {
    if ((this.#taken += tasks.length) > TASKS_MAX) await this.stop();
    const child = (this.#child ??= await this.#start());
    /** @type {import('./worker.mjs').Answer[]} */
    const answers = [];
    let last = tasks[0]?.id ?? 0;
    const isHung = await new Promise((resolve) => {
      let timer = setTimeout(() => finish(true), silentMsMax);
      const finish = (/** @type {boolean} */ isHung) => {
        clearTimeout(timer);
        child.off('message', hear).off('exit', die);
        resolve(isHung);
      };
      const hear = (/** @type {any} */ message) => {
        clearTimeout(timer);
        timer = setTimeout(() => finish(true), silentMsMax);
        if (message === 'done') finish(false);
        else if ('started' in message) last = message.id;
        else answers.push(message);
      };
      const die = () => {
        this.#child = null;
        finish(true);
      };
      child.on('message', hear).once('exit', die);
      child.send(tasks);
    });
    if (isHung) await this.stop();
    return { answers, hung: isHung ? last : null };
  }

  async stop() {
    const child = this.#child;
    this.#child = null;
    this.#taken = 0;
    if (child === null || child.exitCode !== null) return;
    await new Promise((resolve) => {
      const hard = setTimeout(() => child.kill('SIGKILL'), STOP_MS_MAX);
      child.once('exit', () => {
        clearTimeout(hard);
        resolve(undefined);
      });
      // Not a signal: Vitest ends its process at one, and leaves the database running.
      if (child.connected) child.disconnect();
    });
  }

  async #start() {
    // The worker of the copy, so that Vitest finds everything there.
    const path = join(this.tree, 'scripts', 'mutants', 'worker.mjs');
    const mode = this.coverage === undefined ? 'judge' : 'record';
    const child = fork(path, [this.tree, this.project, mode, ...this.skipped], {
      cwd: this.tree,
      execPath: nodePath(),
      env: childEnvironment({
        NO_COLOR: '1',
        MUTANTS_ROOT: this.tree,
        ...(this.coverage === undefined ? {} : { MUTANTS_COVERAGE: this.coverage }),
      }),
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    await new Promise((resolve, reject) => {
      child.once('message', resolve);
      child.once('exit', (code) => reject(new Error(`the test worker did not start (${code})`)));
    });
    // A mutant may end the process after its last answer, too.
    child.once('exit', () => {
      if (this.#child === child) this.#child = null;
    });
    return child;
  }
}
