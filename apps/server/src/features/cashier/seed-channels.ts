import { rate, wholeUnits } from '@candor/domain/money';
import type { Db } from '../../platform/db/pool.ts';
import type { Site } from '../../services/site/site.ts';
import { tronFromHex } from './chain/tron-address.ts';
import { insertMissingChannels, insertMissingRule } from './channel-store.ts';
import { insertMissingRewardRule } from './rewards/reward-store.ts';
import type { NewChannel } from './channel-store.ts';

/** The channel of the practice site's own payment service. */
export const PRACTICE_PROVIDER = 'online-practice';
const USDT_DECIMALS = 6;
/** Price of one USDT in the site's currency until an operator sets another: practice money has no market. */
const USDT_RATE = rate(72_000n);
const AT_PAR = rate(10_000n);
const REWARD = 58n;
/** From this amount on, two operators are needed to credit. */
const SECOND_FROM = 10_000n;
/** Another amount than the submitted one: typed twice when it is a tenth away, and never more than twice as much. */
const FAR_RATE = rate(1_000n);
const BOUND_RATE = rate(10_000n);
/** Ten times the first deposit: what that costs on average at a payout of 0.85 is more than the reward. */
const REWARD_TURNOVER = rate(100_000n);
const REWARDS_A_DAY = 5;
/** An address that nobody has the key of. */
const NOBODY = '0x000000000000000000000000000000000000dEaD';

/**
 * The ways of paying in and out of a new site in practice mode. Their accounts and addresses belong to nobody: screens
 * say that nothing must be paid. A site in live mode starts without channels: its operators enter their own.
 */
export async function seedCashier(ownerDb: Db, site: Pick<Site, 'mode' | 'currency'>): Promise<void> {
  const units = (count: bigint) => wholeUnits(count, site.currency);
  if (site.mode === 'practice') await insertMissingChannels(ownerDb, practiceChannels(site));
  await insertMissingRule(ownerDb, {
    min: units(100n),
    max: units(50_000n),
    dailyMax: units(100_000n),
    feeRate: rate(10n),
    feeMin: units(2n),
    feeMax: units(50n),
    cardRequired: true,
    identityRequired: site.mode === 'live',
    arrivalHours: 24,
  });
  await insertMissingRewardRule(ownerDb, {
    amount: units(REWARD),
    turnoverRate: REWARD_TURNOVER,
    dayMax: REWARDS_A_DAY,
  });
}

function practiceChannels(site: Pick<Site, 'currency'>): NewChannel[] {
  const own = {
    network: null,
    asset: site.currency.code,
    assetDecimals: site.currency.decimals,
    rate: AT_PAR,
    min: wholeUnits(100n, site.currency),
    max: wholeUnits(100_000n, site.currency),
    proofRequired: false,
    confirmations: 12,
    secondFrom: wholeUnits(SECOND_FROM, site.currency),
    farRate: FAR_RATE,
    boundRate: BOUND_RATE,
  };
  const usdt = { ...own, kind: 'usdt' as const, asset: 'USDT', assetDecimals: USDT_DECIMALS, rate: USDT_RATE };
  return [
    {
      ...own,
      code: 'practice',
      kind: 'practice',
      names: { 'zh-Hans': '模拟充值', 'zh-Hant': '模擬儲值', en: 'Practice deposit' },
      details: {},
      arrivalMinutes: 0,
      position: 1,
    },
    {
      ...own,
      code: 'bank',
      kind: 'bank',
      names: { 'zh-Hans': '银行卡转账', 'zh-Hant': '銀行卡轉帳', en: 'Bank transfer' },
      details: {
        bank: '模拟银行 Practice Bank',
        holder: 'CANDOR PRACTICE',
        number: '6200000000000000005',
        branch: '模拟支行，请勿转账 Do not pay',
      },
      arrivalMinutes: 30,
      position: 2,
    },
    {
      ...usdt,
      code: 'usdt-trc20',
      network: 'trc20',
      names: { 'zh-Hans': 'USDT（TRC20）', 'zh-Hant': 'USDT（TRC20）', en: 'USDT (TRC20)' },
      details: { address: tronFromHex(NOBODY) },
      confirmations: 20,
      arrivalMinutes: 10,
      position: 3,
    },
    {
      ...usdt,
      code: 'usdt-erc20',
      network: 'erc20',
      names: { 'zh-Hans': 'USDT（ERC20）', 'zh-Hant': 'USDT（ERC20）', en: 'USDT (ERC20)' },
      details: { address: NOBODY },
      arrivalMinutes: 15,
      position: 4,
    },
    {
      ...own,
      code: PRACTICE_PROVIDER,
      kind: 'online',
      names: { 'zh-Hans': '在线支付（模拟）', 'zh-Hant': '線上支付（模擬）', en: 'Online payment (practice)' },
      details: { url: '/api/practice-payment' },
      arrivalMinutes: 1,
      position: 5,
    },
  ];
}
