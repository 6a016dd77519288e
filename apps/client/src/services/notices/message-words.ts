/* What a message says, and where it leads. */

import { MESSAGE_STATES } from '@candor/contract/messages';
import type { MessageView } from '@candor/contract/messages';
import { reasonOf } from '@candor/contract/reasons';
import { restrictionMessage } from '@candor/contract/restriction-texts';
import { useTranslations } from 'use-intl';
import { formatMoney } from '../../lib/format.ts';
import { useErrorText } from '../../lib/i18n.tsx';
import { paths } from '../../lib/paths.ts';
import type { AppPath } from '../../lib/paths.ts';
import { useSite } from '../session/site.ts';

/** Needs the texts `messages` and `security`. */
export function useMessageText(): (message: MessageView) => string {
  const t = useTranslations('messages');
  const security = useTranslations('security.events');
  const { currency } = useSite();
  return ({ kind, state, amount: text }) => {
    const amount = text === null ? '' : formatMoney(text, { symbol: currency.symbol });
    switch (kind) {
      case 'deposit':
        return isOf(kind, state) ? t(`deposit.${state}`, { amount }) : t('other');
      case 'withdrawal':
        return isOf(kind, state) ? t(`withdrawal.${state}`, { amount }) : t('other');
      case 'limit':
        if (!isOf(kind, state)) return t('other');
        return state === 'set' && text === null ? t('limit.unset') : t(`limit.${state}`, { amount });
      case 'identity':
        return isOf(kind, state) ? t(`identity.${state}`) : t('other');
      case 'restriction':
        return isOf(kind, state) ? t(`restriction.${state}`) : t('other');
      case 'support':
        return isOf(kind, state) ? t(`support.${state}`) : t('other');
      case 'complaint':
        return isOf(kind, state) ? t(`complaint.${state}`) : t('other');
      case 'security':
        return isOf(kind, state) ? security(state) : t('other');
    }
  };
}

/** A newer server may know states that this app has no words for. */
function isOf<Kind extends keyof typeof MESSAGE_STATES>(
  kind: Kind,
  state: string,
): state is (typeof MESSAGE_STATES)[Kind][number] {
  return MESSAGE_STATES[kind].some((known) => known === state);
}

/** Why it ended so, in the words of its subject; null where no reason belongs to it. Needs the texts `reasons`. */
export function useMessageReason(): (message: MessageView) => string | null {
  const t = useTranslations('reasons');
  const say = useErrorText();
  return ({ kind, state, reason }) => {
    if (reason === null) return null;
    if (kind === 'deposit' && state === 'rejected') return t(`depositRejected.${reasonOf('depositRejected', reason)}`);
    if (kind === 'deposit' && state === 'approved') return t(`depositDiffers.${reasonOf('depositDiffers', reason)}`);
    if (kind === 'withdrawal' && state === 'rejected')
      return t(`withdrawalRejected.${reasonOf('withdrawalRejected', reason)}`);
    if (kind === 'withdrawal' && state === 'returned')
      return t(`withdrawalReturned.${reasonOf('withdrawalReturned', reason)}`);
    if (kind === 'identity') return t(`verificationRejected.${reasonOf('verificationRejected', reason)}`);
    if (kind === 'restriction' && state.endsWith('On')) return say(restrictionMessage('frozen', reason).params.because);
    return null;
  };
}

/** Security events that are about the member's own data and the end of the account. */
const OWN_DATA_EVENTS: ReadonlySet<string> = new Set(['dataAsked', 'dataReady', 'closingAsked', 'closingStopped']);

export function messagePath({ kind, state, subject }: MessageView): AppPath {
  switch (kind) {
    case 'deposit':
      return paths.depositRecords(subject);
    case 'withdrawal':
      return paths.withdrawRecords(subject);
    case 'identity':
      return paths.verification();
    case 'security':
      return OWN_DATA_EVENTS.has(state) ? paths.ownData() : paths.security();
    case 'limit':
      return paths.limits();
    case 'complaint':
      return paths.complaints(subject);
    case 'support':
    case 'restriction':
      return paths.webview();
  }
}
