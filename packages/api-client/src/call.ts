import type { AnswerOf, BodyOf, Operation, ParamsOf, QueryOf } from '@candor/contract/operation';

/* What a caller gives with a call, as its declaration says. */

export type RequestOptions = {
  query?: Record<string, string | number | undefined>;
  /** False leaves out the Authorization header. */
  isToken?: boolean;
  timeoutMs?: number;
  signal?: AbortSignal;
  /** For writes. Created here if missing; retries and other hosts get the same one. */
  idempotencyKey?: string;
  /** More headers for this call. */
  headers?: Readonly<Record<string, string>>;
  /** False for the calls that confirm: they never ask for another confirmation. */
  confirms?: boolean;
  /** Called while a form is sent, with the part of it that was sent: 0 to 1. */
  onProgress?: (sent: number) => void;
  /** Whether the device signs the call, as its declaration says. */
  signed?: boolean;
};

/** What any call may take beside what its declaration names. */
type Options = Omit<RequestOptions, 'query' | 'signed'>;

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

/**
 * Makes a call as the contract declares it, and returns `data` of its answer (the whole envelope, if the declaration says so).
 * After a network failure, the outcome of a write is unknown.
 */
export type MakeCall = <O extends Operation>(operation: O, ...given: CallArguments<O>) => Promise<AnswerOf<O>>;

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
export function pagesWith(call: MakeCall) {
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
