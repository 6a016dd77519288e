/* Solves a puzzle, or a part of one, on a thread of its own: the page never freezes. */

import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { partSolver, solveInWorker } from './solve-part.ts';

export const solvePart = partSolver(deriveKey);
solveInWorker(solvePart);
