import { hash, sign } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { shareAcceptances } from '@candor/proof/shared-acceptance';
import { assembleNote } from '@candor/proof/signed-note';
import { isSignedBy } from './device-signature.ts';
import type { SignatureAnswer, SignatureTask } from './signature-thread.ts';

type Shared = Extract<SignatureTask, { kind: 'share' }>;

/** The other side of signature-thread.ts: answers a list of tasks with a list of the same length. */
parentPort?.on('message', (tasks: readonly SignatureTask[]) => {
  const shared = shareEach(tasks.filter((task) => task.kind === 'share'));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(tasks.map((task) => (task.kind === 'share' ? shared.get(task) : answer(task))));
});

/** One signature for all texts of a key. */
function shareEach(tasks: readonly Shared[]): ReadonlyMap<Shared, SignatureAnswer> {
  const answers = new Map<Shared, SignatureAnswer>();
  for (const group of Map.groupBy(tasks, ({ by }) => by.keyHash).values()) {
    const found = answersTo(group);
    for (const [index, task] of group.entries())
      answers.set(task, found instanceof Error ? found : (found[index] ?? ''));
  }
  return answers;
}

function answersTo(group: readonly Shared[]): string[] | Error {
  const [first] = group;
  if (first === undefined) return [];
  return attempt(() => {
    const { by } = first;
    const { text, places } = shareAcceptances(
      group.map((task) => task.text),
      (bytes) => new Uint8Array(hash('sha256', bytes, 'buffer')),
    );
    const note = assembleNote(text, by, sign(null, Buffer.from(text), by.key));
    return places.map((place) => place + note);
  });
}

function answer(task: Exclude<SignatureTask, Shared>): SignatureAnswer {
  return attempt(() =>
    task.kind === 'sign'
      ? sign(null, Buffer.from(task.text), task.key)
      : isSignedBy(Buffer.from(task.key, 'latin1'), task.text, Buffer.from(task.signature, 'latin1')),
  );
}

/** What a task throws is its own answer: the tasks beside it have theirs. */
function attempt<T>(run: () => T): T | Error {
  try {
    return run();
  } catch (error) {
    return error instanceof Error ? error : new Error('a signature failed');
  }
}
