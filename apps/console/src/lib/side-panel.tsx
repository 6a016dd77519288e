/*
 * The panel beside a list. It covers nothing: the list becomes narrower and stays in use. The focus starts at its title, so that a
 * screen reader reads it and Enter does not close it, and ends at the row. A form that decides about the open item stands at its
 * foot, see `Dialog`. On a narrow window it takes the place of the list.
 */

import { useEffect, useId, useLayoutEffect } from 'react';
import type { ReactNode } from 'react';
import { CloseButton, Portal } from '@mantine/core';
import { observable } from '@candor/api-client/observable';
import { useTranslations } from 'use-intl';
import { isEscape, useFocusBack } from './focus.ts';
import { useObservable } from './observable.ts';

type SidePanelProps = {
  readonly opened: boolean;
  readonly title: ReactNode;
  /** A part of the page that the panel fills. Without it: the right of the window. */
  readonly place?: HTMLElement | null;
  /** Another item begins at its top. */
  readonly itemKey?: string;
  readonly closeOnEscape?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** Where a form of the open panel stands; null while no panel is open. */
export const panelForm = observable<HTMLElement | null>(null);
/** Whether a form stands there: the acts of the panel wait. */
export const isPanelAsking = observable(false);

export function SidePanel({ opened, ...props }: SidePanelProps) {
  useFocusBack(opened, true);
  return opened ? <OpenPanel {...props} /> : null;
}

function OpenPanel({
  title,
  place = null,
  itemKey = '',
  closeOnEscape = true,
  onClose,
  children,
}: Omit<SidePanelProps, 'opened'>) {
  const common = useTranslations('common');
  const titleId = useId();
  const isAsking = useObservable(isPanelAsking);
  useLayoutEffect(() => {
    if (place !== null) return;
    document.body.dataset.panel = '';
    return () => void delete document.body.dataset.panel;
  }, [place]);
  useEffect(() => {
    if (!closeOnEscape || isAsking) return;
    const follow = (event: KeyboardEvent) => isEscape(event) && onClose();
    window.addEventListener('keydown', follow);
    return () => window.removeEventListener('keydown', follow);
  }, [closeOnEscape, isAsking, onClose]);
  return (
    <Portal {...(place === null ? {} : { target: place })}>
      <section
        className="side-panel"
        role="dialog"
        aria-labelledby={titleId}
        data-asking={isAsking}
        data-placed={place !== null}
      >
        <div className="side-panel-head">
          <div id={titleId} ref={focusOn} tabIndex={-1} data-autofocus style={{ outline: 'none' }}>
            {title}
          </div>
          <CloseButton aria-label={common('close')} onClick={onClose} />
        </div>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls: its end could not be read by keys otherwise */}
        <div className="side-panel-body" key={itemKey} role="group" aria-labelledby={titleId} tabIndex={0}>
          {children}
        </div>
        <div className="side-panel-form" ref={setPanelForm} />
      </section>
    </Portal>
  );
}

function focusOn(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}

function setPanelForm(element: HTMLElement | null): () => void {
  panelForm.set(element);
  return () => panelForm.set(null);
}
