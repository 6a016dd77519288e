import { useEffect, useState } from 'react';

type Held = { readonly blob: Blob | undefined; readonly url: string };

/** A temporary address of bytes in memory; empty while there are none. */
export function useObjectUrl(blob: Blob | undefined): string {
  const [held, setHeld] = useState<Held>({ blob: undefined, url: '' });
  if (held.blob !== blob) setHeld({ blob, url: blob === undefined ? '' : URL.createObjectURL(blob) });
  useEffect(() => () => URL.revokeObjectURL(held.url), [held]);
  return held.blob === blob ? held.url : '';
}
