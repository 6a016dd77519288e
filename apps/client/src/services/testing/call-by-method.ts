import { fillPath } from '@candor/contract/operation';
import type { Operation } from '@candor/contract/operation';

type Given = { readonly params?: unknown; readonly body?: unknown; readonly [option: string]: unknown };
type Answer = (path: string, ...more: unknown[]) => unknown;

/** `call` of a request layer that a test mocks: each method has its own answer, with the path first and what was sent next. */
export function callByMethod(answers: Readonly<Partial<Record<'get' | 'post' | 'put' | 'del', Answer>>>) {
  return async ({ method, path, answer }: Operation, { params, body, ...options }: Given = {}): Promise<unknown> => {
    const name = ({ GET: 'get', POST: 'post', PUT: 'put', DELETE: 'del' } as const)[method];
    const sent = method === 'POST' || method === 'PUT' ? [body, answer, options] : [answer, options];
    return await answers[name]?.(fillPath(path, params), ...sent);
  };
}
