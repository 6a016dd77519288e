import type { ConfirmationRule, CostClass, OperatorStage, RouteAccess } from '../platform/http/route-cost.ts';

/** For the `config` of a route that needs a member's session, and the permission if given. */
export function memberRoute(cost: CostClass, permission?: string): { access: RouteAccess } {
  return { access: { owner: 'member', cost, ...(permission === undefined ? {} : { permission }) } };
}

/**
 * For the `config` of a route that moves money, or changes what guards it, such as a second factor: the member's session alone is
 * not enough, the device that opened it must sign the call, and the member may have to confirm it.
 */
export function moneyRoute(cost: CostClass, confirmed?: ConfirmationRule): { access: RouteAccess } {
  return { access: { owner: 'member', cost, signed: true, ...(confirmed === undefined ? {} : { confirmed }) } };
}

/** For the `config` of a route with which an operator finishes a login that has come as far as one of these stages. */
export function operatorLoginRoute(cost: CostClass, ...stages: readonly OperatorStage[]): { access: RouteAccess } {
  return { access: { owner: 'operator', cost, stages } };
}
