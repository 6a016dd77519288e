import { useState } from 'react';
import { readOwnLogo, readUploadedLogo } from '@candor/contract/calls/console/site';
import { pathOf } from '@candor/contract/operation';

const MARK = '/console/icon.svg';

/** The logo of the site; the mark of the product where it has none. Its name stands beside it. */
export function SiteLogo({ height }: { height: number }) {
  const [hasNone, setNone] = useState(false);
  return (
    <img
      src={hasNone ? MARK : readOwnLogo.path}
      alt=""
      height={height}
      style={{ minWidth: height, maxWidth: height * 4, objectFit: 'contain' }}
      onError={() => setNone(true)}
    />
  );
}

export function logoPath(id: string): string {
  return pathOf(readUploadedLogo, { id });
}
