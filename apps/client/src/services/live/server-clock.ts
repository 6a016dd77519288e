import { createServerClock } from '@candor/api-client/server-clock';

/** One estimate of the server's clock for the whole app. */
export const { now: serverNow, skewMs: deviceSkewMs, set: setServerTime } = createServerClock();
