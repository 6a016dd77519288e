import { NO_ANSWER, parseJson, retryAfterSec } from './answer.ts';
import type { Answer } from './answer.ts';

type Upload = {
  signal?: AbortSignal;
  onProgress?: (sent: number) => void;
  /** The form as the bytes that were signed. */
  bytes?: Uint8Array<ArrayBuffer> | undefined;
};

/** One try at sending a form, by XMLHttpRequest: fetch does not say how much was sent. */
export async function attemptUpload(
  url: string,
  init: RequestInit,
  timeoutMs: number,
  { signal, onProgress, bytes }: Upload,
): Promise<Answer> {
  const call = new XMLHttpRequest();
  const cancel = (): void => call.abort();
  const answer = new Promise<Answer>((resolve, reject) => {
    call.addEventListener('load', () => resolve(answerOf(call)));
    call.addEventListener('error', () => resolve(NO_ANSWER));
    call.addEventListener('timeout', () => resolve(NO_ANSWER));
    call.addEventListener('abort', () => reject(new DOMException('the upload was cancelled', 'AbortError')));
  });
  call.open(init.method ?? 'POST', url);
  call.timeout = timeoutMs;
  for (const [name, value] of new Headers(init.headers)) call.setRequestHeader(name, value);
  call.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
    if (lengthComputable && total > 0) onProgress?.(loaded / total);
  });
  signal?.addEventListener('abort', cancel, { once: true });
  if (signal?.aborted === true) throw new DOMException('the upload was cancelled', 'AbortError');
  call.send(bytes ?? (init.body instanceof FormData ? init.body : null));
  try {
    return await answer;
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
}

function answerOf(call: XMLHttpRequest): Answer {
  return {
    outcome: { kind: 'answer', status: call.status },
    body: parseJson(call.responseText),
    retryAfterSec: retryAfterSec(call.getResponseHeader('retry-after')),
  };
}
