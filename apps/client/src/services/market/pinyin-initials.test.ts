import { expect, test } from 'vitest';
import { pinyinInitials } from './pinyin-initials.ts';

test.each([
  ['比特币/USDT', 'btb/USDT'],
  ['以太坊', 'ytf'],
  ['索拉纳', 'sln'],
  ['欧元/美元', 'oy/my'],
  ['英镑', 'yb'],
  ['日元', 'ry'],
  ['澳元', 'ay'],
  ['黄金', 'hj'],
  ['白银', 'by'],
  ['德国 DAX30', 'dg DAX30'],
  ['标普', 'bp'],
  ['纳斯达克', 'nsdk'],
  ['贵州茅台', 'gzmt'],
  ['腾讯', 'tx'],
  ['阿尔法', 'aef'],
  ['座', 'z'],
  ['Gold', 'Gold'],
])('the initials of %s are %s', (name, initials) => {
  expect(pinyinInitials(name)).toBe(initials);
});
