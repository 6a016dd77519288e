import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';

const root = new URL('../../../../package.json', import.meta.url);

/** The version of the release. It is said in the package.json of the repository, and nowhere else in the code. */
export const VERSION = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(root, 'utf8'))).version;
