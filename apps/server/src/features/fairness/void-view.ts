import type { FairnessVoidFigure, FairnessVoidHour } from '@candor/contract/fairness';
import type { VoidRow } from './void-store.ts';

/** One figure for each product with orders, by its code. */
export function voidFigures(rows: readonly VoidRow[]): FairnessVoidFigure[] {
  return [...Map.groupBy(rows, ({ product }) => product)]
    .map(([product, ofProduct]) => ({
      product,
      orders: sumOf(ofProduct, 'orders'),
      voided: sumOf(ofProduct, 'voided'),
      known: sumOf(ofProduct, 'known'),
      wouldHaveWon: sumOf(ofProduct, 'wouldHaveWon'),
    }))
    .toSorted((one, other) => (one.product < other.product ? -1 : 1));
}

/** The hours that have void orders, in the order of the rows. */
export function voidHours(rows: readonly VoidRow[]): FairnessVoidHour[] {
  return rows
    .filter(({ voided }) => voided > 0n)
    .map(({ hour, product, orders, voided, known, wouldHaveWon }) => ({
      hour: new Date(hour).toISOString(),
      product,
      orders: Number(orders),
      voided: Number(voided),
      known: Number(known),
      wouldHaveWon: Number(wouldHaveWon),
    }));
}

function sumOf(rows: readonly VoidRow[], key: 'orders' | 'voided' | 'known' | 'wouldHaveWon'): number {
  return rows.reduce((sum, row) => sum + Number(row[key]), 0);
}
