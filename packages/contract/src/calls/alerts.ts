import { alertBody, alertParams, alertView, alertsView, reminderBody, reminderView, removedView } from '../alerts.ts';
import { operation } from '../operation.ts';

export const listAlerts = operation({
  id: 'listAlerts',
  method: 'GET',
  path: '/api/market/alerts',
  answer: alertsView,
  caller: 'member',
  cost: 'list',
  refusals: [],
  tag: 'market',
  summary: "The member's price alerts and reminders.",
});

export const makeAlert = operation({
  id: 'makeAlert',
  method: 'POST',
  path: '/api/market/alerts',
  body: alertBody,
  answer: alertView,
  caller: 'member',
  cost: 'change',
  idempotent: 'optional',
  refusals: [
    'ALERTS_FULL',
    'ALERT_EXISTS',
    'ALERT_NO_PRICE',
    'ALERT_PRICE_INVALID',
    'ALERT_REACHED',
    'PRODUCT_NOT_FOUND',
  ],
  tag: 'market',
  summary: 'Asks to be told when a price is reached.',
});

export const removeAlert = operation({
  id: 'removeAlert',
  method: 'DELETE',
  path: '/api/market/alerts/{id}',
  params: alertParams,
  answer: removedView,
  caller: 'member',
  cost: 'change',
  refusals: [],
  tag: 'market',
  summary: 'Takes a price alert back.',
});

export const makeReminder = operation({
  id: 'makeReminder',
  method: 'POST',
  path: '/api/market/reminders',
  body: reminderBody,
  answer: reminderView,
  caller: 'member',
  cost: 'change',
  refusals: ['ALERTS_FULL', 'ALERT_EXISTS', 'PRODUCT_NOT_FOUND', 'REMINDER_NOT_CLOSED', 'REMINDER_NO_OPENING'],
  tag: 'market',
  summary: 'Asks to be told when a market opens.',
});

export const removeReminder = operation({
  id: 'removeReminder',
  method: 'DELETE',
  path: '/api/market/reminders/{id}',
  params: alertParams,
  answer: removedView,
  caller: 'member',
  cost: 'change',
  refusals: [],
  tag: 'market',
  summary: 'Takes a reminder back.',
});
