/** `npm start`: from a bare clone to a running platform. Needs Node 20 and nothing else. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { buildClient, isClientStale } from './lib/client-build.mjs';
import { installWhatIsMissing } from './lib/install.mjs';
import { checkNodeVersion, childEnvironment, nodePath, ROOT } from './lib/project.mjs';
import { exitCodeOf, forwardSignals } from './lib/run.mjs';

checkNodeVersion();
try {
  await installWhatIsMissing();
  if (isClientStale()) {
    console.log('Building the client.');
    if ((await buildClient()).code !== 0) throw new Error('The client could not be built.');
  }
  console.log('Starting the server.');
  startServer();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function startServer() {
  const main = join(ROOT, 'apps', 'server', 'src', 'main.ts');
  const server = spawn(nodePath(), [main], { cwd: ROOT, env: childEnvironment(), stdio: 'inherit' });
  forwardSignals([server]);
  server.once('error', (error) => {
    console.error(error.message);
    process.exit(1);
  });
  server.once('exit', (code, signal) => process.exit(exitCodeOf(code, signal)));
}
