/** Whether a refusal is the member's own limit or exclusion: only its page helps, and nobody else can lift it. */
export function isOwnDecision(key: string): boolean {
  return key.startsWith('SELF_EXCLUDED') || /^(DEPOSIT|STAKE|LOSS)_LIMIT_/.test(key);
}
