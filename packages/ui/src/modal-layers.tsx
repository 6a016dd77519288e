import { createContext, use, useEffect, useEffectEvent } from 'react';
import type { ReactNode } from 'react';

/**
 * Tells the app that something opened over the page, so that back can close it. The app calls `onBack`, which returns whether it
 * closes; what is returned here is called when it closed by itself.
 */
export type OpenLayer = (onBack: () => boolean) => () => void;

export const LayersContext = createContext<OpenLayer>(() => () => undefined);

export function ModalLayers({ openLayer, children }: { openLayer: OpenLayer; children: ReactNode }) {
  return <LayersContext value={openLayer}>{children}</LayersContext>;
}

/** While `open`, back calls `onClose` in place of leaving the page. */
export function useLayer(open: boolean, onClose: () => void): void {
  const openLayer = use(LayersContext);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!open) return;
    return openLayer(() => {
      close();
      return true;
    });
  }, [open, openLayer]);
}
