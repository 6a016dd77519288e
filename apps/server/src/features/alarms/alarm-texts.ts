import type { Language } from '@candor/contract/languages';
import type { AlarmKind } from '@candor/domain/alarms/alarm-conditions';

/** Titles of alarms for what goes out of the site. The console has longer words of its own. */
export const ALARM_TITLES: Readonly<Record<Language, Readonly<Record<AlarmKind, string>>>> = {
  'zh-Hans': {
    feedSilent: '行情中断',
    ordersVoid: '订单作废',
    settlementStuck: '结算受阻',
    checkFailed: '账簿检查未通过',
    moneyHalted: '出款已暂停',
    witnessRefused: '见证方拒绝订单日志',
    signingAway: '无法签名',
    resultImprobable: '结果异常',
    dayLate: '日终延迟',
    backupOld: '备份过旧',
    backupFailed: '备份失败',
    diskLow: '磁盘将满',
  },
  'zh-Hant': {
    feedSilent: '報價中斷',
    ordersVoid: '訂單作廢',
    settlementStuck: '結算受阻',
    checkFailed: '帳簿檢查未通過',
    moneyHalted: '出款已暫停',
    witnessRefused: '見證方拒絕訂單日誌',
    signingAway: '無法簽名',
    resultImprobable: '結果異常',
    dayLate: '日終延遲',
    backupOld: '備份過舊',
    backupFailed: '備份失敗',
    diskLow: '磁碟將滿',
  },
  en: {
    feedSilent: 'No prices',
    ordersVoid: 'Orders became void',
    settlementStuck: 'Settlement is stuck',
    checkFailed: 'A check of the books fails',
    moneyHalted: 'Money out is halted',
    witnessRefused: 'A witness refuses the order log',
    signingAway: 'Nothing can be signed',
    resultImprobable: 'Results are improbable',
    dayLate: 'End of day is late',
    backupOld: 'Backup is old',
    backupFailed: 'A backup failed',
    diskLow: 'Disk is almost full',
  },
};

export const EVENT_WORDS: Readonly<Record<Language, Readonly<Record<'opened' | 'closed' | 'test', string>>>> = {
  'zh-Hans': { opened: '告警', closed: '已结束', test: '测试消息' },
  'zh-Hant': { opened: '告警', closed: '已結束', test: '測試訊息' },
  en: { opened: 'Alarm', closed: 'Over', test: 'Test message' },
};
