import { searchBody, searchView } from '../../console-search.ts';
import { operation } from '../../operation.ts';

export const searchAll = operation({
  id: 'searchAll',
  method: 'POST',
  path: '/api/console/search',
  body: searchBody,
  answer: searchView,
  caller: 'operator',
  cost: 'list',
  refusals: ['ORDERS_UNAVAILABLE'],
  tag: 'console',
  summary: 'Looks a member, an order, a deposit or a withdrawal up by whatever names it.',
});
