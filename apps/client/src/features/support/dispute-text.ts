/** What a dispute may be about. `other` has no opening words: the member writes them. */
export const REASONS = ['price', 'outcome', 'time', 'other'] as const;
export type Reason = (typeof REASONS)[number];

/**
 * Replaces the opening words of any other reason with those of this reason; what the member typed stays.
 * @param opening words of each reason that has some, as they appear at the beginning of a message
 */
export function withReason(text: string, opening: Readonly<Partial<Record<Reason, string>>>, reason: Reason): string {
  const former = Object.values(opening).find((words) => text.startsWith(words)) ?? '';
  return (opening[reason] ?? '') + text.slice(former.length);
}

/** The reason whose opening words a text begins with, or null. */
export function reasonOf(text: string, opening: Readonly<Partial<Record<Reason, string>>>): Reason | null {
  return (
    REASONS.find((reason) => {
      const words = opening[reason];
      return words !== undefined && text.startsWith(words);
    }) ?? null
  );
}
