import { fetchLiveBody, fetchLiveView } from '../live-box.ts';
import { operation } from '../operation.ts';

export const fetchLive = operation({
  id: 'fetchLive',
  method: 'POST',
  path: '/api/live',
  body: fetchLiveBody,
  answer: fetchLiveView,
  caller: 'public',
  cost: 'live',
  refusals: [],
  tag: 'live',
  summary: 'The frames of the live connection for a client whose network allows no WebSocket; waits for the next ones.',
});
