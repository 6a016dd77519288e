/* What an operator may do with a deposit or a withdrawal, as the server decides it. The server decides again. */

type Person = { readonly id: string; readonly username: string };

export type ReviewItem = {
  readonly status: string;
  readonly version: number;
  readonly member: Person;
  readonly takenBy: Person | null;
  readonly firstBy: Person | null;
  readonly secondBy: Person | null;
  readonly steps: readonly { readonly state: string; readonly by: Person | null }[];
};

export const REVIEW_ACTS = ['take', 'release', 'approve', 'reject'] as const;
export type ReviewAct = (typeof REVIEW_ACTS)[number];

export type ReviewActs = {
  readonly open: readonly ReviewAct[];
  /** Why something is not open. */
  readonly because: 'own' | 'taken' | 'second' | null;
};

const NONE: ReviewActs = { open: [], because: null };

/** `isStopped`: no money may leave to the member now, so nobody approves. */
export function actsOf(item: ReviewItem, operatorId: string, isStopped = false): ReviewActs {
  const { open, because } = actsInState(item, operatorId);
  return { open: isStopped ? open.filter((act) => act !== 'approve') : open, because };
}

function actsInState({ status, member, takenBy, firstBy }: ReviewItem, operatorId: string): ReviewActs {
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
export function lastHand({ steps }: ReviewItem): Person | null {
  return steps.at(-1)?.by ?? null;
}
