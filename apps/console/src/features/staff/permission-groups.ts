/* Permissions by the area that their first word names, in the order of the list of all. */

import type { Permission } from '../../services/operator/permission-words.ts';

export type PermissionArea = Permission extends `${infer Area}:${string}` ? Area : never;
export type PermissionGroup = { readonly area: PermissionArea; readonly permissions: readonly Permission[] };

export function groupsOf(all: readonly Permission[]): readonly PermissionGroup[] {
  const groups = new Map<PermissionArea, Permission[]>();
  for (const permission of all) {
    const area = areaOf(permission);
    groups.set(area, [...(groups.get(area) ?? []), permission]);
  }
  return [...groups].map(([area, permissions]) => ({ area, permissions }));
}

function areaOf(permission: Permission): PermissionArea {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the first word of a permission is its area
  return permission.split(':')[0] as PermissionArea;
}

/** Takes all of a group, or none of it: what else is chosen stays. */
export function withGroup(chosen: readonly string[], group: readonly string[], isTaken: boolean): string[] {
  const others = chosen.filter((one) => !group.includes(one));
  return isTaken ? [...others, ...group] : others;
}
