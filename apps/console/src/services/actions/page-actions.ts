/* What the page that is shown can do, so that it is found by its name (Ctrl-K), too. */

import { useEffect, useRef } from 'react';
import { observable } from '@candor/api-client/observable';

export type PageAction = {
  readonly name: string;
  readonly run: () => void;
};

/** Those of the page that is shown; none before it says them. */
export const pageActions = observable<readonly PageAction[]>([]);

/** For a page. What an action does may be another function on each drawing; only its name makes it another action. */
export function usePageActions(actions: readonly PageAction[]): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  const names = JSON.stringify(actions.map(({ name }) => name));
  useEffect(() => {
    const shown = latest.current.map(({ name }, at) => ({ name, run: () => latest.current[at]?.run() }));
    pageActions.set(shown);
    return () => {
      if (pageActions.get() === shown) pageActions.set([]);
    };
  }, [names]);
}
