import type { Money } from '@candor/domain/money';
import type { LossLimits } from '@candor/domain/trading/loss-limits';
import type { Refusal } from '../proposals/proposal-kind.ts';

/** What the limits of the site leave to a product beside all others; undefined if the site has none. */
export type SiteRoom = { readonly open: Money; readonly day: Money } | undefined;

/** Why a product cannot have these limits: its share is larger than what the others leave of the site's. */
export function siteLimitsObstacle(limits: LossLimits | undefined, room: SiteRoom): Refusal | null {
  if (room === undefined) return null;
  const fits = limits !== undefined && limits.product <= room.open && limits.day <= room.day;
  return fits ? null : { key: 'SITE_LIMITS_FULL' };
}
