import type { DepositView } from '@candor/contract/cashier';

/**
 * The page of the payment service for a deposit, with its reference; null when there is none. Only web addresses are
 * followed, and paths of this site.
 * @param ofSite the address of a path of this site
 */
export function providerUrl(
  { instructions, reference }: Pick<DepositView, 'instructions' | 'reference'>,
  ofSite: (path: string) => string,
): string | null {
  const { url: text = '' } = instructions;
  const whole = text.startsWith('/') && !text.startsWith('//') ? ofSite(text) : text;
  try {
    const url = new URL(whole, location.origin);
    if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
    if (text === '') return null;
    url.searchParams.set('reference', reference);
    return url.href;
  } catch {
    return null;
  }
}
