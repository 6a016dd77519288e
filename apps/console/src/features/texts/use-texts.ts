import { useQuery } from '@tanstack/react-query';
import { listTexts } from '@candor/contract/calls/console/texts';
import type { OperatorTextsView } from '@candor/contract/console-texts';
import { call } from '../../services/api/request.ts';

export type OperatorText = OperatorTextsView['items'][number];

const TEXTS_KEY = ['texts'] as const;

/** The query of a text's versions begins with the key of all texts: what makes one old makes the other old. */
export const VERSIONS_KEY = [...TEXTS_KEY, 'versions'] as const;

/** What holds now, with what waits. */
export function useTexts() {
  return useQuery({
    queryKey: TEXTS_KEY,
    queryFn: async ({ signal }) => await call(listTexts, { signal }),
  });
}
