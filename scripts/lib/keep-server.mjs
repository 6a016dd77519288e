import { exitCodeOf } from './run.mjs';

const FIRST_WAIT_MS = 200;
const MAX_WAIT_MS = 30_000;
const STABLE_MS = 60_000;

/**
 * Starts the server, and restarts it when it dies: after 0.2 s, then after waits that double up to 30 s. After a run of
 * a minute the wait is 0.2 s again. A server that never came up is not restarted: wrong settings stay wrong.
 * @param {{
 *   spawnServer: () => Pick<import('node:child_process').ChildProcess, 'on'>,
 *   isStopping: () => boolean,
 *   say: (text: string) => void,
 *   exit: (code: number) => void,
 * }} options spawnServer: the server sends `{ type: 'ready' }` over IPC when it is up
 */
export function keepServer({ spawnServer, isStopping, say, exit }) {
  let wasReady = false;
  let waitMs = 0;

  const start = () => {
    const startedAt = performance.now();
    let isOver = false;
    const server = spawnServer();
    server.on('message', (message) => {
      if (message?.type === 'ready') wasReady = true;
    });
    const end = (/** @type {string} */ why, /** @type {number} */ code) => {
      if (isOver) return;
      isOver = true;
      if (isStopping() || code === 0 || !wasReady) {
        exit(code);
        return;
      }
      waitMs =
        waitMs === 0 || performance.now() - startedAt >= STABLE_MS ? FIRST_WAIT_MS : Math.min(MAX_WAIT_MS, waitMs * 2);
      say(`The server died (${why}). It is started again in ${waitMs / 1000} s.`);
      setTimeout(() => (isStopping() ? exit(code) : start()), waitMs);
    };
    server.on('exit', (code, signal) =>
      end(signal === null ? `exit code ${code}` : `signal ${signal}`, exitCodeOf(code, signal)),
    );
    server.on('error', (error) => end(error.message, 1));
  };
  start();
}
