import { readMemberDetail } from '@candor/contract/calls/console/members';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api/request.ts';

/** Everything an operator knows of a member, masked. */
export function useMember(id: string, isOn = true) {
  return useQuery({
    queryKey: ['member', id],
    queryFn: async ({ signal }) => await call(readMemberDetail, { params: { id }, signal }),
    enabled: isOn,
  });
}
