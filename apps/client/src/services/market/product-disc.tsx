import type { ProductView } from '@candor/contract/market';
import { AssetDisc } from '@candor/ui/asset-disc.tsx';
import { glyphOf } from './product-list.ts';

/** The logo of a product: the discs of its assets. */
export function ProductDisc({
  product,
  isSmall = false,
  className,
}: {
  product: ProductView;
  isSmall?: boolean;
  className?: string;
}) {
  const { primary, secondary, assets } = glyphOf(product);
  const [base, quote] = assets;
  return (
    <AssetDisc
      first={{ text: primary, asset: base }}
      second={secondary === null ? undefined : { text: secondary, asset: quote }}
      isSmall={isSmall}
      {...(className === undefined ? {} : { className })}
    />
  );
}
