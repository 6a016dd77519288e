import type { ReasonCode, ReasonSubject } from '../reasons.ts';
import type { RestrictionSubject } from '../restriction-texts.ts';

/** Restrictions and stops have messages of their own in the table of errors. */
type WordedSubject = Exclude<ReasonSubject, RestrictionSubject | 'stop'>;
export type ReasonTexts = { readonly [Subject in WordedSubject]: Readonly<Record<ReasonCode<Subject>, string>> };
