import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { QueueDesk } from './queue-desk.ts';

export const PAGE_ROWS = 50;
/** For each page that is shown: whoever has scrolled far does not read everything every few seconds. */
export const LIVE_EVERY_MS = 5_000;

/** The open row: from the list, or read alone. What was read last stays until there is something newer. */
export function useOpenedRow<Row>(
  {
    path,
    read,
    query,
    idOf,
    readOne,
    versionOf,
  }: Pick<QueueDesk<Row>, 'path' | 'read' | 'query' | 'idOf' | 'readOne' | 'versionOf'>,
  rows: readonly Row[],
  openId: string | null,
  isListed: boolean,
): Row | undefined {
  const listed = rows.find((row) => idOf(row) === openId);
  const [last, setLast] = useState(listed);
  if (listed !== undefined && listed !== last) setLast(listed);
  const alone = useQuery({
    queryKey: ['queue', path, 'one', openId],
    queryFn: async ({ signal }) => {
      if (openId === null) return null;
      if (readOne !== undefined) return await readOne(openId, signal);
      const { items } = await read({ ...query, limit: PAGE_ROWS }, signal);
      return items.find((row) => idOf(row) === openId) ?? null;
    },
    enabled: openId !== null && isListed && listed === undefined,
    refetchInterval: versionOf === undefined ? false : LIVE_EVERY_MS,
  });
  if (openId === null) return undefined;
  return listed ?? alone.data ?? (last !== undefined && idOf(last) === openId ? last : undefined);
}
