import type { ProductView } from '@candor/contract/market';
import { AssetDisc } from '@candor/ui/asset-disc.tsx';
import { glyphOf } from './product-list.ts';

/** The logo of a product: the discs of its assets. */
export function ProductDisc({ product, className }: { product: ProductView; className?: string }) {
  const { primary, secondary, assets } = glyphOf(product);
  const [base, quote] = assets;
  return (
    <AssetDisc
      first={{ text: primary, asset: base }}
      second={secondary === null ? undefined : { text: secondary, asset: quote }}
      {...(className === undefined ? {} : { className })}
    />
  );
}
