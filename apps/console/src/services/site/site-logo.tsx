import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { readOwnLogo, readUploadedLogo } from '@candor/contract/calls/console/site';
import { pathOf } from '@candor/contract/operation';
import { useObjectUrl } from '../../lib/object-url.ts';

const MARK = '/console/icon.svg';

/** The logo of the site; the mark of the product where it has none. Its name stands beside it. */
export function SiteLogo({ height }: { height: number }) {
  const [failed, setFailed] = useState<string | null>(null);
  const newest = useNewestLogo();
  const url = useObjectUrl(newest?.picture ?? undefined);
  const src = newest === null ? readOwnLogo.path : newest.picture === null ? MARK : url;
  return (
    <img
      src={failed === src || src === '' ? MARK : src}
      alt=""
      height={height}
      style={{ minWidth: height, maxWidth: height * 4, objectFit: 'contain' }}
      onError={() => setFailed(src)}
    />
  );
}

type Newest = { readonly tag: string | null; readonly picture: Blob | null } | null;

/** Whatever makes the settings of the site old makes this old. */
const LOGO_KEY = ['site', 'logo'] as const;
/** A colleague may have changed it while this page stays open. */
const EVERY_MS = 60_000;

/** Its address stays the same, so an image that is shown would stay as well. Null until it was looked at again. */
function useNewestLogo(): Newest {
  const client = useQueryClient();
  const { data } = useQuery<Newest>({
    queryKey: LOGO_KEY,
    queryFn: async ({ signal }) => {
      const known = client.getQueryData<Newest>(LOGO_KEY) ?? null;
      const response = await fetch(readOwnLogo.path, { cache: 'no-cache', credentials: 'omit', signal });
      if (response.status === 404) return known?.picture === null ? known : { tag: null, picture: null };
      if (!response.ok) return known;
      const tag = response.headers.get('etag');
      return known !== null && known.tag === tag ? known : { tag, picture: await response.blob() };
    },
    initialData: null,
    staleTime: Infinity,
    refetchInterval: EVERY_MS,
    retry: false,
    structuralSharing: false,
  });
  return data;
}

export function logoPath(id: string): string {
  return pathOf(readUploadedLogo, { id });
}
