/** `npm run verify`: what to run before a commit. Format, types, lint, architecture, unused code, unit tests. */
import { installWhatIsMissing } from './lib/install.mjs';
import { checkNodeVersion } from './lib/project.mjs';
import { run } from './lib/run.mjs';
import { runStaticSteps, runStep } from './lib/steps.mjs';

checkNodeVersion();
await installWhatIsMissing();
const { failed } = await runStaticSteps();
const areTestsGreen = await runStep('unit tests', () => run('vitest', ['run', '--project', 'unit'], { quiet: true }));
process.exitCode = failed === 0 && areTestsGreen ? 0 : 1;
