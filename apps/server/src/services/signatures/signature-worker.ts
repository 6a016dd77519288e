import { sign } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { isSignedBy } from './device-signature.ts';
import type { SignatureAnswer, SignatureTask } from './signature-thread.ts';

/** The other side of signature-thread.ts: answers a list of tasks with a list of the same length. */
parentPort?.on('message', (tasks: readonly SignatureTask[]) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(tasks.map(answer));
});

/** What a task throws is its own answer: the tasks beside it have theirs. */
function answer(task: SignatureTask): SignatureAnswer {
  try {
    return task.kind === 'sign'
      ? sign(null, Buffer.from(task.text), task.key)
      : isSignedBy(Buffer.from(task.key, 'latin1'), task.text, Buffer.from(task.signature, 'latin1'));
  } catch (error) {
    return error instanceof Error ? error : new Error('a signature failed');
  }
}
