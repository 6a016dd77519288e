/* What an entry is about, as people know it: its kind, its reference or name, whose it is, and where it stands. */

import type { ReactNode } from 'react';
import { Anchor, Group } from '@mantine/core';
import { useMessages, useTranslations } from 'use-intl';
import type { AuditEntryView } from '@candor/contract/console';
import { useLanguage } from '../../lib/language.ts';
import { hrefTo } from '../../lib/location.ts';
import { keysOf } from '../../lib/keys-of.ts';
import { Copied } from '../../services/cashier/copied.tsx';
import { MemberLink } from '../../services/cashier/member-link.tsx';
import { useMay } from '../../services/operator/operator.tsx';
import { useAuditWords } from './audit-words.ts';

/** The pages of subjects, and the permission of each. */
const PAGES: Readonly<Record<string, readonly [path: string, permission: string]>> = {
  deposit: ['/deposits', 'cashier:deposit:read'],
  withdrawal: ['/withdrawals', 'cashier:withdrawal:read'],
  verification: ['/verifications', 'identity:verification:read'],
  alarm: ['/alarms', 'site:alarm:read'],
  adjustment: ['/adjustments', 'ledger:adjustment:read'],
  holding: ['/holdings', 'invest:holding:read'],
  investChange: ['/invest-changes', 'invest:project:read'],
  terms: ['/changes', 'site:channel:read'],
  site: ['/site-changes', 'site:settings:read'],
  text: ['/text-changes', 'site:text:read'],
  productTerms: ['/product-terms', 'market:product:read'],
  productChange: ['/product-changes', 'market:product:read'],
  resumption: ['/resumptions', 'market:product:read'],
  staff: ['/staff-changes', 'staff:operator:read'],
  role: ['/role-changes', 'staff:role:read'],
  operator: ['/staff', 'staff:operator:read'],
  notice: ['/notices', 'content:notice:read'],
  complaint: ['/complaints', 'support:complaint:read'],
};
/** Subjects that are a member, and nothing of theirs. */
const MEMBERS: ReadonlySet<string> = new Set(['member', 'savings']);
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

type Entry = Pick<AuditEntryView, 'subjectType' | 'subjectId' | 'subject'>;

/** In a row: one line, whose button copies the id. */
export function SubjectInRow({ entry }: { entry: Entry }) {
  const t = useTranslations('audit');
  const words = useAuditWords();
  return (
    <Group gap={6} wrap="nowrap" className="audit-subject">
      <span className="unbroken">{words.kind(entry.subjectType)}</span>
      <Copied value={entry.subjectId} name={t('subject')} shown={<SubjectName entry={entry} />} />
    </Group>
  );
}

/** In the panel: what it is, whose, and its whole id. */
export function useSubjectFacts(): (entry: Entry) => readonly (readonly [string, ReactNode])[] {
  const t = useTranslations('audit');
  const words = useAuditWords();
  return (entry) => [
    [
      t('subject'),
      <span key="subject">
        {words.kind(entry.subjectType)} <SubjectName entry={entry} isLinked />
      </span>,
    ],
    [t('filter.subjectId'), <Copied key="subject-id" value={entry.subjectId} name={t('subject')} />],
  ];
}

/** Without a name of its own a subject is known by whose it is, and without that by its id. */
function SubjectName({ entry, isLinked = false }: { entry: Entry; isLinked?: boolean }) {
  const name = useNameOf(entry);
  const may = useMay();
  const { subjectType, subjectId, subject } = entry;
  const [path, permission] = PAGES[subjectType] ?? [];
  const hasPage = isLinked && path !== undefined && permission !== undefined && may(permission);
  const member = subject?.member ?? null;
  const known = name ?? (member === null || hasPage ? shortOf(subjectId) : null);
  return (
    <>
      {known !== null &&
        (hasPage ? (
          <Anchor underline="always" href={hrefTo(path, { row: subjectId })}>
            {known}
          </Anchor>
        ) : (
          known
        ))}
      {known !== null && member !== null && ' · '}
      {member !== null && (isLinked ? <MemberLink member={member} /> : member.username)}
    </>
  );
}

function useNameOf({ subjectType, subject }: Entry): string | null {
  const language = useLanguage();
  const t = useTranslations('texts.nameOf');
  const slugs = keysOf(useMessages().texts.nameOf);
  if (subject === null || MEMBERS.has(subjectType)) return null;
  const { name, names } = subject;
  const slug = subjectType === 'text' ? slugs.find((one) => one === name) : undefined;
  if (slug !== undefined) return t(slug);
  const title = names?.[language] ?? null;
  return title !== null && name !== null && title !== name ? `${title} (${name})` : (title ?? name);
}

/** The end of an id tells two of a moment apart. */
function shortOf(id: string): string {
  return UUID.test(id) ? `…${id.slice(-6)}` : id;
}
