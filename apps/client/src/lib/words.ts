import type { Word } from './messages.ts';

/** All words with a meaning, in the order of the glossary: of an order, of a price, of money. */
export const WORDS = [
  'payoutRate',
  'breakEven',
  'duration',
  'entryPrice',
  'exitPrice',
  'tie',
  'void',
  'receipt',
  'tick',
  'live',
  'replay',
  'simulated',
  'available',
  'held',
  'openStake',
  'annual',
] as const satisfies readonly Word[];
