/** If the two clocks differ by more than this, a note is shown beside the countdown. Which of them is wrong, nobody knows. */
const SKEW_TOLD_MS = 2_000;

/**
 * What the note says; null while the clocks may as well agree: on a slow network the measured difference is mostly the way of
 * the answer.
 * @param skewMs how far the device's clock is ahead
 * @param errorMs by how much that may be wrong
 */
export function clockHint(skewMs: number, errorMs: number): { seconds: number; direction: 'ahead' | 'behind' } | null {
  if (Math.abs(skewMs) <= SKEW_TOLD_MS + errorMs) return null;
  return { seconds: Math.round(Math.abs(skewMs) / 1000), direction: skewMs > 0 ? 'ahead' : 'behind' };
}
