import type { ReactNode } from 'react';
import { usePrice } from '../../services/live/live.ts';

const NONE: ReadonlyMap<string, string> = new Map();

type LivePricesProps = {
  /** Product codes, each once. There is at most one held position per product, so there are few. */
  codes: readonly string[];
  known?: ReadonlyMap<string, string>;
  children: (prices: ReadonlyMap<string, string>) => ReactNode;
};

/** Gives the live prices of several products to a figure that needs all of them. Each level follows one product. */
export function LivePrices({ codes, known = NONE, children }: LivePricesProps) {
  const [code, ...rest] = codes;
  const live = usePrice(code ?? null);
  if (code === undefined) return children(known);
  const now = live === null ? known : new Map(known).set(code, live.price);
  return (
    <LivePrices codes={rest} known={now}>
      {children}
    </LivePrices>
  );
}
