/** One call of a witness's add-checkpoint. Whoever answers is a stranger: nothing of the answer is trusted, and all of it is bounded. */
import { readBounded } from './read-bounded.ts';

export interface WitnessAnswer {
  readonly status: number;
  readonly body: string;
}

/** Room for some lines of a signature. */
const ANSWER_BYTES_MAX = 16 * 1024;
const CALL_MS_MAX = 10_000;

/** @throws Error if there is no whole answer in time, if it is too long or leads elsewhere, or if `signal` is aborted */
export async function callWitness(
  url: string,
  body: string,
  { signal, msMax = CALL_MS_MAX }: { readonly signal: AbortSignal; readonly msMax?: number },
): Promise<WitnessAnswer> {
  const response = await fetch(`${url}/add-checkpoint`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain; charset=utf-8', 'accept-encoding': 'identity' },
    body,
    signal: AbortSignal.any([signal, AbortSignal.timeout(msMax)]),
    // The operator named this address and no other.
    redirect: 'error',
  });
  return { status: response.status, body: (await readBounded(response, ANSWER_BYTES_MAX)).toString('utf8') };
}
