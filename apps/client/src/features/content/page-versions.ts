import { listPageVersions } from '@candor/contract/calls/content';
import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '../../lib/language.ts';
import { call } from '../../services/api/request.ts';
import { queryKeys } from '../../services/queries/query-keys.ts';

const SHOWN = '50';

/** The newest versions of a text; read when they are asked for. */
export function usePageVersions(slug: string, enabled: boolean) {
  const language = useLanguage();
  return useQuery({
    queryKey: queryKeys.pageVersions(slug, language),
    queryFn: ({ signal }) =>
      call(listPageVersions, { params: { slug }, isToken: false, query: { limit: SHOWN }, signal }),
    enabled,
  });
}
