import data from '@mdn/browser-compat-data/forLegacyNode';
import type { Identifier, SupportStatement } from '@mdn/browser-compat-data';
import { OLDEST_BROWSERS } from './browsers.ts';

/*
 * What at least one of the oldest supported browsers lacks, by the compatibility data of MDN: functions of the language and the
 * browser, and words of CSS.
 */

/** Web views of iPhones have an engine of the same number as Safari. */
const BROWSERS = [...Object.entries(OLDEST_BROWSERS), ['safari_ios', OLDEST_BROWSERS.safari] as const];

/** `name` is empty for the owner itself. */
type NewerMember = { owner: string; name: string; isStatic: boolean };
type Features = Readonly<Record<string, Identifier>>;

/** `olderNames` are those that some other object has in all of the oldest: `getAttribute` is newer in one place alone. */
export function newerMembers(): { members: NewerMember[]; olderNames: Set<string> } {
  const { builtins = {} } = data.javascript;
  const owners = [...featuresOf(builtins), ...featuresOf(builtins['Intl'] ?? {}), ...featuresOf(data.api)];
  const older = owners.filter(([, members]) => !isNewer(members)).flatMap(([, members]) => featuresOf(members));
  return {
    members: owners.flatMap(([owner, members]) => membersOf(owner, members)),
    olderNames: new Set(older.filter(([, member]) => !isNewer(member)).map(([name]) => name)),
  };
}

function membersOf(owner: string, members: Identifier): NewerMember[] {
  if (isNewer(members)) return [{ owner, name: '', isStatic: true }];
  return featuresOf(members)
    .filter(([key, member]) => key !== owner && !/_event$|_parameter$|^@@/.test(key) && isNewer(member))
    .map(([key]) => {
      const name = key.replace(/_static$/, '');
      return { owner, name, isStatic: name !== key || isStaticHere(owner, name) };
    });
}

/** The data of the language do not say it. */
function isStaticHere(owner: string, name: string): boolean {
  const value: unknown = owner === 'Intl' ? undefined : Reflect.get(globalThis, owner);
  if (typeof value === 'object') return value !== null;
  return typeof value === 'function' && name in value && !(name in Object(value.prototype));
}

export function newerStyles(): Record<'properties' | 'atRules' | 'selectors' | 'functions', Set<string>> {
  const { css } = data;
  return {
    properties: new Set(newerOf(css.properties)),
    atRules: new Set(newerOf(css['at-rules'])),
    selectors: new Set(newerOf(css.selectors)),
    functions: new Set(newerFunctions(css.types)),
  };
}

function newerOf(features: Features | Identifier = {}): string[] {
  return featuresOf(features)
    .filter(([, feature]) => isNewer(feature))
    .map(([key]) => key);
}

function newerFunctions(features: Features | Identifier = {}): string[] {
  return featuresOf(features).flatMap(([key, feature]) => {
    const isFunction = /<code>[\w-]+\(\)<\/code>/.test(feature.__compat?.description ?? '');
    return [...(isFunction && isNewer(feature) ? [key] : []), ...newerFunctions(feature)];
  });
}

function featuresOf(features: Features | Identifier): [string, Identifier][] {
  return Object.entries(features as Features).filter(([key]) => key !== '__compat');
}

function isNewer({ __compat: compat }: Identifier): boolean {
  if (compat === undefined) return false;
  const supportOf = new Map(Object.entries(compat.support));
  return BROWSERS.some(([browser, oldest]) => !has(supportOf.get(browser), oldest));
}

function has(support: SupportStatement | undefined, oldest: number): boolean {
  if (support === undefined) return true;
  // What a browser has in part, it has: a check cannot tell which part is used.
  const own = [support].flat().filter((each) => !each.flags && !each.prefix && !each.alternative_name);
  return own.some(({ version_added: added, version_removed: removed }) => {
    const isGone = typeof removed === 'string' && versionOf(removed) <= oldest;
    return typeof added === 'string' && added !== 'preview' && versionOf(added) <= oldest && !isGone;
  });
}

function versionOf(version: string): number {
  return Number.parseFloat(version.replace('≤', ''));
}
