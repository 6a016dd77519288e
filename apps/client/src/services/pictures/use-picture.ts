import { useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { readPicture } from '@candor/contract/calls/support';
import type { readAvatar } from '@candor/contract/calls/verification';
import { idIn } from '@candor/contract/operation';
import { picture } from '../api/request.ts';
import { queryKeys } from '../queries/query-keys.ts';

/**
 * An address that an image can show for a private picture of the member; empty until it is there. The server gives its path. Another picture has
 * another path, so one is read once.
 */
export function usePicture(operation: typeof readAvatar | typeof readPicture, path: string): string {
  const id = idIn(operation, path);
  const { data } = useQuery({
    queryKey: queryKeys.picture(path),
    queryFn: ({ signal }) => picture(operation, { params: { id: id ?? '' }, signal }),
    enabled: id !== null,
    staleTime: Infinity,
    retry: false,
  });
  return useObjectUrl(data instanceof Blob ? data : null);
}

/** A temporary address of bytes in memory; empty while there are none. */
export function useObjectUrl(blob: Blob | null): string {
  const [held, setHeld] = useState<Held>(NOTHING);
  if (held.blob !== blob) setHeld({ blob, url: blob === null ? '' : URL.createObjectURL(blob) });
  useEffect(() => () => URL.revokeObjectURL(held.url), [held]);
  return held.blob === blob ? held.url : '';
}

type Held = { readonly blob: Blob | null; readonly url: string };
const NOTHING: Held = { blob: null, url: '' };
