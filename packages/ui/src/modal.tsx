import { use, useEffect, useEffectEvent, useId, useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import { X } from 'lucide-react';
import { cx } from './cx.ts';
import { IconButton } from './icon-button.tsx';
import { LayersContext } from './modal-layers.tsx';
import { useUiTexts } from './ui-texts.tsx';

type ModalProps = {
  open: boolean;
  /** Called for Escape, the backdrop and the close button. The owner then sets `open` to false. */
  onClose: () => void;
  label?: string;
  labelledBy?: string;
  /** False while an action must not be interrupted: then Escape and the backdrop do nothing. */
  dismissible?: boolean;
  className?: string;
  children: ReactNode;
};

/**
 * A native modal dialog driven by a prop. The focus stays inside and returns to the opener; if that is gone or hidden, the
 * page's main part gets it.
 */
export function Modal({ open, onClose, label, labelledBy, dismissible = true, className, children }: ModalProps) {
  const ref = useRef<HTMLDialogElement>(null);

  const openLayer = use(LayersContext);
  const goBack = useEffectEvent(() => {
    if (dismissible) onClose();
    return dismissible;
  });

  useEffect(() => {
    const dialog = ref.current;
    if (!dialog || !open) return;
    const opener = document.activeElement;
    dialog.showModal();
    beginAtTitle(dialog);
    const frame = requestAnimationFrame(() => takeFocus(dialog));
    const leave = openLayer(() => goBack());
    // Also when the screen around it is hidden: an open modal would keep the rest of the page inert.
    return () => {
      cancelAnimationFrame(frame);
      dialog.close();
      leave();
      keepFocus(opener);
    };
  }, [open, openLayer]);
  useDismissal(ref, open, dismissible, onClose);
  useEffect(() => {
    const dialog = ref.current;
    dialog?.addEventListener('keydown', keepTab);
    return () => dialog?.removeEventListener('keydown', keepTab);
  }, []);

  return (
    <dialog
      ref={ref}
      aria-label={label}
      aria-labelledby={labelledBy}
      closedby={dismissible ? 'closerequest' : 'none'}
      tabIndex={-1}
      className={cx('ui-modal text-text-1 outline-none', className)}
    >
      {children}
    </dialog>
  );
}

/** Tab goes around in the dialog. A dialog or a menu that stands in it does so by itself. */
function keepTab(event: KeyboardEvent): void {
  const { currentTarget: dialog, target } = event;
  if (event.key !== 'Tab' || event.defaultPrevented) return;
  if (!(dialog instanceof HTMLElement) || !(target instanceof Element)) return;
  if (target.closest('dialog, [role=menu]') !== dialog) return;
  const stop = loopedStop(dialog, target, event.shiftKey);
  if (stop === null) return;
  event.preventDefault();
  stop.focus();
}

/**
 * Where the first control is the close button beside the title, the title gets the focus: Enter closes nothing, and it is
 * read first. A field that is to have the focus takes it afterwards.
 */
function beginAtTitle(dialog: HTMLDialogElement): void {
  const head = dialog.querySelector('header');
  const title = head?.querySelector('h2');
  if (head?.contains(document.activeElement)) title?.focus({ preventScroll: true });
}

/** Opened again soon after it closed, on a busy machine, a dialog now and then comes up in Chromium without the focus. */
function takeFocus(dialog: HTMLDialogElement): void {
  if (hasNoFocus()) dialog.focus({ preventScroll: true });
}

function hasNoFocus(): boolean {
  return document.activeElement === document.body || document.activeElement === null;
}

/** The focus never falls to the body, where a keyboard would start again at the top of the page. */
function keepFocus(opener: Element | null): void {
  for (const home of [opener, document.getElementById('content')]) {
    if (!hasNoFocus()) return;
    // An opener that stands in a dialog that is closed by now takes no focus.
    if (home instanceof HTMLElement && home !== document.body) home.focus({ preventScroll: true });
  }
}

/**
 * Escape, a press on the backdrop, or a close forced by the browser. Events bubbling up from inside do not count.
 * Chromium closes by force at a second Escape without a press between. What must not be interrupted, such as codes that are
 * shown once, is opened again.
 */
function useDismissal(
  ref: RefObject<HTMLDialogElement | null>,
  open: boolean,
  dismissible: boolean,
  onClose: () => void,
): void {
  const dismiss = useEffectEvent((event: Event) => {
    const dialog = ref.current;
    if (dialog === null || event.target !== dialog) return;
    if (event.type === 'cancel') event.preventDefault();
    // It comes late: the dialog may be open again by then.
    if (event.type === 'close' && (!open || dialog.open)) return;
    if (dismissible) onClose();
    else if (event.type === 'close') dialog.showModal();
  });
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const listener = (event: Event) => dismiss(event);
    for (const type of DISMISSALS) dialog.addEventListener(type, listener);
    return () => {
      for (const type of DISMISSALS) dialog.removeEventListener(type, listener);
    };
  }, [ref]);
}

const DISMISSALS = ['cancel', 'close', 'click'] as const;

type SheetProps = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  titleHidden?: boolean;
  dismissible?: boolean;
  /** For a text to read: lines of a book's length. */
  isWide?: boolean;
  /** It shows one step after another, and has one height for all of them. */
  isSteady?: boolean;
  /** Stays below the scrolling part: the sheet's one action. */
  footer?: ReactNode;
  children: ReactNode;
};

