/** `npm run dev`: runs the server, restarted at every change, and the development servers of both apps together. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { installWhatIsMissing } from './lib/install.mjs';
import { checkNodeVersion, childEnvironment, nodePath, ROOT } from './lib/project.mjs';
import { exitCodeOf, forwardSignals } from './lib/run.mjs';

checkNodeVersion();
await installWhatIsMissing();

const port = process.env.PORT ?? '8080';
const children = [
  startChild('server', '\u001B[36m', [join('apps', 'server', 'src', 'main.ts')], {
    nodeArgs: ['--watch', '--watch-preserve-output'],
  }),
  startChild('client', '\u001B[35m', [join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js')], {
    cwd: join(ROOT, 'apps', 'client'),
  }),
  startChild('console', '\u001B[33m', [join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js')], {
    cwd: join(ROOT, 'apps', 'console'),
  }),
];
forwardSignals(children);

/**
 * @param {string} name
 * @param {string} colour
 * @param {readonly string[]} args
 * @param {{ cwd?: string, nodeArgs?: readonly string[] }} options
 */
function startChild(name, colour, args, { cwd = ROOT, nodeArgs = [] }) {
  const env = childEnvironment({ CANDOR_SERVER: process.env.CANDOR_SERVER ?? `http://127.0.0.1:${port}` });
  const child = spawn(nodePath(), [...nodeArgs, ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const prefix = process.stdout.isTTY ? `${colour}${name}\u001B[39m | ` : `${name} | `;
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => console.log(prefix + line));
  }
  // Half a development environment is confusing: when one process ends, the other ends too.
  child.once('exit', (code, signal) => {
    process.exitCode ||= exitCodeOf(code, signal);
    for (const other of children) if (other !== child) other.kill('SIGTERM');
  });
  return child;
}
