/* What a member types into the price alert, as a request and with what is wrong with it. */

import { alertBody } from '@candor/contract/alerts';
import type { AlertBody } from '@candor/contract/alerts';
import { parsePrice } from '@candor/domain/price';
import { plainAmount, readAmount } from '@candor/domain/text/typed-amount';
import { schemaErrors } from '../../services/form/form-errors.ts';
import type { ErrorPlaces, FormErrors } from '../../services/form/form-errors.ts';

export const ALERT_PLACES: ErrorPlaces<'price'> = { fields: ['price'], fieldOf: { ALERTS_FULL: 'price' } };

export type AlertProduct = { readonly code: string; readonly decimals: number };

/** Some products trade below zero: a price may have a minus, which an amount never has. */
function isSigned(price: string): boolean {
  return /^[-−]/.test(price.trim());
}

function plainPrice(price: string, decimals: number): string {
  const typed = price.trim();
  return isSigned(typed) ? `-${plainAmount(typed.slice(1), { decimals })}` : plainAmount(typed, { decimals });
}

/** A price above the one now is waited for from below, and the other way round. Null: it cannot be compared. */
export function sideOf(price: string, now: string | null, decimals: number): AlertBody['side'] | null {
  const target = parsePrice(plainPrice(price, decimals), decimals);
  const current = now === null ? null : parsePrice(now, decimals);
  if (!target.ok || !current?.ok || target.value === current.value) return null;
  return target.value > current.value ? 'above' : 'below';
}

export function alertRequest(product: AlertProduct, price: string, now: string | null): AlertBody {
  return {
    product: product.code,
    side: sideOf(price, now, product.decimals) ?? 'above',
    price: plainPrice(price, product.decimals),
  };
}

export function alertErrors(product: AlertProduct, price: string, now: string | null): FormErrors<'price'> {
  const errors = schemaErrors(ALERT_PLACES, alertBody, alertRequest(product, price, now));
  const unread = price.trim() === '' || isSigned(price) ? null : readAmount(price, { decimals: product.decimals });
  if (unread?.ok === false && unread.error === 'AMOUNT_AMBIGUOUS') return { price: unread.error };
  if (errors.price !== undefined) return errors;
  if (!parsePrice(plainPrice(price, product.decimals), product.decimals).ok) return { price: 'ALERT_PRICE_INVALID' };
  return sideOf(price, now, product.decimals) === null && now !== null ? { price: 'ALERT_REACHED' } : {};
}