/** A decision: rises from the bottom on a phone, is centred from 768 px. */
export function Sheet({
  open,
  onClose,
  title,
  titleHidden = false,
  dismissible = true,
  isWide = false,
  isSteady = false,
  footer,
  children,
}: SheetProps) {
  const titleId = useId();
  const texts = useUiTexts();
  return (
    <Modal
      open={open}
      onClose={onClose}
      labelledBy={titleId}
      dismissible={dismissible}
      className={cx(
        'ui-sheet mx-auto mt-auto mb-0 max-h-[92dvh] w-full max-w-[30rem] rounded-t-card bg-sheet p-0 shadow-raised l:my-auto l:rounded-card',
        // Its width is in later.css: the styles in the login page must fit in the first packets.
        isWide && 'ui-wide',
      )}
    >
      <div className={cx('flex max-h-[92dvh] flex-col pb-[var(--safe-bottom)]', isSteady && 'ui-steady')}>
        <div aria-hidden="true" className="mx-auto mt-2 h-1 w-9 shrink-0 rounded-full bg-surface-3 l:hidden" />
        <header
          className={cx(
            'flex shrink-0 items-center justify-between gap-2 ps-4 pe-3 pt-2 l:pt-3',
            titleHidden && 'sr-only',
          )}
        >
          <h2 id={titleId} tabIndex={-1} className="min-w-0 text-title-2 outline-none">
            {title}
          </h2>
          {dismissible && (
            <IconButton label={texts.close} onClick={onClose}>
              <X aria-hidden="true" className="size-5" />
            </IconButton>
          )}
        </header>
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pt-2 pb-4">{children}</div>
        {footer && <footer className="ui-sheet-foot relative shrink-0 px-4 pt-2 pb-4">{footer}</footer>}
      </div>
    </Modal>
  );
}

type DialogProps = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  children?: ReactNode;
  /** Buttons, the safe one first, because it gets the focus. */
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
      className="ui-dialog m-auto w-[calc(100%-3rem)] max-w-[22.5rem] rounded-card border border-line bg-sheet p-6 shadow-raised"
    >
      <h2 id={titleId} className="text-title-2">
        {title}
      </h2>
      {children && <div className="mt-2 text-body-s text-text-2">{children}</div>}
      {/* A button whose longest word finds no room takes a line of its own, instead of breaking the word. */}
      <div className="mt-6 flex flex-wrap gap-3 *:flex-1 *:basis-[6rem] *:wrap-break-word">{actions}</div>
    </Modal>
  );
}

/**
 * Tab in a modal dialog. The browser keeps the focus inside, but from the last stop it goes on to the browser's own bar, and
 * where there is none, to the body. So the last stop is followed by the first one, and the other way round.
 */
const STOPS = 'a[href], button, input, select, textarea, summary, [tabindex]';

/**
 * Where Tab must lead, or null where the browser finds it itself.
 * @param from what has the focus
 */
function loopedStop(dialog: HTMLElement, from: Element, isBackwards: boolean): HTMLElement | null {
  const stops = stopsIn(dialog);
  const [first, last] = [stops[0], stops.at(-1)];
  // Nothing to press, as while it loads: the dialog keeps the focus.
  if (first === undefined || last === undefined) return dialog;
  // Before the first stop are the title and the dialog itself.
  const isFirst = isSameStop(from, first) || isBefore(from, first);
  if (isBackwards) return isFirst ? last : null;
  return isSameStop(from, last) ? first : null;
}

function stopsIn(dialog: HTMLElement): HTMLElement[] {
  const controls = [...dialog.querySelectorAll<HTMLElement>(STOPS)].filter(
    (each) =>
      each.tabIndex >= 0 &&
      !each.matches(':disabled') &&
      each.closest('[inert]') === null &&
      each.checkVisibility({ visibilityProperty: true }) &&
      !isPassedOver(each, dialog),
  );
  // What scrolls and has nothing to press in it is a stop of its own, so that keys can scroll it.
  const scrollers = [...dialog.querySelectorAll<HTMLElement>('*')].filter(
    (each) =>
      each.scrollHeight > each.clientHeight &&
      /^(?:auto|scroll)$/.test(getComputedStyle(each).overflowY) &&
      !controls.some((control) => each.contains(control)),
  );
  if (scrollers.length === 0) return controls;
  const isStop = new Set([...controls, ...scrollers]);
  return [...dialog.querySelectorAll<HTMLElement>('*')].filter((each) => isStop.has(each));
}

/** One radio of a group is its stop: the chosen one. */
function isPassedOver(element: HTMLElement, dialog: HTMLElement): boolean {
  if (!isRadio(element) || element.checked || element.name === '') return false;
  return [...dialog.querySelectorAll('input[type=radio]')].some(
    (other) => isRadio(other) && other.checked && isSameStop(element, other),
  );
}

function isBefore(one: Element, other: Element): boolean {
  return (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}

function isSameStop(one: Element, other: Element): boolean {
  if (one === other) return true;
  return isRadio(one) && isRadio(other) && one.name !== '' && one.name === other.name && one.form === other.form;
}

function isRadio(element: Element): element is HTMLInputElement {
  return element instanceof HTMLInputElement && element.type === 'radio';
}
