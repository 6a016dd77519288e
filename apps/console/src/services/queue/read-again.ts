import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Reads again what an act made old. What is not on the screen is forgotten, also a list that was left before its answer came:
 * whoever goes back to it would see the row as it was before the act, and be offered to do it once more.
 */
export async function readAgain(client: QueryClient, queryKey: QueryKey): Promise<void> {
  await client.invalidateQueries({ queryKey });
  client.removeQueries({ queryKey, type: 'inactive', predicate: ({ state }) => state.isInvalidated });
}
