import { LANGUAGES } from './languages.ts';
import type { Language } from './languages.ts';

/*
 * The banks that a member picks from, by country (ISO 3166-1 alpha-2). Any other bank is written by its name. The banks of the
 * mainland are in verification.ts, their names are texts of the apps. A new country is a line here; its cards have no known
 * first digits.
 */

type BankNames = Readonly<Record<Language, string>>;
export interface ListedBank {
  /** Kept with the card. */
  readonly code: string;
  readonly names: BankNames;
}

/** Code, then the names in the order of `LANGUAGES`. */
const LINES: Readonly<Record<string, readonly string[]>> = {
  HK: [
    'HSBC-HK|汇丰银行（香港）|滙豐銀行（香港）|HSBC Hong Kong',
    'BOCHK|中国银行（香港）|中國銀行（香港）|Bank of China (Hong Kong)',
    'HASE-HK|恒生银行|恒生銀行|Hang Seng Bank',
    'SCB-HK|渣打银行（香港）|渣打銀行（香港）|Standard Chartered Hong Kong',
    'BEA-HK|东亚银行|東亞銀行|Bank of East Asia',
    'ICBC-HK|中国工商银行（亚洲）|中國工商銀行（亞洲）|ICBC (Asia)',
    'CITI-HK|花旗银行（香港）|花旗銀行（香港）|Citibank Hong Kong',
    'DBS-HK|星展银行（香港）|星展銀行（香港）|DBS Hong Kong',
  ],
  MO: [
    'BOC-MO|中国银行（澳门）|中國銀行（澳門）|Bank of China Macau',
    'ICBC-MO|中国工商银行（澳门）|中國工商銀行（澳門）|ICBC (Macau)',
    'BNU-MO|大西洋银行|大西洋銀行|Banco Nacional Ultramarino',
  ],
  TW: [
    'BOT-TW|台湾银行|臺灣銀行|Bank of Taiwan',
    'CTBC-TW|中国信托商业银行|中國信託商業銀行|CTBC Bank',
    'CUB-TW|国泰世华银行|國泰世華銀行|Cathay United Bank',
    'FUBON-TW|台北富邦银行|台北富邦銀行|Taipei Fubon Bank',
    'ESUN-TW|玉山银行|玉山銀行|E.SUN Bank',
    'MEGA-TW|兆丰国际商业银行|兆豐國際商業銀行|Mega Bank',
    'FCB-TW|第一商业银行|第一商業銀行|First Bank',
    'HNCB-TW|华南商业银行|華南商業銀行|Hua Nan Bank',
    'POST-TW|中华邮政|中華郵政|Chunghwa Post',
  ],
  SG: [
    'DBS-SG|星展银行|星展銀行|DBS Bank',
    'OCBC-SG|华侨银行|華僑銀行|OCBC Bank',
    'UOB-SG|大华银行|大華銀行|UOB',
    'SCB-SG|渣打银行（新加坡）|渣打銀行（新加坡）|Standard Chartered Singapore',
  ],
  MY: [
    'MBB-MY|马来亚银行|馬來亞銀行|Maybank',
    'CIMB-MY|联昌国际银行|聯昌國際銀行|CIMB Bank',
    'PBB-MY|大众银行|大眾銀行|Public Bank',
    'HLB-MY|丰隆银行|豐隆銀行|Hong Leong Bank',
    'RHB-MY|兴业银行（马来西亚）|興業銀行（馬來西亞）|RHB Bank',
  ],
};

export const BANKS_OF: ReadonlyMap<string, readonly ListedBank[]> = new Map(
  Object.entries(LINES).map(([country, lines]) => [country, lines.map(bankOfLine)]),
);

function bankOfLine(line: string): ListedBank {
  const [code = '', ...names] = line.split('|');
  const [hans = '', hant = '', en = ''] = names;
  return { code, names: { 'zh-Hans': hans, 'zh-Hant': hant, en } };
}

const NAMES: ReadonlyMap<string, BankNames> = new Map(
  [...BANKS_OF.values()].flat().map(({ code, names }) => [code, names]),
);

/** The name of a listed bank outside the mainland; null for every other text. */
export function listedBankName(code: string, language: Language): string | null {
  return NAMES.get(code)?.[language] ?? null;
}

/** Listed banks of some countries, or of all when none is given: an operator without a licence names none. */
export function listedBanks(countries: readonly string[]): readonly ListedBank[] {
  const wanted = countries.length === 0 ? [...BANKS_OF.keys()] : countries;
  return wanted.flatMap((country) => BANKS_OF.get(country) ?? []);
}

/** Whether a text finds a bank, by its code or any of its names. */
export function isBankFound({ code, names }: ListedBank, wanted: string): boolean {
  return [code, ...LANGUAGES.map((language) => names[language])].some((text) => text.toLowerCase().includes(wanted));
}
