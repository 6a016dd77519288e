import { siteColour } from '@candor/domain/site/site-colour';
import type { Site } from '../services/site/site.ts';
import type { SiteLook } from './serve-client.ts';

/** What the page of the members' app shows before it has asked for anything. */
export function lookOf({
  name,
  webLogo,
  primaryColour,
  openedAt,
}: Pick<Site, 'name' | 'webLogo' | 'primaryColour' | 'openedAt'>): SiteLook {
  const colour = primaryColour === null ? undefined : siteColour(primaryColour);
  return { name, logo: webLogo, isOpen: openedAt !== null, colour };
}
