/** `npm run decisions`: writes the index of docs/decisions from the heads of the files. */
import { writeIndex } from './lib/decisions.mjs';

writeIndex();
