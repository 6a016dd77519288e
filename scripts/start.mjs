/** `npm start`: from a bare clone to a running platform. Needs Node 20 and nothing else. */
import { buildClient, isClientStale } from './lib/client-build.mjs';
import { installWhatIsMissing } from './lib/install.mjs';
import { checkNodeVersion } from './lib/project.mjs';
import { runServer } from './lib/run-server.mjs';

checkNodeVersion();
try {
  await installWhatIsMissing();
  if (isClientStale()) {
    console.log('Building the client.');
    if ((await buildClient()).code !== 0) throw new Error('The client could not be built.');
  }
  console.log('Starting the server.');
  runServer();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
