import { useMay, useOperator } from '../operator/operator.tsx';
import type { ProposalAct } from './act-buttons.tsx';
import type { ProposalState } from './proposal-status.tsx';

type Proposal = { readonly status: ProposalState; readonly maker: { readonly id: string } };

/** What this operator may do with a proposal: its maker withdraws it, another decides. The server decides again. */
export function useProposalActs(make: string, check: string): (row: Proposal) => ProposalAct[] {
  const may = useMay();
  const { id } = useOperator();
  return ({ status, maker }) => {
    if (status !== 'proposed') return [];
    if (maker.id === id) return may(make) ? ['withdraw'] : [];
    return may(check) ? ['approve', 'reject'] : [];
  };
}
