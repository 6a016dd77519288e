import { isErrorKey } from '@candor/contract/error-keys';
import { refusalsOf } from '@candor/contract/refusals';
import type { OnRefused } from '../app/build-http.ts';

/** Sees every refusal that a server of a test answers, and knows those that the declaration of the call does not list. */
export interface RefusalWatch {
  readonly onRefused: OnRefused;
  /** @throws when a call refused what it does not declare */
  readonly requireDeclared: () => void;
}

export function watchRefusals(): RefusalWatch {
  const undeclared = new Set<string>();
  return {
    onRefused: ({ error, fields = {} }, declared) => {
      if (declared === undefined) return;
      const listed = refusalsOf(declared);
      for (const key of [error, ...Object.values(fields)])
        if (!isErrorKey(key) || !listed.includes(key)) undeclared.add(`${declared.id}: ${key}`);
    },
    requireDeclared: () => {
      if (undeclared.size === 0) return;
      throw new Error(`These calls refused what their declaration does not list:\n${[...undeclared].join('\n')}`);
    },
  };
}
