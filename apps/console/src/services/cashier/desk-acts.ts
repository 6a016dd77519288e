/* What an operator may do with a deposit or a withdrawal, as the server decides it. The server decides again. */

type Person = { readonly id: string; readonly username: string };

export type DeskItem = {
  readonly status: string;
  readonly version: number;
  readonly member: Person;
  readonly takenBy: Person | null;
  readonly firstBy: Person | null;
  readonly secondBy: Person | null;
  readonly steps: readonly { readonly state: string; readonly by: Person | null }[];
};

export const DESK_ACTS = ['take', 'release', 'approve', 'reject'] as const;
export type DeskAct = (typeof DESK_ACTS)[number];

export type DeskActs = {
  readonly open: readonly DeskAct[];
  /** Why something is not open. */
  readonly because: 'own' | 'taken' | 'second' | null;
};

const NONE: DeskActs = { open: [], because: null };

/** `isStopped`: no money may leave to the member now, so nobody approves. */
export function actsOf(item: DeskItem, operatorId: string, isStopped = false): DeskActs {
  const { open, because } = actsInState(item, operatorId);
  return { open: isStopped ? open.filter((act) => act !== 'approve') : open, because };
}

function actsInState({ status, member, takenBy, firstBy }: DeskItem, operatorId: string): DeskActs {
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

/** Who made the last step; null when it was the member, or nobody. */
export function lastHand({ steps }: DeskItem): Person | null {
  return steps.at(-1)?.by ?? null;
}
