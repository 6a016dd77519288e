import type { KeyObject } from 'node:crypto';
import { Worker } from 'node:worker_threads';

/**
 * Signs and checks signatures on one other thread, many at a time. Node's own pool of threads does it too, but to hand it one
 * signature costs the thread that answers requests half of what the signature costs. Here, what is asked for while the
 * thread is busy goes to it as one message.
 */
export type SignatureTask =
  | { readonly kind: 'sign'; readonly key: KeyObject; readonly text: string }
  | { readonly kind: 'share'; readonly by: NoteSigner; readonly text: string }
  /** The public key and the signature have one character a byte: texts are the fastest to send. */
  | { readonly kind: 'check'; readonly key: string; readonly text: string; readonly signature: string };

export type SignatureAnswer = Uint8Array | boolean | string | Error;

/** What signs a note, and how the note names it. */
export interface NoteSigner {
  readonly key: KeyObject;
  readonly name: string;
  readonly keyHash: string;
}

/** Some milliseconds of work, so that the first answer does not wait for a crowd behind it. */
const BATCH_MAX = 64;
/** While the thread works on one batch, the next one lies ready. */
const SENT_MAX = 2;

interface Asked {
  task: SignatureTask;
  resolve: (answer: SignatureAnswer) => void;
  reject: (error: Error) => void;
}

export interface SignatureThread {
  /**
   * The signature of a text, 64 bytes.
   * @throws Error if the thread ended before its answer; the next call starts another one
   */
  sign: (key: KeyObject, text: string) => Promise<Uint8Array>;
  /**
   * A shared acceptance (packages/proof/src/shared-acceptance.ts): those that go to the thread together get one signature.
   * @throws Error as `sign` does
   */
  shareAcceptance: (by: NoteSigner, text: string) => Promise<string>;
  /** Whether the owner of a device's key signed the text. @throws Error as `sign` does, or if the bytes are no key */
  isSignedBy: (raw: Buffer, text: string, signature: Buffer) => Promise<boolean>;
}

/** The thread starts with the first task. It does not keep the process alive, but while tasks are open. */
export function createSignatureThread(file = new URL('signature-worker.ts', import.meta.url)): SignatureThread {
  // No bound of its own: signatures of orders are checked and made for as many as the placement queue takes.
  let waiting: Asked[] = [];
  let sent: Asked[][] = [];
  let worker: Worker | undefined;

  const start = (): Worker => {
    // Nothing of the process's settings is for this thread.
    const started = new Worker(file, { env: {}, name: 'signatures' });
    const onEnd = (cause: unknown): void => {
      if (worker !== started) return;
      worker = undefined;
      const lost = [...sent.flat(), ...waiting];
      sent = [];
      waiting = [];
      for (const { reject } of lost) reject(new Error('the thread of signatures ended', { cause }));
    };
    started.on('message', onAnswers).on('error', onEnd).on('messageerror', onEnd).on('exit', onEnd);
    return started;
  };

  const onAnswers = (answers: readonly SignatureAnswer[]): void => {
    for (const [index, { resolve, reject }] of (sent.shift() ?? []).entries()) {
      const answer = answers[index];
      if (answer === undefined || answer instanceof Error) reject(answer ?? new Error('a task was not answered'));
      else resolve(answer);
    }
    send();
  };

  const send = (): void => {
    while (waiting.length > 0 && sent.length < SENT_MAX) {
      worker ??= start();
      const batch = waiting.slice(0, BATCH_MAX);
      waiting = waiting.slice(BATCH_MAX);
      sent.push(batch);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage(batch.map(({ task }) => task));
    }
    if (sent.length === 0) worker?.unref();
    else worker?.ref();
  };

  const ask = async (task: SignatureTask): Promise<SignatureAnswer> =>
    await new Promise((resolve, reject) => {
      waiting.push({ task, resolve, reject });
      // What this turn of the event loop asks for goes together.
      if (waiting.length === 1) setImmediate(send);
    });

  return {
    sign: async (key, text) => {
      const answer = await ask({ kind: 'sign', key, text });
      if (!(answer instanceof Uint8Array)) throw new Error('the thread of signatures gave no signature');
      return answer;
    },
    shareAcceptance: async (by, text) => {
      const answer = await ask({ kind: 'share', by, text });
      if (typeof answer !== 'string') throw new Error('the thread of signatures gave no acceptance');
      return answer;
    },
    isSignedBy: async (raw, text, signature) =>
      (await ask({
        kind: 'check',
        key: raw.toString('latin1'),
        text,
        signature: signature.toString('latin1'),
      })) === true,
  };
}

/** The thread of this process. */
export const signatureThread = createSignatureThread();
