/*
 * Answers that the page asked for before this code was there (boot.ts): the first screen finds its data and does not wait
 * for another round trip. Each is used once, in the language and by the session that asked (what is asked without a
 * session is the same for everyone), and only while it is fresh. Everything else is asked again by the request layer.
 */

declare global {
  /** By address. An answer is null if none came. */
  var candorEarly:
    | { token: string | null; language: string; sentAtMs: number; answers: Record<string, Promise<Response | null>> }
    | undefined;
}

/** On a slow phone the first screen asks up to 8 s after the page did. */
export const EARLY_MS_MAX = 10_000;

export function takeEarly(url: string, token: string | null, language: string): Promise<Response | null> | null {
  const early = globalThis.candorEarly;
  const answer = early?.answers[url];
  if (early === undefined || answer === undefined) return null;
  delete early.answers[url];
  if ((token !== null && token !== early.token) || language !== early.language) return null;
  if (Date.now() - early.sentAtMs > EARLY_MS_MAX) return null;
  return answer;
}
