import type { ReactNode } from 'react';
import { StatusBadge } from '../queue/status-badge.tsx';

const TONES = { proposed: 'wait', approved: 'good', rejected: 'bad', withdrawn: 'quiet' } as const;

export type ProposalState = keyof typeof TONES;

export function ProposalStatus({ status, children }: { status: ProposalState; children: ReactNode }) {
  return <StatusBadge tone={TONES[status]}>{children}</StatusBadge>;
}
