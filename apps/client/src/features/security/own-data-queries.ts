/* What the screen of the member's own data reads and asks for. */

import { askForData, askToClose, linkToData, readOwnData, stopClosing } from '@candor/contract/calls/own-data';
import type { AskToClose, OwnDataView } from '@candor/contract/own-data';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../services/api/request.ts';
import { hosts } from '../../services/api/hosts.ts';
import { queryKeys } from '../../services/queries/query-keys.ts';

const LOOK_MS = 5_000;

/** Looked at again while a file is being made. */
export function useOwnData() {
  return useQuery({
    queryKey: queryKeys.ownData,
    queryFn: ({ signal }) => call(readOwnData, { signal }),
    refetchInterval: ({ state }) => (state.data?.file?.state === 'asked' ? LOOK_MS : false),
  });
}

function useOwnDataChange<T = void>(change: (asked: T) => Promise<OwnDataView>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (view) => cache.setQueryData(queryKeys.ownData, view),
  });
}

export function useAskForData() {
  return useOwnDataChange(() => call(askForData));
}

export function useAskToClose() {
  return useOwnDataChange((body: AskToClose) => call(askToClose, { body }));
}

export function useStopClosing() {
  return useOwnDataChange(() => call(stopClosing));
}

/** Hands the file to the browser's own download, by an address that works for some minutes. */
export async function fetchDataFile(id: string): Promise<void> {
  const { path } = await call(linkToData, { params: { id } });
  const link = document.createElement('a');
  link.href = hosts.urlOf(path);
  link.download = '';
  link.click();
}
