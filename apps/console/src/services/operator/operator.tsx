/* Who is working, and what they may do. The server checks again on every call. */

import { readOperator } from '@candor/contract/calls/console/operators';
import { createContext, use } from 'react';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { OperatorView } from '@candor/contract/console';
import { permits } from '@candor/domain/identity/permission';
import { currency } from '@candor/domain/money';
import type { Currency } from '@candor/domain/money';
import { call } from '../api/request.ts';

const Current = createContext<OperatorView | null>(null);

export const OPERATOR_KEY = ['me'] as const;

/** Rights and notices change while a page stays open and in front: on a wall, or on a desk for a whole day. */
const EVERY_MS = 60_000;

export function useOperatorQuery() {
  return useQuery({
    queryKey: OPERATOR_KEY,
    queryFn: async () => await call(readOperator),
    refetchInterval: EVERY_MS,
  });
}

export function OperatorProvider({ operator, children }: { operator: OperatorView; children: ReactNode }) {
  return <Current value={operator}>{children}</Current>;
}

export function useOperator(): OperatorView {
  const operator = use(Current);
  if (operator === null) throw new Error('this part of the console needs an operator');
  return operator;
}

/** `const may = useMay(); may('member:profile:freeze')`. */
export function useMay(): (permission: string) => boolean {
  const { permissions } = useOperator();
  return (permission) => permits(permissions, permission);
}

export function useSiteCurrency(): Currency & { readonly symbol: string } {
  const { code, symbol, decimals } = useOperator().site.currency;
  return { ...currency(code, decimals), symbol };
}
