import type { MessageView } from '@candor/contract/messages';

/** What the member has just done by themselves needs no toast. */
const QUIET: ReadonlySet<string> = new Set([
  'password',
  'withdrawPassword',
  'withdrawPasswordReset',
  'totpOn',
  'totpOff',
  'passkeyAdded',
  'passkeyRemoved',
  'recoveryMade',
  'recoveryUsed',
]);

export function isToasted({ kind, state, unread }: MessageView): boolean {
  return unread && kind !== 'limit' && !(kind === 'security' && QUIET.has(state));
}
