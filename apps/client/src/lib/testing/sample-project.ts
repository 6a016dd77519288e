import type { ProjectView } from '@candor/contract/invest';

export function sampleProject(changes: Partial<ProjectView> = {}): ProjectView {
  return {
    id: '0193a5f0-0000-7000-8000-000000000001',
    names: { 'zh-Hans': '稳健 30 天', 'zh-Hant': '穩健 30 天', en: 'Steady 30' },
    termDays: 30,
    annualRate: '0.0450',
    min: '1000.00',
    max: '50000.00',
    size: '1000000.00',
    interest: 'maturity',
    early: { lockDays: 7, annualRate: '0.0100' },
    risk: 'low',
    opensAt: null,
    closesAt: null,
    status: 'open',
    left: '400000.00',
    held: '0.00',
    investable: '50000.00',
    termsVersion: 1,
    agreementVersion: 1,
    passwordFrom: null,
    ...changes,
  };
}
