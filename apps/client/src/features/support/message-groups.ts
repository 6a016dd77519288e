import type { SupportMessage } from '@candor/contract/support';

/** Messages of one author that follow within this time stand together. */
const TOGETHER_MS = 5 * 60_000;

export type Grouped = { message: SupportMessage; isFirst: boolean; isLast: boolean };

/** Marks the first and the last of messages that stand together. Oldest first. */
export function groupMessages(all: readonly SupportMessage[]): Grouped[] {
  const messages = all.filter((message, place) => !isRenewed(message, all.slice(place + 1)));
  return messages.map((message, place) => ({
    message,
    isFirst: !standTogether(messages[place - 1], message),
    isLast: !standTogether(message, messages[place + 1]),
  }));
}

/** A finding that held so far gives way to the next one about the same message: one card, that says what is known now. */
function isRenewed({ finding, answers }: SupportMessage, later: readonly SupportMessage[]): boolean {
  if (finding?.verdict !== 'provisional' || answers === null) return false;
  return later.some((other) => other.author === 'check' && other.answers === answers);
}

function standTogether(first: SupportMessage | undefined, second: SupportMessage | undefined): boolean {
  if (first === undefined || second === undefined) return false;
  // A finding always says what it is about.
  if (first.author !== second.author || first.author === 'check') return false;
  const [from, to] = [new Date(first.createdAt), new Date(second.createdAt)];
  return from.toDateString() === to.toDateString() && to.getTime() - from.getTime() < TOGETHER_MS;
}

/** Whether the other side has seen a message. Ids grow with every message of a conversation. */
export function isSeen(id: string, readUpTo: string): boolean {
  return BigInt(id) <= BigInt(readUpTo);
}
