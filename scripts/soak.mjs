/** `npm run soak [-- orders [runs]]`: an honest site under constant orders is audited again and again; it must have no finding. */
import { join } from 'node:path';
import { installWhatIsMissing } from './lib/install.mjs';
import { checkNodeVersion, nodePath, ROOT } from './lib/project.mjs';
import { run } from './lib/run.mjs';

checkNodeVersion();
await installWhatIsMissing();
const { code } = await run(nodePath(), [join(ROOT, 'e2e', 'soak.ts'), ...process.argv.slice(2)]);
process.exitCode = code;
