/** `npm run operate -- backup|restore|prepare|test-alarm|…`: runs the command with the server's own Node. */
import { join } from 'node:path';
import { installWhatIsMissing } from './lib/install.mjs';
import { checkNodeVersion, nodePath, ROOT } from './lib/project.mjs';
import { run } from './lib/run.mjs';

checkNodeVersion();
await installWhatIsMissing();
const { code } = await run(nodePath(), [join(ROOT, 'apps', 'server', 'src', 'operate.ts'), ...process.argv.slice(2)]);
process.exitCode = code;
