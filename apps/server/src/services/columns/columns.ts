import { price } from '@candor/domain/price';
import { VOID_REASONS } from '@candor/domain/trading/settle-order';
import { TICK_STATUSES } from '@candor/domain/trading/tick';
import * as z from 'zod/mini';
import { int8 } from '../../platform/db/rows.ts';

/** Schemas of columns as domain values, for the schemas that read rows. */
export const priceUnits = z.pipe(
  int8,
  z.transform((units) => price(units)),
);
export const tickStatus = z.enum(TICK_STATUSES);
export const direction = z.enum(['up', 'down']);
export const wallet = z.enum(['practice', 'cash']);
export const outcome = z.enum(['won', 'lost', 'tied', 'voided']);
export const voidReason = z.enum(VOID_REASONS);
export const feedKind = z.enum(['live', 'replay', 'simulated']);
/** The symbol of a product by exchange. */
export const listing = z.partialRecord(z.enum(['binance', 'okx', 'coinbase', 'kraken']), z.string());
