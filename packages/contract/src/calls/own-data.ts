import { askToCloseBody, dataFileParams, dataLinkParams, dataLinkView, ownDataView } from '../own-data.ts';
import { operation } from '../operation.ts';

export const readOwnData = operation({
  id: 'readOwnData',
  method: 'GET',
  path: '/api/account/data',
  answer: ownDataView,
  caller: 'member',
  cost: 'lookup',
  refusals: [],
  tag: 'account',
  summary: 'The file of everything about the member: whether one is there or being made.',
});

export const askForData = operation({
  id: 'askForData',
  method: 'POST',
  path: '/api/account/data',
  answer: ownDataView,
  caller: 'member',
  signed: true,
  confirmed: 'always',
  cost: 'change',
  refusals: ['DATA_ASKED_TODAY'],
  tag: 'account',
  summary: 'Asks for everything about the member as a file. It is made in the background, and the member is told.',
});

export const linkToData = operation({
  id: 'linkToData',
  method: 'POST',
  path: '/api/account/data/{id}/link',
  params: dataFileParams,
  answer: dataLinkView,
  caller: 'member',
  signed: true,
  confirmed: 'always',
  cost: 'change',
  refusals: ['DATA_FILE_GONE'],
  tag: 'account',
  summary: 'An address of the file that works for some minutes. An earlier one ends.',
});

export const downloadData = operation({
  id: 'downloadData',
  method: 'GET',
  path: '/api/data/{token}',
  params: dataLinkParams,
  sends: 'bytes',
  caller: 'public',
  cost: 'change',
  refusals: ['DATA_FILE_GONE'],
  tag: 'account',
  summary: 'The file behind a link: a ZIP of JSON, CSV and pictures.',
});

export const askToClose = operation({
  id: 'askToClose',
  method: 'POST',
  path: '/api/account/closing',
  body: askToCloseBody,
  answer: ownDataView,
  caller: 'member',
  signed: true,
  confirmed: 'always',
  cost: 'change',
  refusals: ['CLOSING_BLOCKED', 'AMOUNT_INVALID'],
  tag: 'account',
  summary:
    'Asks to close the account, when nothing is owed either way, or the rest of a balance is given up. It is closed some days later.',
});

export const stopClosing = operation({
  id: 'stopClosing',
  method: 'DELETE',
  path: '/api/account/closing',
  answer: ownDataView,
  caller: 'member',
  signed: true,
  cost: 'change',
  refusals: [],
  tag: 'account',
  summary: 'Takes the wish to close the account back.',
});
