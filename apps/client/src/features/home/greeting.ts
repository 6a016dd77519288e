export type Greeting = 'night' | 'morning' | 'noon' | 'afternoon' | 'evening';

/** @param hour 0 to 23 on the member's clock */
export function greetingOf(hour: number): Greeting {
  if (hour < 5) return 'night';
  if (hour < 11) return 'morning';
  if (hour < 13) return 'noon';
  return hour < 18 ? 'afternoon' : 'evening';
}
