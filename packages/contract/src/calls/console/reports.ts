import { reportFiguresView, reportQuery } from '../../console-reports.ts';
import { operation } from '../../operation.ts';

export const readReportFigures = operation({
  id: 'readReportFigures',
  method: 'GET',
  path: '/api/console/reports',
  query: reportQuery,
  answer: reportFiguresView,
  caller: 'operator',
  permission: 'report:regulator:read',
  cost: 'list',
  refusals: ['REPORT_TOO_OLD'],
  tag: 'console',
  summary: 'How much the reports of a period are about.',
});
