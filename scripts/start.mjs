/** `npm start`: from a bare clone to a running platform. Needs Node 20 and nothing else. */
import { APPS, buildApp, isStale } from './lib/client-build.mjs';
import { installWhatIsMissing } from './lib/install.mjs';
import { checkNodeVersion } from './lib/project.mjs';
import { runServer } from './lib/run-server.mjs';

// Whoever may signal this process could open an inspector in it.
if (process.platform !== 'win32') process.on('SIGUSR1', () => undefined);
checkNodeVersion();
try {
  await installWhatIsMissing();
  for (const app of APPS.filter(isStale)) {
    console.log(`Building the ${app}.`);
    if ((await buildApp(app)).code !== 0) throw new Error(`The ${app} could not be built.`);
  }
  console.log('Starting the server.');
  runServer();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
