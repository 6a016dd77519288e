import { WorkPage } from '../features/work/work-page.tsx';
import { useAdjustmentWork } from '../features/adjustments/adjustments-page.tsx';
import { useComplaintWork } from '../features/complaints/use-complaint-desk.tsx';
import { useDepositWork } from '../features/deposits/use-deposit-desk.tsx';
import { useFactorWork } from '../features/factor-releases/factor-releases-page.tsx';
import { useInvestWork } from '../features/invest/invest-changes-page.tsx';
import { useMarkWork } from '../features/marks/mark-releases-page.tsx';
import { useProductChangesWork } from '../features/products/product-changes-page.tsx';
import { useProductTermsWork } from '../features/products/product-terms-page.tsx';
import { useRoleWork } from '../features/staff/role-changes-page.tsx';
import { useStaffWork } from '../features/staff/staff-changes-page.tsx';
import { useResumptionWork } from '../features/products/resumptions-page.tsx';
import { useSiteWork } from '../features/site/site-changes-page.tsx';
import { useSupportWork } from '../features/support/use-support-work.tsx';
import { useTermsWork } from '../features/terms/changes-page.tsx';
import { useTextWork } from '../features/texts/text-changes-page.tsx';
import { useVerificationWork } from '../features/verifications/use-verification-desk.tsx';
import { usePayoutWork, useWithdrawalWork } from '../features/withdrawals/use-withdrawal-desk.tsx';

/** Every queue that has work, in the order of its chips. A new queue is one line here. */
export function Desk() {
  const queues = [
    useWithdrawalWork(),
    usePayoutWork(),
    useDepositWork(),
    useVerificationWork(),
    useSupportWork(),
    useComplaintWork(),
    useAdjustmentWork(),
    useTermsWork(),
    useInvestWork(),
    useTextWork(),
    useFactorWork(),
    useMarkWork(),
    useResumptionWork(),
    useProductChangesWork(),
    useStaffWork(),
    useRoleWork(),
    useProductTermsWork(),
    useSiteWork(),
  ];
  return <WorkPage queues={queues} />;
}
