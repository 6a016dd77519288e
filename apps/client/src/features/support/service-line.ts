/* What the chat says of the people behind it: "online" only if somebody is there. */

import type { ServiceView } from '@candor/contract/support';

type Line =
  | { readonly key: 'open'; readonly until: string }
  | { readonly key: 'closed'; readonly when: string }
  | { readonly key: 'always' | 'never' | 'answersLater' }
  | { readonly key: 'answersInMinutes' | 'answersInHours'; readonly count: number };

export type ServiceLine = Line & { readonly isThere: boolean };

const HOUR_MINUTES = 60;

export function serviceLine(service: ServiceView): ServiceLine {
  const { isOpen, isAnswering, answerMinutes, changesAt } = service;
  if (isOpen && isAnswering)
    return changesAt === null ? { key: 'always', isThere: true } : { key: 'open', until: changesAt, isThere: true };
  if (!isOpen && changesAt !== null) return { key: 'closed', when: changesAt, isThere: false };
  if (!isOpen) return { key: 'never', isThere: false };
  if (answerMinutes === null) return { key: 'answersLater', isThere: false };
  return answerMinutes < HOUR_MINUTES
    ? { key: 'answersInMinutes', count: answerMinutes, isThere: false }
    : { key: 'answersInHours', count: Math.ceil(answerMinutes / HOUR_MINUTES), isThere: false };
}
