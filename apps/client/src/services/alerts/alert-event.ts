import type { MemberEvent } from '@candor/contract/live';

/** News that a price was reached or a market opened. */
export type AlertEvent = Extract<MemberEvent, { type: 'price_alert' | 'market_open' }>;
