import type { PagedOperation } from '@candor/api-client/call';
import type { AnswerOf, Operation } from '@candor/contract/operation';
import type { Schema } from '@candor/api-client/api';

type ItemOf<Answer> = Answer extends { items: (infer Item)[] } ? Item : never;

/** Where a `QueuePage` reads its rows. */
export type QueueSource<Row> = {
  readonly path: string;
  readonly schema: Schema<{ items: Row[]; nextCursor: string | null }>;
};

/** A paged call as the source of a `QueuePage`: `<QueuePage {...queueOf(listInvitations)} …>`. */
export function queueOf<O extends Operation>(operation: O & PagedOperation<O>): QueueSource<ItemOf<AnswerOf<O>>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema of a page's answer, as the parameter's type says
  return { path: operation.path, schema: operation.answer as QueueSource<ItemOf<AnswerOf<O>>>['schema'] };
}

/** The query key of everything that was read of a queue. */
export function queueKey({ path }: Pick<Operation, 'path'>): readonly [string, string] {
  return ['queue', path];
}
