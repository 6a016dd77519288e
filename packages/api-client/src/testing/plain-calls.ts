import type { Api } from '../api.ts';
import type { RequestOptions } from '../call.ts';

/*
 * Calls of nothing in particular, for tests of the request layer: a method and a path, made into a declaration.
 */

type Schema<T> = { parse: (data: unknown) => T };
type Options = RequestOptions & { body?: unknown };

/** Any data. */
export const anything: Schema<unknown> = { parse: (data) => data };

export function plainCalls(api: Api) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as far as the request layer reads a declaration
  const { call, picture } = api as unknown as {
    call: (declared: object, given: object) => Promise<never>;
    picture: (declared: object, given: object) => Promise<Blob>;
  };
  const send =
    (method: string, whole?: true) =>
    async <T>(path: string, answer: Schema<T>, { signed = false, ...given }: Options = {}): Promise<T> =>
      await call({ method, path, answer, signed, whole }, given);
  const [post, put] = [send('POST'), send('PUT')];
  return {
    get: send('GET'),
    getEnvelope: send('GET', true),
    del: send('DELETE'),
    post: async <T>(path: string, body: unknown, answer: Schema<T>, options?: Options) =>
      await post(path, answer, { ...options, body }),
    put: async <T>(path: string, body: unknown, answer: Schema<T>, options?: Options) =>
      await put(path, answer, { ...options, body }),
    getPicture: async (path: string, signal?: AbortSignal) => await picture({ path }, { signal }),
  };
}
