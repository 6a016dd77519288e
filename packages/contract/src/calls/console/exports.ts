import { exportBody } from '../../console-exports.ts';
import { operation } from '../../operation.ts';

export const exportList = operation({
  id: 'exportList',
  method: 'POST',
  path: '/api/console/exports',
  body: exportBody,
  sends: 'text',
  caller: 'operator',
  cost: 'list',
  refusals: ['EXPORT_RUNNING', 'FORBIDDEN', 'REPORT_TOO_OLD'],
  tag: 'console',
  summary: 'What the filters of a list find, as CSV.',
});
