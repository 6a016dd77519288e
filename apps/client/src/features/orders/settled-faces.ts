/* Keeps the results of positions that settled a moment ago, so that their cards can show them before they disappear. */

import { useEffect, useRef, useState } from 'react';
import { readOrder } from '@candor/contract/calls/trading';
import type { OrderView } from '@candor/contract/trading';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../services/api/request.ts';
import { useMemberEvents } from '../../services/live/live.ts';
import { serverNow } from '../../services/live/server-clock.ts';
import { queryKeys } from '../../services/queries/query-keys.ts';
import { addFace, dropFaces } from './held-positions.ts';
import type { Face } from './held-positions.ts';

/**
 * Results of the last ten seconds. They arrive with the live news. If the news was missed, the orders that disappeared
 * from the list are read.
 */
export function useSettledFaces(open: readonly OrderView[] | undefined, nowMs: number): readonly Face[] {
  const cache = useQueryClient();
  const [faces, setFaces] = useState<readonly Face[]>([]);
  const held = useRef<readonly string[]>([]);

  useMemberEvents((event) => {
    if (event.type === 'order' && event.order.status !== 'open') {
      setFaces((shown) => addFace(shown, event.order, serverNow()));
    }
  });

  useEffect(() => {
    if (open === undefined) return;
    const now = open.map((order) => order.id);
    const gone = held.current.filter((id) => !now.includes(id));
    held.current = now;
    for (const id of gone) {
      cache
        .fetchQuery({
          queryKey: queryKeys.order(id),
          queryFn: ({ signal }) => call(readOrder, { params: { id }, signal }),
        })
        .then((order) => setFaces((shown) => addFace(shown, order, serverNow())))
        // The card then disappears without its result; the history shows it.
        .catch(() => undefined);
    }
  }, [cache, open]);

  const shown = dropFaces(faces, nowMs);
  if (shown !== faces) setFaces(shown);
  return shown;
}
