/* Names of everything in the query cache, so that live news and screens use the same entries. */

import type { Wallet } from '@candor/contract/envelope';

export const queryKeys = {
  products: ['products'] as const,
  product: (code: string) => ['products', code] as const,
  money: (wallet: Wallet | null) => ['money', wallet] as const,
  moneyAll: ['money'] as const,
  member: ['member'] as const,
  profile: ['profile'] as const,
  bankCard: ['account', 'bank-card'] as const,
  verification: ['account', 'verification'] as const,
  picture: (path: string) => ['picture', path] as const,
  orders: ['orders'] as const,
  orderList: (filter: Record<string, string | undefined>) => ['orders', 'list', filter] as const,
  openOrders: ['orders', 'open'] as const,
  order: (id: string) => ['orders', 'one', id] as const,
  summary: (filter: Record<string, string | undefined>) => ['orders', 'summary', filter] as const,
  depositChannels: ['deposit', 'channels'] as const,
  depositList: (filter: Record<string, string | undefined>) => ['deposit', 'list', filter] as const,
  deposit: (id: string) => ['deposit', 'one', id] as const,
  depositProof: (id: string) => ['proof', id] as const,
  withdrawalTerms: ['money', 'withdrawalTerms'] as const,
  withdrawalWaits: ['withdrawal', 'waits'] as const,
  withdrawalList: (filter: Record<string, string | undefined>) => ['withdrawal', 'list', filter] as const,
  withdrawal: (id: string) => ['withdrawal', 'one', id] as const,
  invite: ['invite'] as const,
  fairness: (filter: Record<string, string>) => ['fairness', filter] as const,
  support: ['support'] as const,
  supportMessages: ['support', 'messages'] as const,
  supportUnread: ['support', 'unread'] as const,
  supportAbout: (orderId: string) => ['support', 'about', orderId] as const,
  /** What guards the account. News about the account changes it. */
  security: ['account', 'security'] as const,
  factors: ['account', 'factors'] as const,
  transfers: (filter: Record<string, string | undefined>) => ['transfers', filter] as const,
};
