import { describe, expect, it } from 'vitest';
import { alertErrors, alertRequest, sideOf } from './alert-form.ts';

const BTC = { code: 'BTCUSDT', decimals: 2 };

describe('a price alert as it is typed', () => {
  it.each([
    ['60001', 'above'],
    ['59999.99', 'below'],
    ['60000.00', null],
    ['sixty', null],
    ['60000.001', null],
  ])('%s waits %s', (text, side) => expect(sideOf(text, '60000.00', 2)).toBe(side));

  it('is sent with its side, trimmed', () =>
    expect(alertRequest(BTC, ' 59000 ', '60000.00')).toEqual({ product: 'BTCUSDT', side: 'below', price: '59000' }));

  it.each([
    ['', 'ALERT_PRICE_REQUIRED'],
    ['1e5', 'ALERT_PRICE_INVALID'],
    ['60000.001', 'ALERT_PRICE_INVALID'],
    ['60000', 'ALERT_REACHED'],
  ])('"%s" is refused before it is sent: %s', (text, price) =>
    expect(alertErrors(BTC, text, '60000.00')).toEqual({ price }),
  );

  it('is left to the server while no price is known', () => expect(alertErrors(BTC, '60000', null)).toEqual({}));
});
