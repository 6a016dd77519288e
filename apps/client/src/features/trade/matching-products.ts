import type { ProductView } from '@candor/contract/market';

/** Products whose code or name, in any language, holds the text; case, blanks and slashes do not matter. */
export function matchingProducts<T extends Pick<ProductView, 'code' | 'names'>>(
  products: readonly T[],
  text: string,
): T[] {
  const wanted = plain(text);
  return products.filter(({ code, names }) =>
    [code, ...Object.values(names)].some((name) => plain(name).includes(wanted)),
  );
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[\s/]/g, '');
}
