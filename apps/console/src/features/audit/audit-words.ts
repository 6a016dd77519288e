/* What an entry of the audit log says in words: what was done, and to what. A command without words shows its code. */

import { useMessages, useTranslations } from 'use-intl';
import { keysOf } from '../../lib/keys-of.ts';
import type { FilterGroup } from '../../services/queue/queue-filters.tsx';
import type { Texts } from '../../lib/messages.ts';

type Did = keyof Texts['audit']['did'];
type Area = keyof Texts['audit']['area'];
type Kind = keyof Texts['audit']['subjectOf'];

export type AuditWords = {
  /** What was done; null for a command without words. */
  readonly did: (command: string) => string | null;
  /** What kind of thing it was done to. */
  readonly kind: (subjectType: string) => string;
  /** What the log can be narrowed to: everything of an area, or one act of it. */
  readonly commands: readonly FilterGroup[];
  readonly kinds: readonly { readonly value: string; readonly label: string }[];
};

export function useAuditWords(): AuditWords {
  const t = useTranslations('audit');
  const { audit } = useMessages();
  const dids = keysOf<Did>(audit.did);
  const kinds = keysOf<Kind>(audit.subjectOf);
  return {
    did: (command) => {
      const known = dids.find((one) => one === command);
      return known === undefined ? null : t(`did.${known}`);
    },
    kind: (subjectType) => {
      const known = kinds.find((one) => one === subjectType);
      return known === undefined ? subjectType : t(`subjectOf.${known}`);
    },
    commands: keysOf<Area>(audit.area).map((prefix) => {
      const area = t(`area.${prefix}`);
      const acts = actsOf(prefix, dids).map((act) => ({ value: act, label: t(`did.${act}`) }));
      return {
        group: area,
        // The server finds what begins with the word.
        items:
          acts.length < 2
            ? [{ value: prefix, label: area }]
            : [{ value: prefix, label: t('areaAll', { area }) }, ...acts],
      };
    }),
    kinds: kinds.map((kind) => ({ value: kind, label: t(`subjectOf.${kind}`) })),
  };
}

/** The acts of an area: those whose command begins so. */
export function actsOf<Act extends string>(prefix: string, acts: readonly Act[]): Act[] {
  return acts.filter((act) => act.startsWith(prefix));
}
