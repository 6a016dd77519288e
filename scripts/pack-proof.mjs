/** `npm run pack:proof [-- <folder>]`: packs the verifier, the auditor and the witness into one file for Node 20. */
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { packProof } from './lib/pack-proof.mjs';
import { ROOT } from './lib/project.mjs';

const folder = resolve(process.argv[2] ?? join(ROOT, 'dist'));
await mkdir(folder, { recursive: true });
console.log(await packProof(folder));
