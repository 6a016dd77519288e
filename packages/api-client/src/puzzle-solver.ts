/*
 * Solves the puzzles that the site asks of a stranger's device (packages/contract/src/puzzle.ts). A screen prepares the puzzle of
 * its form when it opens, so that the answer is mostly there before the form is sent. Loaded only by screens that need it.
 */

import type { PuzzleForm, PuzzleView } from '@candor/contract/puzzle';
import { observable } from './observable.ts';
import type { Observable } from './observable.ts';
import type { PuzzleNews, PuzzlePart } from './solve-part.ts';

export type ReadPuzzle = (form: PuzzleForm) => Promise<PuzzleView>;

type Solved = { header: string; expiresAtMs: number };
type Task = { answer: Promise<Solved>; solved: Solved | null };

export type PuzzleSolver = {
  /** Begins to solve a puzzle for this form, unless one is there. */
  prepare: (form: PuzzleForm, read: ReadPuzzle) => void;
  /** The header for one call with this form; waits until the puzzle is solved. @throws ApiError */
  take: (form: PuzzleForm, read: ReadPuzzle) => Promise<string>;
  /** The header, if it is there already. */
  takeReady: (form: PuzzleForm) => string | null;
  /** How much of the most work was done, 0 to 1, while a call waits for it; else null. */
  waiting: Observable<number | null>;
};

/** From here on several threads share a puzzle. */
const TRIES_OF_ONE_THREAD = 1_024;
const THREADS_MAX = 4;
/** An answer is not used so shortly before it expires. */
const MARGIN_MS = 15_000;

export function createPuzzleSolver(nowMs = () => Date.now()): PuzzleSolver {
  const tasks = new Map<PuzzleForm, Task>();
  const waiting = observable<number | null>(null);
  let isAwaited = false;

  function begin(form: PuzzleForm, read: ReadPuzzle): Task {
    const known = tasks.get(form);
    if (known !== undefined && (known.solved === null || known.solved.expiresAtMs > nowMs())) return known;
    const task: Task = { solved: null, answer: solve(form, read) };
    tasks.set(form, task);
    task.answer.then(
      (solved) => {
        task.solved = solved;
      },
      () => {
        if (tasks.get(form) === task) tasks.delete(form);
      },
    );
    return task;
  }

  async function solve(form: PuzzleForm, read: ReadPuzzle): Promise<Solved> {
    const puzzle = await read(form);
    const began = nowMs();
    let tried = 0;
    const solution = await findSolution(puzzle, (more) => {
      tried += more;
      if (isAwaited) waiting.set(Math.min(0.99, tried / puzzle.tries));
    });
    const text = JSON.stringify({ challenge: puzzle.challenge, solution });
    const header = btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
    return { header, expiresAtMs: began + puzzle.lifeMs - MARGIN_MS };
  }

  return {
    waiting,
    prepare: (form, read) => void begin(form, read),
    take: async (form, read) => {
      isAwaited = true;
      try {
        const { header } = await begin(form, read).answer;
        tasks.delete(form);
        return header;
      } finally {
        isAwaited = false;
        waiting.set(null);
      }
    },
    takeReady: (form) => {
      const solved = tasks.get(form)?.solved ?? null;
      if (solved === null || solved.expiresAtMs <= nowMs()) return null;
      tasks.delete(form);
      return solved.header;
    },
  };
}

type Solution = { counter: number; derivedKey: string };

/** Several threads try at once; the first answer ends them all. */
async function findSolution(puzzle: PuzzleView, onTried: (more: number) => void): Promise<Solution> {
  const step = puzzle.tries > TRIES_OF_ONE_THREAD ? threads() : 1;
  const workers: Worker[] = [];
  try {
    const parts = Array.from({ length: step }, (_, start) => ({ challenge: puzzle.challenge, start, step }));
    return await Promise.race(
      parts.map(async (part) => {
        const worker = startWorker();
        if (worker === null) return await solveHere(part, onTried);
        workers.push(worker);
        return await solveIn(worker, part, onTried);
      }),
    );
  } finally {
    for (const worker of workers) worker.terminate();
  }
}

function threads(): number {
  return Math.max(1, Math.min(THREADS_MAX, (navigator.hardwareConcurrency || 2) - 1));
}

/** A page without encryption has no such functions. */
function hasBrowserCrypto(): boolean {
  return typeof crypto !== 'undefined' && crypto.subtle !== undefined;
}

function startWorker(): Worker | null {
  try {
    // The bundler reads each address where it stands.
    return hasBrowserCrypto()
      ? new Worker(new URL('puzzle-worker.ts', import.meta.url), { type: 'module' })
      : new Worker(new URL('bundled-puzzle-worker.ts', import.meta.url), { type: 'module' });
  } catch {
    return null;
  }
}

async function solveIn(worker: Worker, part: PuzzlePart, onTried: (more: number) => void): Promise<Solution> {
  return await new Promise((resolve, reject) => {
    // A browser that does not run the worker's file says so here; the page itself then does the work.
    worker.addEventListener('error', () => void solveHere(part, onTried).then(resolve, reject));
    worker.addEventListener('message', ({ data }: MessageEvent<PuzzleNews>) => {
      if ('tried' in data) onTried(data.tried);
      else resolve(data);
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is no window, and has no origin to name
    worker.postMessage(part);
  });
}

/** On the page's own thread. The browser hashes on another one, so the page stays usable. */
async function solveHere(part: PuzzlePart, onTried: (more: number) => void): Promise<Solution> {
  const { solvePart } = hasBrowserCrypto()
    ? await import('./puzzle-worker.ts')
    : await import('./bundled-puzzle-worker.ts');
  return await new Promise((resolve, reject) => {
    solvePart(part, (news) => ('tried' in news ? onTried(news.tried) : resolve(news))).catch(reject);
  });
}
