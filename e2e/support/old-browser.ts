import type { BrowserContext } from '@playwright/test';
import { newerMembers } from '../../scripts/lib/newer-than-oldest.ts';

/**
 * Takes away every function and interface that one of the oldest supported browsers lacks (scripts/lib/browsers.ts). Syntax and
 * styles stay: scripts/check-browsers.mjs reads those.
 */
export async function makeOld(context: BrowserContext): Promise<void> {
  await context.addInitScript((removed) => {
    for (const { owner, name, isStatic } of removed) {
      const global: unknown = Reflect.get(globalThis, owner) ?? Reflect.get(Intl, owner);
      if (typeof global !== 'function' && (typeof global !== 'object' || global === null)) continue;
      if (name === '') Reflect.deleteProperty(globalThis, owner);
      else if (isStatic) Reflect.deleteProperty(global, name);
      else if ('prototype' in global && typeof global.prototype === 'object' && global.prototype !== null)
        Reflect.deleteProperty(global.prototype, name);
    }
    // The helpers of iterators are no property of a name.
    const iterators = Object.getPrototypeOf(Object.getPrototypeOf([].values())) as object;
    for (const name of Object.getOwnPropertyNames(iterators)) Reflect.deleteProperty(iterators, name);
  }, newerMembers().members);
}
