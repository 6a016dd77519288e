/** `npm run tokens`: writes packages/ui/src/tokens.css and tokens-later.css from design-tokens.ts. A test compares them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tokensCss } from '../packages/ui/src/tokens-css.ts';
import { ROOT } from './lib/project.mjs';

const FOLDER = join(ROOT, 'packages', 'ui', 'src');
writeFileSync(join(FOLDER, 'tokens.css'), tokensCss('first'));
writeFileSync(join(FOLDER, 'tokens-later.css'), tokensCss('later'));
