import type { ErrorKey } from '@candor/contract/errors';
import { Refused } from '../../platform/http/http-app.ts';

/** Why a rule of the cashier said no: the key of its text, the field it belongs to, and the values in the text. */
export interface CashierRefusal {
  readonly key: ErrorKey;
  readonly field?: string;
  readonly params?: Record<string, string | number>;
  readonly retryAfterSec?: number;
}

export function refusedBy({ key, field, params, retryAfterSec }: CashierRefusal): Refused {
  return new Refused(key, {
    ...(field === undefined ? {} : { fields: { [field]: key } }),
    ...(params === undefined ? {} : { params }),
    ...(retryAfterSec === undefined ? {} : { retryAfterSec }),
  });
}
