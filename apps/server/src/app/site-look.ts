import { siteColour } from '@candor/domain/site/site-colour';
import type { Site } from '../services/site/site.ts';
import type { SiteLook } from './serve-client.ts';

/** What the page of the members' app shows before it has asked for anything. */
export function lookOf({ name, webLogo, primaryColour }: Pick<Site, 'name' | 'webLogo' | 'primaryColour'>): SiteLook {
  return { name, logo: webLogo, colour: primaryColour === null ? undefined : siteColour(primaryColour) };
}
