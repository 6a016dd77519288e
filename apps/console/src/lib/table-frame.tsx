/* A table that may be wider than its place. It scrolls sideways, and its edges say where more of it is hidden. */

import { useLayoutEffect, useRef } from 'react';
import type { ComponentProps } from 'react';

/** `data-more` has the sides on which columns are hidden: the styles fade them out. */
export function TableFrame({ className = 'table-frame', children, ...rest }: ComponentProps<'div'>) {
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const box = frame.current;
    if (box === null) return;
    const look = (): void => showSides(box);
    look();
    const sizes = new ResizeObserver(look);
    sizes.observe(box);
    // The table itself grows with its rows, and with the columns that somebody chooses.
    for (const child of box.children) sizes.observe(child);
    box.addEventListener('scroll', look, { passive: true });
    return () => {
      sizes.disconnect();
      box.removeEventListener('scroll', look);
    };
  }, []);
  return (
    <div {...rest} ref={frame} className={className}>
      {children}
    </div>
  );
}

function showSides(box: HTMLElement): void {
  const left = box.scrollLeft;
  const right = box.scrollWidth - box.clientWidth - left;
  const sides = [...(left > 1 ? ['start'] : []), ...(right > 1 ? ['end'] : [])];
  box.dataset['more'] = sides.join(' ');
  // Keys reach what is hidden: through what can be focused in the table, or else through the frame itself.
  if (sides.length > 0 && box.querySelector('a[href], button, input') === null) box.tabIndex = 0;
  else box.removeAttribute('tabindex');
}
