import type { ReasonCode, ReasonSubject } from '../reasons.ts';
import type { RestrictionSubject } from '../restriction-texts.ts';

/** Restrictions have messages of their own in the table of errors. */
type WordedSubject = Exclude<ReasonSubject, RestrictionSubject>;
export type ReasonTexts = { readonly [Subject in WordedSubject]: Readonly<Record<ReasonCode<Subject>, string>> };
