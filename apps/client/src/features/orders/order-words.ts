/* Short texts about orders that several screens use. */

import { useProducts } from '../../services/queries/shared-queries.ts';
import { useLanguage } from '../../lib/language.ts';

/** The name of a product in the member's language; its code until the list arrives. */
export function useProductName(): (code: string) => string {
  const { data } = useProducts();
  const language = useLanguage();
  return (code) => data?.find((product) => product.code === code)?.names[language] ?? code;
}

/** 60 → { unit: 'seconds', count: 60 }, 300 → { unit: 'minutes', count: 5 }: durations in everyday words. */
export function durationWords(seconds: number): { unit: 'seconds' | 'minutes' | 'hours'; count: number } {
  if (seconds > 60 && seconds % 3600 === 0) return { unit: 'hours', count: seconds / 3600 };
  if (seconds > 60 && seconds % 60 === 0) return { unit: 'minutes', count: seconds / 60 };
  return { unit: 'seconds', count: seconds };
}
