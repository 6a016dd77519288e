/**
 * From here on this process loads no more code that is not JavaScript: whoever got a file of their own onto the disk cannot run
 * it as an addon. What was loaded before works on. Without Node's permission model it does nothing.
 */
export function closeAddons(): void {
  // The types of Node do not know it yet.
  const permission: unknown = process.permission;
  if (typeof permission !== 'object' || permission === null || !('drop' in permission)) return;
  if (typeof permission.drop === 'function') Reflect.apply(permission.drop, permission, ['addon']);
}
