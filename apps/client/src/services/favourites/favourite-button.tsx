import { IconButton } from '@candor/ui/icon-button.tsx';
import { cx } from '@candor/ui/cx';
import { Star } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { toggleFavourite, useFavourites } from './favourites.ts';

/** The star of a product. Needs the texts of `market`. */
export function FavouriteButton({ code, name, className }: { code: string; name: string; className?: string }) {
  const t = useTranslations('market.favourite');
  const marked = useFavourites().includes(code);
  return (
    <IconButton
      label={t(marked ? 'remove' : 'add', { name })}
      aria-pressed={marked}
      onClick={() => toggleFavourite(code)}
      className={cx(marked && 'text-selected!', className)}
    >
      <Star aria-hidden="true" className="size-5" strokeWidth={1.75} fill={marked ? 'currentColor' : 'none'} />
    </IconButton>
  );
}
