import { useLayoutEffect } from 'react';

/** The page is as high as the window: its list scrolls by itself, under a head that stays. See `body[data-fill]`. */
export function useFilledWindow(): void {
  useLayoutEffect(() => {
    document.body.dataset.fill = '';
    return () => void delete document.body.dataset.fill;
  }, []);
}
