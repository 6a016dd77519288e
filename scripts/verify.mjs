/** `npm run verify`: what to run before a commit. Format, types, lint, architecture, unused code, unit tests. */
import { installWhatIsMissing } from './lib/install.mjs';
import { checkNodeVersion } from './lib/project.mjs';
import { runStep, runSteps, STATIC_STEPS } from './lib/steps.mjs';

checkNodeVersion();
await installWhatIsMissing();
const { failed } = await runSteps(STATIC_STEPS);
const areTestsGreen = await runStep({
  name: 'unit tests',
  command: 'vitest',
  args: ['run', '--project', 'unit'],
});
process.exitCode = failed === 0 && areTestsGreen ? 0 : 1;
