import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { keepServer } from './keep-server.mjs';
import { childEnvironment, nodePath, ROOT } from './project.mjs';
import { forwardSignals } from './run.mjs';

/** Runs the server until it ends normally or this process is asked to stop; a server that dies is restarted. */
export function runServer() {
  const main = join(ROOT, 'apps', 'server', 'src', 'main.ts');
  /** @type {import('node:child_process').ChildProcess[]} */
  const running = [];
  let isStopping = false;
  forwardSignals(running, () => {
    isStopping = true;
    // Between two servers there is no process to wait for.
    if (running.length === 0) process.exit(0);
  });
  keepServer({
    spawnServer: () => {
      const server = spawn(nodePath(), ['--disable-sigusr1', '--no-experimental-sqlite', main], {
        cwd: ROOT,
        env: childEnvironment(),
        stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      });
      running.splice(0, running.length, server);
      server.once('exit', () => running.splice(0));
      return server;
    },
    isStopping: () => isStopping,
    say: (text) => console.error(`\n  ${text}`),
    exit: (code) => process.exit(code),
  });
}
