import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isReservedName } from './reserved-name.ts';

describe('a name that others take for the site', () => {
  it.each([
    'support',
    'Support',
    'SUPPORT1',
    '_support_',
    'supp0rt',
    'support_anna',
    'anna.support',
    's-u-p-p-o-r-t',
    'support2026',
    'support4you',
    'official',
    '0fficial',
    'officiai',
    'offlcia1',
    'candor_official',
    'Candor',
    'cand0r',
    'candor99',
    'CANDOR help',
    'candorsupport',
    'supportteam',
    'system',
    'system_7',
    'sys7em',
    'root',
    'r00t',
    'admin',
    'adrnin',
    'adm1n',
    'ádmin',
    'аdmin', // Cyrillic а
    'ѕuррοrt', // Cyrillic and Greek
    'ＡＤＭＩＮ',
    'ad\u200bmin',
    'kefu',
    'kefu01',
    '客服',
    '客服小王',
    '在线客服01',
    '客 服',
    '官方',
    '官方-代表',
    '管理员',
    '管理員',
    '系统',
    '系統通知',
    '平台',
    'cashier1',
    'the_real_support',
    'customer_service',
    'CustomerService',
    'techsupport',
    'vipsupport',
    'techsupport_li',
    'CandorPay',
    'candorhk',
    'candor_pay',
    'helpcenter',
    'helpdesk',
    'cashierl',
    'adminx',
    'xadmin',
    '客户服务',
    '客戶服務',
    '客户服務小李',
    '出纳员',
    '財務人員',
    '财务人员',
    '客户经理',
    'админ',
    'поддержка',
    'Ꭺdmin',
    'օfficial',
    'ꜱupport',
    'ꓢupport',
    'ꓢꓴꓑꓑꓳꓣꓔ',
    '🅐dmin',
    '🅰🅳🅼🅸🅽',
    'ⴝupport',
  ])('%s is refused', (name) => expect(isReservedName(name)).toBe(true));

  it.each([
    'rooted_tree',
    'supporter9',
    'supporter_of_bayern',
    'systematic',
    'ecosystem',
    'officially_me',
    'badminton',
    'candora',
    'candid',
    'rooster',
    'beetroot',
    'helper',
    'teamwork_joe',
    'service_dog',
    'root_beer',
    'mei_lin',
    'wang1985',
    'demo',
    'test_0a1b2c3d4e',
    '小客',
    '服务员小李',
    '王系统',
    '平台路',
    'анна',
    'Σωκράτης',
    '',
    '12345',
    'gm_zhang',
    'helper_li',
    'tech_wang',
    'vip888',
    'techline',
    'trader_pay',
    'unofficial',
    '客户小李',
    '财务自由',
    'TωT',
    '(・ω・)',
    'Ωmega',
    'Татьяна',
    'membership',
  ])('%s is free', (name) => expect(isReservedName(name)).toBe(false));

  it('the site has a name of its own', () => {
    for (const name of ['goldline', 'Go1dline_help', 'gold-line7'])
      expect([isReservedName(name), isReservedName(name, 'GoldLine')], name).toEqual([false, true]);
    expect(isReservedName('GoldLinePay', 'GoldLine')).toBe(true);
    expect(isReservedName('golden', 'GoldLine')).toBe(false);
  });

  it('no digits, marks or case around a kept name free it', () => {
    const around = fc.stringMatching(/^[\d_.\- ]{0,6}$/);
    const cased = fc.constantFrom('support', 'Official', 'SYSTEM', 'Root', 'kefu', 'candor', '客服');
    fc.assert(
      fc.property(around, cased, around, (before, name, after) => {
        expect(isReservedName(before + name + after)).toBe(true);
      }),
    );
  });

  it('never throws, and is fast on long text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 64 }), (name) => void isReservedName(name)));
  });
});
