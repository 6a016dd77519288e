/** `npm run test:machines [-- minutes [seed]]`: a site of many processes, whose parts are killed and cut off while members trade. */
import { join } from 'node:path';
import { installWhatIsMissing } from './lib/install.mjs';
import { checkNodeVersion, nodePath, ROOT } from './lib/project.mjs';
import { run } from './lib/run.mjs';

checkNodeVersion();
await installWhatIsMissing();
if (process.platform === 'win32') console.log('skipped: signals that freeze a process are needed');
else {
  const { code } = await run(nodePath(), [join(ROOT, 'e2e', 'machines', 'run.ts'), ...process.argv.slice(2)]);
  process.exitCode = code;
}
