/** Why operators stopped new orders. A code stays for ever: the history of stops has it. */
export const STOP_REASONS = [
  'UNUSUAL_PRICES',
  'SOURCE_TROUBLE',
  'MAINTENANCE',
  'PRODUCT_RISK',
  'LEGAL_DUTY',
  'OTHER',
] as const;
export type StopReason = (typeof STOP_REASONS)[number];

/** The code as this version knows it. */
export function stopReasonOf(code: string): StopReason {
  return STOP_REASONS.find((one) => one === code) ?? 'OTHER';
}
