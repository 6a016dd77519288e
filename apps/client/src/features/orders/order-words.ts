/* Short texts about orders that several screens use. */

import { useProducts } from '../../services/queries/shared-queries.ts';
import { useLanguage } from '../../lib/language.ts';

/** The name of a product in the member's language; its code until the list arrives. */
export function useProductName(): (code: string) => string {
  const { data } = useProducts();
  const language = useLanguage();
  return (code) => data?.find((product) => product.code === code)?.names[language] ?? code;
}
