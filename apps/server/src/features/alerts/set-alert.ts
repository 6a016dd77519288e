import { alertView } from '@candor/contract/alerts';
import type { AlertBody, AlertView } from '@candor/contract/alerts';
import { ALERTS_MAX, decideAlert } from '@candor/domain/market/price-alert';
import type { AlertFacts, AlertRefusal } from '@candor/domain/market/price-alert';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Command } from '../../services/commands/run-commands.ts';
import { deleteOldAlerts, insertAlert, selectAlert, selectAlerts, selectQuoted } from './alert-store.ts';
import type { NewAlert } from './alert-store.ts';
import { alertViewOf } from './alert-view.ts';

/** How many alerts that fired or expired a member can look back at. */
export const FINISHED_MAX = 50;

export type AlertAnswer = Result<AlertView, AlertRefusal>;

/** Sets a price alert. The member is locked meanwhile, so two calls at once cannot pass the limit. */
export function setAlert(nowMs: () => number): Command<AlertBody, AlertFacts[], NewAlert, string, AlertAnswer> {
  return {
    name: 'market/alerts',
    stored: {
      of: (answer) => (answer.ok ? answer.value : null),
      read: (json) => ok(alertView.parse(json)),
    },
    readFacts: async (db, calls) => {
      const facts: AlertFacts[] = [];
      for (const { memberId, input } of calls) {
        const quoted = await selectQuoted(db, input.product);
        const waiting = await selectAlerts(db, memberId, ALERTS_MAX, 0);
        facts.push({ product: quoted?.rule, newest: quoted?.newest, waiting });
      }
      return facts;
    },
    decide: ({ memberId, input }, [facts]) => {
      if (facts === undefined) throw new Error('alerts are set one by one');
      const alert = decideAlert(input, facts, nowMs());
      return alert.ok
        ? { effect: { ...alert.value, memberId, product: input.product } }
        : { answer: err(alert.error), kept: false };
    },
    write: async (db, alerts) => {
      const ids: string[] = [];
      for (const alert of alerts) {
        await deleteOldAlerts(db, alert.memberId, FINISHED_MAX);
        ids.push(await insertAlert(db, alert));
      }
      return ids;
    },
    answer: async (db, done) => {
      const answers: AlertAnswer[] = [];
      for (const { written } of done) answers.push(ok(alertViewOf(await selectAlert(db, written), nowMs())));
      return answers;
    },
  };
}
