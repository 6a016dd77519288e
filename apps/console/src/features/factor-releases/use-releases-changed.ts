import { useQueryClient } from '@tanstack/react-query';
import { CONSOLE_PATHS } from '@candor/contract/console-paths';

/** Reads the list of releases and the counters again. */
export function useReleasesChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all(
      [['queue', CONSOLE_PATHS.factorReleases], ['counters']].map(
        async (queryKey) => await client.invalidateQueries({ queryKey }),
      ),
    );
  };
}
