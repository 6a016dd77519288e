/** `npm run hooks`: git runs `npm run check` before each commit of this clone. `npm run hooks -- off` ends that. */
import { run } from './lib/run.mjs';

const FOLDER = '.githooks';
const isOff = process.argv[2] === 'off';
const args = isOff
  ? ['config', '--local', '--unset', 'core.hooksPath']
  : ['config', '--local', 'core.hooksPath', FOLDER];
const { code, output } = await run('git', args, { quiet: true });
/** What `git config --unset` answers where there is nothing to unset. */
const NOTHING_TO_UNSET = 5;
if (code === 0 || (isOff && code === NOTHING_TO_UNSET))
  console.log(isOff ? 'Commits are no longer checked.' : 'git runs `npm run check` before each commit of this clone.');
else {
  console.error(output);
  process.exitCode = 1;
}
