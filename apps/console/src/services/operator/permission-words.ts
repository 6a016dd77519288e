/* Permissions in words. */

import { useMessages, useTranslations } from 'use-intl';
import { coversAll } from '@candor/domain/identity/permission';
import { keysOf } from '../../lib/keys-of.ts';
import type { Texts } from '../../lib/messages.ts';

export type Permission = keyof Texts['permissions'];

/** Every permission that there is, by area. */
export function useAllPermissions(): readonly Permission[] {
  return keysOf<Permission>(useMessages().permissions);
}

export function usePermissionText(): (permission: Permission) => string {
  const t = useTranslations('permissions');
  return (permission) => t(permission);
}

/** Those that these patterns cover. */
export function coveredBy(patterns: readonly string[], all: readonly Permission[]): Permission[] {
  return all.filter((permission) => coversAll(patterns, [permission]));
}

/** `*:*:*`: more than any list of today can say. */
export function isEverything(patterns: readonly string[]): boolean {
  return patterns.includes('*:*:*');
}
