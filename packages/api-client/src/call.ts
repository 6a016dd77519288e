import type { AnswerOf, BodyOf, Operation, ParamsOf, QueryOf } from '@candor/contract/operation';
import type { Api, RequestOptions } from './api.ts';

/* What a caller gives with a call, as its declaration says. */

/** What any call may take beside what its declaration names. */
type Options = Omit<RequestOptions, 'query' | 'body' | 'signed'>;

type IfAny<Name extends string, Value> = [Value] extends [undefined]
  ? { [key in Name]?: never }
  : Partial<Value> extends Value
    ? { [key in Name]?: Value }
    : { [key in Name]: Value };

/** A body that may be left out, or may be a form. */
type BodyPart<O> = [BodyOf<O>] extends [undefined]
  ? { body?: never }
  : Extract<BodyOf<O>, null | undefined> extends never
    ? { body: Sendable<O> }
    : { body?: Sendable<O> };

type Sendable<O> = O extends { upload: object } ? BodyOf<O> | FormData : BodyOf<O>;

export type CallInput<O extends Operation> = IfAny<'params', ParamsOf<O>> &
  IfAny<'query', QueryOf<O>> &
  BodyPart<O> &
  Options;

export type CallArguments<O extends Operation> =
  Partial<CallInput<O>> extends CallInput<O> ? [given?: CallInput<O>] : [given: CallInput<O>];

type Query = NonNullable<RequestOptions['query']>;

/** The same, as the request layer reads it. */
export type Given = Options & { params?: unknown; query?: Query; body?: unknown };

/** A call whose answer is one page of a list. */
export type PagedOperation<O extends Operation> = O extends { method: 'GET' }
  ? AnswerOf<O> extends { nextCursor: string | null }
    ? 'cursor' extends keyof QueryOf<O>
      ? O
      : never
    : never
  : never;

/** What a caller gives with each page: all but the cursor. */
export type PageInput<O extends Operation> = Omit<CallInput<O>, 'query'> & { query?: Omit<QueryOf<O>, 'cursor'> };

/** Makes what an endless list of TanStack Query needs to read the pages of a call. */
export function pagesWith(call: Api['call']) {
  return function pagesOf<O extends Operation>(operation: O & PagedOperation<O>, given?: NoInfer<PageInput<O>>) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the input of a page and its cursor are the call's input
    const [send, { query, ...options }] = [call as Send<O>, (given ?? {}) as Given];
    return {
      queryFn: async ({ pageParam, signal }: { pageParam: string | undefined; signal: AbortSignal }) =>
        await send(operation, { ...options, query: { ...query, cursor: pageParam }, signal }),
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the first page has no cursor, the others have one
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor ?? undefined,
    };
  };
}

type Send<O> = (operation: Operation, given: Given) => Promise<AnswerOf<O>>;
