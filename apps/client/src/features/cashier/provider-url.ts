import type { DepositView } from '@candor/contract/cashier';

/** What the site's own practice page needs beside the reference: it knows no session. */
export type Visitor = { language: string; domain: string | null };

/**
 * The page of the payment service for a deposit, with its reference; null when there is none. Only web addresses are
 * followed, and paths of this site. A page of this site speaks the member's language, and leads back under the domain of
 * the address.
 * @param ofSite the address of a path of this site
 */
export function providerUrl(
  { instructions, reference }: Pick<DepositView, 'instructions' | 'reference'>,
  ofSite: (path: string) => string,
  { language, domain }: Visitor,
): string | null {
  const { url: text = '' } = instructions;
  const isOwn = text.startsWith('/') && !text.startsWith('//');
  const whole = isOwn ? ofSite(text) : text;
  try {
    const url = new URL(whole, location.origin);
    if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
    if (text === '') return null;
    url.searchParams.set('reference', reference);
    if (isOwn) {
      url.searchParams.set('language', language);
      if (domain !== null) url.searchParams.set('domain', domain);
    }
    return url.href;
  } catch {
    return null;
  }
}
