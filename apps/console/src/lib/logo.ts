import { readOwnLogo, readUploadedLogo } from '@candor/contract/calls/console/site';
import { pathOf } from '@candor/contract/operation';

/** The logo of the site, or the mark of the product. */
export const OWN_LOGO = readOwnLogo.path;

export function logoPath(id: string): string {
  return pathOf(readUploadedLogo, { id });
}
