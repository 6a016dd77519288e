/*
 * As puzzle-worker.ts, for a page without encryption: there browsers offer no WebCrypto, and the app brings its own code. It
 * takes several times as long. Loaded only there.
 */

import { pbkdf2Async } from '@noble/hashes/pbkdf2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { partSolver, solveInWorker } from './solve-part.ts';

export const solvePart = partSolver(async ({ cost, keyLength }, salt, password) => ({
  derivedKey: await pbkdf2Async(sha256, password, salt, { c: cost, dkLen: keyLength }),
}));
solveInWorker(solvePart);
