import { SECURITY_ALERTS } from '@candor/contract/security-events';
import type { LoginView, SecurityEventView } from '@candor/contract/security';
import type { EventRow, LoginRow } from './security-store.ts';

export function eventView({ isUnseen, at, ...event }: EventRow): SecurityEventView {
  return {
    ...event,
    at: new Date(at).toISOString(),
    isNew: isUnseen && SECURITY_ALERTS.some((alert) => alert === event.kind),
  };
}

export function loginView({ at, ...login }: LoginRow): LoginView {
  return { ...login, at: new Date(at).toISOString() };
}
