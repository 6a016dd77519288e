/* A small window beside the word or control it belongs to, on Base UI: placement, Escape and focus are Base UI's. */

import type { ReactNode, RefObject } from 'react';
import { Popover } from '@base-ui/react/popover';
import { X } from 'lucide-react';
import { IconButton } from './icon-button.tsx';
import { useLayer } from './modal-layers.tsx';
import { useUiTexts } from './ui-texts.tsx';

type BasePopoverProps = {
  /** What it belongs to. The focus returns there. */
  anchor: RefObject<HTMLElement | null>;
  title: ReactNode;
  onClose: () => void;
  children: ReactNode;
};

/** Open as long as it is mounted. */
export function BasePopover({ anchor, title, onClose, children }: BasePopoverProps) {
  const texts = useUiTexts();
  useLayer(true, onClose);
  // Everything outside of a modal dialog is inert. So the window of a word in a dialog is placed in the dialog too.
  const dialog = anchor.current?.closest('dialog') ?? undefined;
  return (
    <Popover.Root
      open
      onOpenChange={(open, { event }) => {
        // A press on the word itself is the word's own: it closes the window, and must not open it again.
        const { target } = event;
        if (!open && !(target instanceof Node && anchor.current?.contains(target) && event.type !== 'keydown'))
          onClose();
      }}
    >
      <Popover.Portal container={dialog}>
        <Popover.Positioner anchor={anchor} sideOffset={6} collisionPadding={12} className="z-50 outline-none">
          <Popover.Popup
            finalFocus={anchor}
            className="ui-enter w-72 max-w-[calc(100vw-1.5rem)] rounded-control border border-line bg-sheet p-4 pt-2 text-start text-text-1 shadow-raised outline-none"
          >
            <div className="flex items-center justify-between gap-2">
              <Popover.Title className="min-w-0 text-body font-bold">{title}</Popover.Title>
              <IconButton label={texts.close} onClick={onClose} className="-me-3">
                <X aria-hidden="true" className="size-4.5" />
              </IconButton>
            </div>
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
