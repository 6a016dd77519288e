/* Which pages a maintenance concerns. */

import type { MaintenanceArea } from '@candor/contract/notices';
import type { RouteName } from '../lib/paths.ts';

const AREAS: Partial<Record<RouteName, MaintenanceArea>> = {
  market: 'trade',
  trade: 'trade',
  positions: 'trade',
  recharge: 'deposit',
  rechargeMore: 'deposit',
  withdraw: 'withdrawal',
  ebao: 'invest',
  ebaoSubmit: 'invest',
  service: 'support',
  webview: 'support',
};

export function areaOf(route: RouteName): MaintenanceArea | undefined {
  return AREAS[route];
}
