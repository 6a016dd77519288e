/* What an operator would look up before a decision, looked up: what agrees, and what differs. The decision stays theirs. */

import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { MemberDetailView } from '@candor/contract/console-members';
import { PanelSection } from '../cashier/panel-section.tsx';
import { useMay } from '../operator/operator.tsx';
import { useMember } from './use-member.ts';

export type Check = { readonly name: string; readonly verdict: 'good' | 'differs' | 'open'; readonly text: string };

const ICONS = { good: CircleCheck, differs: CircleAlert, open: Info } as const;

/** What differs comes first. */
export function Checks({ checks }: { checks: readonly Check[] }) {
  const t = useTranslations('work.checks');
  if (checks.length === 0) return null;
  const order = ['differs', 'open', 'good'];
  const sorted = checks.toSorted((one, other) => order.indexOf(one.verdict) - order.indexOf(other.verdict));
  return (
    <PanelSection title={t('title')}>
      <ul className="checks">
        {sorted.map(({ name, verdict, text }) => {
          const Icon = ICONS[verdict];
          return (
            <li key={name} data-verdict={verdict}>
              <Icon size={16} aria-hidden />
              <span>{text}</span>
            </li>
          );
        })}
      </ul>
    </PanelSection>
  );
}

/** The checks that hold for every request of a member for money. None, before the member is read or without the right to. */
export function useMemberChecks(
  id: string,
  of: 'deposits' | 'withdrawals',
  openId: string,
): { readonly member: MemberDetailView | undefined; readonly checks: readonly Check[] } {
  const t = useTranslations('work.checks');
  const members = useTranslations('members');
  const { data: member } = useMember(id, useMay()('member:profile:read'));
  if (member === undefined) return { member, checks: [] };
  const { verification, restrictions } = member;
  const rejected = member[of].filter((line) => line.status === 'rejected' && line.id !== openId).length;
  return {
    member,
    checks: [
      verification === 'verified'
        ? { name: 'verified', verdict: 'good', text: t('verified') }
        : {
            name: 'verified',
            verdict: 'differs',
            text: t('notVerified', { state: members(`verificationOf.${verification}`) }),
          },
      restrictions.length === 0
        ? { name: 'restricted', verdict: 'good', text: t('unrestricted') }
        : {
            name: 'restricted',
            verdict: 'differs',
            text: t('restricted', { kinds: restrictions.map((kind) => members(`stateOf.${kind}`)).join(' · ') }),
          },
      rejected === 0
        ? { name: 'rejections', verdict: 'good', text: t('noRejections') }
        : { name: 'rejections', verdict: 'differs', text: t('rejections', { count: rejected }) },
    ],
  };
}

/** Two names of which one may be masked: "林**" is 林小雨, as far as anybody can see. */
export function namesFit(one: string, other: string): boolean {
  const [a, b] = [one.trim(), other.trim()];
  const isMasked = a.endsWith('**') || b.endsWith('**');
  return isMasked ? [...a][0] === [...b][0] : a === b;
}
