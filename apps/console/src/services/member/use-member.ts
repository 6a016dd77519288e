import { useQuery } from '@tanstack/react-query';
import { memberDetailView } from '@candor/contract/console-members';
import { CONSOLE_PATHS } from '@candor/contract/console-paths';
import { api } from '../api/request.ts';

/** Everything an operator knows of a member, masked. */
export function useMember(id: string, isOn = true) {
  return useQuery({
    queryKey: ['member', id],
    queryFn: async ({ signal }) => await api.get(CONSOLE_PATHS.member(id), memberDetailView, { signal }),
    enabled: isOn,
  });
}
