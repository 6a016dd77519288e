/**
 * `npm run soak [-- orders [runs]]`: an honest site under constant orders is audited again and again; it must have no finding.
 * `npm run soak -- memory [minutes]`: 500 sockets and constant orders for two hours; no role may grow by 5 %.
 */
import { join } from 'node:path';
import { installWhatIsMissing } from './lib/install.mjs';
import { checkNodeVersion, nodePath, ROOT } from './lib/project.mjs';
import { run } from './lib/run.mjs';

checkNodeVersion();
await installWhatIsMissing();
const [kind, ...rest] = process.argv.slice(2);
const program = kind === 'memory' ? ['soak-memory.ts', ...rest] : ['soak.ts', ...process.argv.slice(2)];
const [name, ...args] = program;
const { code } = await run(nodePath(), [join(ROOT, 'e2e', name), ...args]);
process.exitCode = code;
