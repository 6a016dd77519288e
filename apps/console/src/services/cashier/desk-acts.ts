/* What an operator may do with a deposit or a withdrawal, as the server decides it. The server decides again. */

type Person = { readonly id: string; readonly username: string };

export type DeskItem = {
  readonly status: string;
  readonly version: number;
  readonly member: Person;
  readonly takenBy: Person | null;
  readonly firstBy: Person | null;
  readonly secondBy: Person | null;
};

export const DESK_ACTS = ['take', 'release', 'approve', 'reject'] as const;
export type DeskAct = (typeof DESK_ACTS)[number];

export type DeskActs = {
  readonly open: readonly DeskAct[];
  /** Why something is not open. */
  readonly because: 'own' | 'taken' | 'second' | null;
};

const NONE: DeskActs = { open: [], because: null };

export function actsOf({ status, member, takenBy, firstBy }: DeskItem, operatorId: string): DeskActs {
  if (!['pending', 'reviewing', 'seconding'].includes(status)) return NONE;
  if (member.id === operatorId) return { open: [], because: 'own' };
  if (status === 'pending') return { open: ['take'], because: null };
  if (status === 'reviewing')
    return takenBy?.id === operatorId
      ? { open: ['release', 'approve', 'reject'], because: null }
      : { open: [], because: 'taken' };
  return firstBy?.id === operatorId
    ? { open: ['release', 'reject'], because: 'second' }
    : { open: ['release', 'approve', 'reject'], because: null };
}

/** Who brought the item to its state; null when it was the member, or nobody. */
export function lastHand({ status, takenBy, firstBy, secondBy }: DeskItem): Person | null {
  if (status === 'reviewing') return takenBy;
  if (status === 'seconding') return firstBy;
  return status === 'approved' || status === 'rejected' ? (secondBy ?? firstBy) : null;
}
