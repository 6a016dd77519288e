/** What an audit found. Each is a fact about public data that an honest site does not show. */

export const FINDINGS = {
  LOG_HEAD: 'The order log has no head that is signed by the site’s key.',
  LOG_SHRANK: 'The order log has fewer entries than the site signed before.',
  LOG_FORKED:
    'The order log does not begin with what the site signed before: an entry was dropped, changed or put between.',
  LOG_ENTRIES: 'The entries of the order log do not give the root that the site signed.',
  LOG_TILES: 'A tile of the order log does not have the hashes of its entries.',
  LOG_INCOMPLETE: 'The site does not serve a part of the order log that its signed head says is there.',
  WITNESS_FORKED: 'A witness cosigned another order log of this site.',
  WITNESSES_FEW: 'Fewer witnesses than the policy asks for have seen the order log as it was at the last audit.',
  TICK_LOG: 'A price names a head of the order log that is not one of the log.',
  TICK_LOG_AHEAD: 'A price names an order log that is longer than the one the site shows.',
  TICK_LOG_DROPPED: 'After prices that name a head of the order log comes one that names none.',
  TICK_LOG_SHRANK: 'A price names a shorter order log than the price before it.',
  TICK_LOG_CHANGED: 'Two prices name different order logs of the same size.',
  TICKS_MISSING: 'Prices are missing between two that the site serves.',
  CHAIN_BROKEN: 'A price does not continue the one before it, or its hash is not that of its text.',
  CHAIN_SHORTER: 'The chain of prices is shorter than it was.',
  PRODUCT_GONE: 'A product is not in the list any more, and the site does not serve its prices either.',
  CHECKPOINT: 'A signed checkpoint of the prices does not hold, or does not continue the one before.',
  CHECKPOINT_DIFFERS: 'A signed checkpoint names another price than the site serves.',
  SOURCES: 'What the sources said of a price is not served, or is not what the price’s hash covers.',
  SAMPLE_AFTER: 'A price was made from a trade, or a word of a source, from after its second.',
  SAMPLE_BACK: 'Under the same leader of the feed a source went back to an older trade.',
  SAMPLE_TRADE: 'The same trade of a source had another price or another time before.',
  PRICE_SOURCES: 'A valid price is not the middle of the prices that its sources gave.',
  STATUS_CHOSEN: 'A price, or its status, does not follow from what its sources reported, by the rule of the terms.',
  CLOSED_OPEN:
    'A price says that the market was closed, though its product has no closing times, the site publishes a session for that second, or its prices went on within a minute.',
  PRICE_NOT_REPEATED: 'A price that is called not valid is not the price before it.',
  PATH_PRICE: 'A simulated price does not follow from the price before it and the published seed.',
  PATH_SEED_CHANGED: 'A second seed was named on the same day, or a simulator went back to the first version.',
  PATH_SEED_UNNAMED: 'A day of simulated prices, or a new simulator, began without naming a seed.',
  PATH_SEED_WITHHELD: 'The seed of a day of simulated prices is not published, though the day is long over.',
  PATH_ROUND:
    'A simulated price names public randomness that is not that of its second, or that the network did not sign.',
  PATH_ROUND_RESUMED: 'Simulated prices took public randomness again within the minute in which they had left it out.',
  TICKS_DIFFER: 'The site served the same prices twice, and they were not the same.',
  ORDER: 'The prices do not give the result that the list says.',
  ORDER_EARLY: 'The list has the result of an order, but the prices end before its close.',
  LIST_CHANGED: 'The list of a day that was final is another one now.',
  OPENING_WRONG:
    'An opened entry of the order log is not what the log has there, or tells of no order that there can be.',
  OPENING_LATE: 'An entry of the order log stays sealed for longer than any order runs.',
  OPENING_CHANGED: 'An opened entry of the order log is sealed again, or is another one now.',
  SETTLEMENT_MISSING: 'The order log has an opened order without its settlement.',
  SETTLEMENT_TWICE: 'The order log has two settlements of one order.',
  SETTLEMENT_STRAY: 'The order log has a settlement without its order.',
  LIST_NOT_LOG: 'The public list of a day is not what the order log opens.',
  FIGURES_DIFFER: 'The public figures are not those of the orders that the order log opens.',
  VOIDS_DIFFER:
    'The public void rates, or the would-be winners among them, are not those of the orders that the order log opens.',
  MONTHS_DIFFER:
    'What a month gave back, or how many accounts lost, is not what its list of accounts adds up to, or the list is not of the orders that the order log opens.',
  ZONE_CHANGED: 'The site counts its days in another time zone than before: all its orders are counted again.',
  TERMS_UNLOGGED: 'Published terms are not those of the order log.',
  TERMS_LATE: 'Terms hold for orders, or are dated, before the order log had them.',
  ENTRY_MISTIMED: 'An opened order entered at another moment than its acceptance and its terms give it.',
  MALFORMED: 'An answer of the site cannot be read.',
} as const;

export type FindingKey = keyof typeof FINDINGS;

export type Finding = {
  readonly key: FindingKey;
  /** Which product, price, order or day. */
  readonly where: string;
};

/** More are counted, not kept: a site that is wrong may be wrong everywhere. */
const KEPT_MAX = 500;

export type Findings = {
  readonly kept: Finding[];
  readonly add: (key: FindingKey, where: string) => void;
  readonly count: () => number;
};

export function collectFindings(): Findings {
  const kept: Finding[] = [];
  let count = 0;
  return {
    kept,
    add: (key, where) => {
      count += 1;
      if (kept.length < KEPT_MAX) kept.push({ key, where });
    },
    count: () => count,
  };
}
