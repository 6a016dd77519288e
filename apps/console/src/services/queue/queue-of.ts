import type { CallArguments, PagedOperation } from '@candor/api-client/call';
import type { Page } from '@candor/contract/envelope';
import type { AnswerOf, Operation } from '@candor/contract/operation';
import { call } from '../api/request.ts';

type ItemOf<Answer> = Answer extends { items: (infer Item)[] } ? Item : never;

/** Where a `QueuePage` reads its rows. */
export type QueueSource<Row> = {
  /** Names the queue in the cache. */
  readonly path: string;
  readonly read: (query: QueueQuery, signal: AbortSignal) => Promise<Page<Row>>;
};

/** What filters, the page and the address ask for. The server checks the words of an address. */
type QueueQuery = Readonly<Record<string, string | number | undefined>>;

/** A paged call as the source of a `QueuePage`: `<QueuePage {...queueOf(listInvitations)} …>`. */
export function queueOf<O extends Operation>(operation: O & PagedOperation<O>): QueueSource<ItemOf<AnswerOf<O>>> {
  return {
    path: operation.path,
    read: async (query, signal) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- words of an address, which the server checks
      const given = [{ query, signal }] as unknown as CallArguments<O>;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a page of its items, as the parameter's type says
      return (await call<O>(operation, ...given)) as Page<ItemOf<AnswerOf<O>>>;
    },
  };
}

/** The query key of everything that was read of a queue. */
export function queueKey({ path }: Pick<Operation, 'path'>): readonly [string, string] {
  return ['queue', path];
}
