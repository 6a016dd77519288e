import {
  alarmActBody,
  alarmMessagesQuery,
  alarmMessagesView,
  alarmParams,
  operatorAlarm,
  operatorAlarmsQuery,
  operatorAlarmsView,
} from '../../console-alarms.ts';
import { noFields } from '../../fields.ts';
import { operation } from '../../operation.ts';

export const listOperatorAlarms = operation({
  id: 'listOperatorAlarms',
  method: 'GET',
  path: '/api/console/alarms',
  query: operatorAlarmsQuery,
  answer: operatorAlarmsView,
  caller: 'operator',
  permission: 'site:alarm:read',
  cost: 'list',
  refusals: [],
  tag: 'site',
  summary: 'What is wrong with the site, and what was.',
});

export const readOperatorAlarm = operation({
  id: 'readOperatorAlarm',
  method: 'GET',
  path: '/api/console/alarms/{id}',
  params: alarmParams,
  answer: operatorAlarm,
  caller: 'operator',
  permission: 'site:alarm:read',
  cost: 'list',
  refusals: ['ALARM_NOT_FOUND'],
  tag: 'site',
  summary: 'One alarm.',
});

export const actOnAlarm = operation({
  id: 'actOnAlarm',
  method: 'POST',
  path: '/api/console/alarms/{id}',
  params: alarmParams,
  body: alarmActBody,
  answer: operatorAlarm,
  caller: 'operator',
  permission: 'site:alarm:take',
  cost: 'change',
  idempotent: true,
  refusals: ['ALARM_ACKNOWLEDGED', 'ALARM_NOT_FOUND', 'ALARM_TAKEN', 'NOTE_REQUIRED'],
  tag: 'site',
  summary: 'Takes an alarm, acknowledges it, or writes a note. Nobody but the worker closes it.',
});

export const listAlarmMessages = operation({
  id: 'listAlarmMessages',
  method: 'GET',
  path: '/api/console/alarm-messages',
  query: alarmMessagesQuery,
  answer: alarmMessagesView,
  caller: 'operator',
  permission: 'site:alarm:read',
  cost: 'list',
  refusals: [],
  tag: 'site',
  summary: 'Where alarms go outside the console, and what was sent.',
});

export const testAlarms = operation({
  id: 'testAlarms',
  method: 'POST',
  path: '/api/console/alarm-messages/test',
  body: noFields,
  answer: alarmMessagesView,
  caller: 'operator',
  permission: 'site:alarm:take',
  cost: 'change',
  idempotent: true,
  refusals: ['ALARM_CHANNELS_NONE', 'ALARM_TEST_SOON'],
  tag: 'site',
  summary: 'Sends a test message by every channel. What came of it is in the list.',
});
