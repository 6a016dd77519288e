import { err, ok } from '../result.ts';
import type { Result } from '../result.ts';

/**
 * A state machine as a table: for every state, where each event leads. An event that a state does not list is refused.
 * The database holds the same edges and refuses every other change of state.
 */
export type StateTable<State extends string, Event extends string> = {
  readonly [from in State]: { readonly [event in Event]?: State };
};

/** The state after an event, or STATE_CHANGED when this state does not know the event. */
export function nextState<State extends string, Event extends string>(
  table: StateTable<State, Event>,
  from: State,
  event: Event,
): Result<State, 'STATE_CHANGED'> {
  const to = table[from][event];
  return to === undefined ? err('STATE_CHANGED') : ok(to);
}

/** Every edge of a table, in its order. */
export function edgesOf<State extends string, Event extends string>(
  table: StateTable<State, Event>,
  states: readonly State[],
  events: readonly Event[],
): { from: State; event: Event; to: State }[] {
  return states.flatMap((from) =>
    events.flatMap((event) => {
      const to = table[from][event];
      return to === undefined ? [] : [{ from, event, to }];
    }),
  );
}
