import { groupDigits } from '@candor/ui/figures';

/** A price as it was published, grouped as the member sees it; a dash before there is one. */
export function priceText(price: string | null): string {
  return price === null ? '—' : groupDigits(price);
}
