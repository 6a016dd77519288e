/* Price alerts and reminders: what the market page sets, and what the list shows. */

import { listAlerts, makeAlert, makeReminder, removeAlert, removeReminder } from '@candor/contract/calls/alerts';
import type { AlertBody, AlertsView } from '@candor/contract/alerts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../api/request.ts';
import { queryKeys } from '../queries/query-keys.ts';

export function useAlerts(enabled = true) {
  return useQuery({
    queryKey: queryKeys.alerts,
    queryFn: ({ signal }) => call(listAlerts, { signal }),
    enabled,
  });
}

export function useSetAlert() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: { body: AlertBody; idempotencyKey: string }) =>
      call(makeAlert, { body, idempotencyKey }),
    onSuccess: (alert) => change(cache, (known) => ({ ...known, alerts: [alert, ...known.alerts] })),
  });
}

export function useSetReminder() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (product: string) => call(makeReminder, { body: { product } }),
    onSuccess: (reminder) =>
      change(cache, (known) => ({
        ...known,
        reminders: [reminder, ...known.reminders.filter(({ id }) => id !== reminder.id)],
      })),
  });
}

/** Removes an alert or a reminder. One that is gone already is fine. */
export function useRemove(kind: 'alerts' | 'reminders') {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(kind === 'alerts' ? removeAlert : removeReminder, { params: { id } }),
    onSuccess: (_, id) =>
      change(cache, (known) => ({
        ...known,
        alerts: known.alerts.filter((alert) => alert.id !== id),
        reminders: known.reminders.filter((reminder) => reminder.id !== id),
      })),
  });
}

function change(cache: QueryClient, next: (known: AlertsView) => AlertsView): void {
  cache.setQueryData<AlertsView>(queryKeys.alerts, (known) => known && next(known));
  void cache.invalidateQueries({ queryKey: queryKeys.alerts });
}
