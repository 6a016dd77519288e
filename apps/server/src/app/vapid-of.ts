import { createVapid } from '../features/push/vapid.ts';
import type { Vapid } from '../features/push/vapid.ts';
import type { Context } from './context.ts';

/** The site at push services. They may write to its contact, or come to its address. */
export function vapidOf({ secrets, config }: Context): Vapid {
  const address = config.hosts.find((host) => host.startsWith('https:'));
  return createVapid(secrets.push, config.pushContact ?? address);
}
