import { useEffect, useId, useRef } from 'react';
import type { ReactNode } from 'react';
import { X } from 'lucide-react';
import { cx } from './cx.ts';
import { IconButton } from './icon-button.tsx';
import { useUiTexts } from './ui-texts.tsx';

type ModalProps = {
  open: boolean;
  /** Called for Escape, the backdrop and the close button; the owner then sets `open` to false. */
  onClose: () => void;
  label?: string;
  labelledBy?: string;
  /** False while something must not be left half way: Escape and the backdrop then do nothing. */
  dismissible?: boolean;
  className?: string;
  children: ReactNode;
};

/** A native modal dialog driven by a prop. The browser keeps focus inside and gives it back to the opener. */
export function Modal({ open, onClose, label, labelledBy, dismissible = true, className, children }: ModalProps) {
  const ref = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    if (open && !dialog.open) dialog.showModal();
    if (!open && dialog.open) dialog.close();
  }, [open]);

  return (
    <dialog
      ref={ref}
      aria-label={label}
      aria-labelledby={labelledBy}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        if (dismissible) onClose();
      }}
      onClose={(event) => {
        if (event.target === event.currentTarget && open) onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget && dismissible) onClose();
      }}
      className={cx('ui-modal text-text-1 outline-none', className)}
    >
      {children}
    </dialog>
  );
}

type SheetProps = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  titleHidden?: boolean;
  dismissible?: boolean;
  /** Stays below the scrolling part: the one action of the sheet. */
  footer?: ReactNode;
  children: ReactNode;
};

/** A decision: rises from the bottom on a phone, stands centred from 768 px. */
export function Sheet({ open, onClose, title, titleHidden = false, dismissible = true, footer, children }: SheetProps) {
  const titleId = useId();
  const texts = useUiTexts();
  return (
    <Modal
      open={open}
      onClose={onClose}
      labelledBy={titleId}
      dismissible={dismissible}
      className="ui-sheet mx-auto mt-auto mb-0 max-h-[92dvh] w-full max-w-[30rem] rounded-t-sheet bg-sheet p-0 shadow-sheet l:my-auto l:rounded-sheet"
    >
      <div className="flex max-h-[92dvh] flex-col pb-[var(--safe-bottom)]">
        <div aria-hidden="true" className="mx-auto mt-2 h-1 w-9 shrink-0 rounded-full bg-surface-3 l:hidden" />
        <header
          className={cx(
            'flex shrink-0 items-center justify-between gap-2 ps-5 pe-3 pt-2 l:pt-3',
            titleHidden && 'sr-only',
          )}
        >
          <h2 id={titleId} className="min-w-0 text-title-2">
            {title}
          </h2>
          {dismissible && (
            <IconButton label={texts.close} onClick={onClose}>
              <X aria-hidden="true" className="size-5" />
            </IconButton>
          )}
        </header>
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-2 pb-5">{children}</div>
        {footer && <footer className="hairline-t shrink-0 px-5 pt-3 pb-4">{footer}</footer>}
      </div>
    </Modal>
  );
}

type DialogProps = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  children?: ReactNode;
  /** Buttons, the safe one first: it gets the focus. */
  actions: ReactNode;
  dismissible?: boolean;
};

/** A short question or statement in the middle of the screen. */
export function Dialog({ open, onClose, title, children, actions, dismissible = true }: DialogProps) {
  const titleId = useId();
  return (
    <Modal
      open={open}
      onClose={onClose}
      labelledBy={titleId}
      dismissible={dismissible}
      className="ui-dialog m-auto w-[calc(100%-3rem)] max-w-[22.5rem] rounded-sheet border border-line bg-sheet p-6 shadow-raised"
    >
      <h2 id={titleId} className="text-title-2">
        {title}
      </h2>
      {children && <div className="mt-2 text-body-s text-text-2">{children}</div>}
      <div className="mt-6 flex flex-wrap gap-3 *:flex-1">{actions}</div>
    </Modal>
  );
}
