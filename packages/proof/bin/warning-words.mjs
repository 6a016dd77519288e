/** What a receipt that holds leaves to be asked, in words. */

/** @type {Record<import('../src/warnings.ts').WarningKey, (count: number) => string>} */
export const WARNINGS = {
  SECONDS_MISSING: (count) => `${count} seconds from entry to close have no price`,
  FEED_MIXED: (count) => `${count} prices between entry and exit are of another kind (live, replay, simulated)`,
  SETTLED_LATE: (count) => `settled ${count} seconds after the close`,
  TRANSFERS_LATE: (count) => `${count} transfers are dated after what they belong to`,
  UNSIGNED: () => 'no device signed the order: nothing shows that the member sent it',
  TERMS_UNSEEN: () => 'the member saw other terms than those of the order',
  ACCEPTED_SLOWLY: (count) =>
    `accepted ${count} ms after the device signed: until then the site could look at the price`,
  PRICE_FORESEEABLE: (count) =>
    `${count} simulated prices of entry and exit were made without public randomness: the operator could know them`,
  CALLED_CLOSED: () =>
    'the market was called closed at entry or close: compare it with the published hours of the product',
};
