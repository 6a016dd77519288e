import { createContext } from 'react';
import type { ReactNode } from 'react';

/**
 * Tells the app that a modal opened, so that back can close it. The app calls `onBack`, which returns whether the modal
 * closes; what is returned here is called when the modal closed by itself.
 */
export type OpenLayer = (onBack: () => boolean) => () => void;

export const LayersContext = createContext<OpenLayer>(() => () => undefined);

export function ModalLayers({ openLayer, children }: { openLayer: OpenLayer; children: ReactNode }) {
  return <LayersContext value={openLayer}>{children}</LayersContext>;
}
