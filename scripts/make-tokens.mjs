/** `npm run tokens`: writes packages/ui/src/tokens.css from design-tokens.ts. A test compares them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tokensCss } from '../packages/ui/src/tokens-css.ts';
import { ROOT } from './lib/project.mjs';

writeFileSync(join(ROOT, 'packages', 'ui', 'src', 'tokens.css'), tokensCss());
