import { readDepositProof } from '@candor/contract/calls/cashier';
import { Sheet } from '@candor/ui/modal.tsx';
import { Skeleton } from '@candor/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { picture } from '../../services/api/request.ts';
import { useObjectUrl } from '../../services/pictures/use-picture.ts';
import { PartFailed } from '../../services/queries/query-states.tsx';
import { queryKeys } from '../../services/queries/query-keys.ts';

/** The picture that was sent with a payment. It is read when it is looked at, and forgotten after. */
export function ProofView({ id, open, onClose }: { id: string; open: boolean; onClose: () => void }) {
  const t = useTranslations('cashier.proof');
  return (
    <Sheet open={open} onClose={onClose} title={t('label')}>
      {open && <Picture id={id} />}
    </Sheet>
  );
}

function Picture({ id }: { id: string }) {
  const t = useTranslations('cashier.proof');
  const query = useQuery({
    queryKey: queryKeys.depositProof(id),
    queryFn: ({ signal }) => picture(readDepositProof, { params: { id }, signal }),
    retry: false,
    gcTime: 0,
  });
  // What was stored on the device before is no picture any more.
  const url = useObjectUrl(query.data instanceof Blob ? query.data : null);
  if (query.isError) return <PartFailed onRetry={() => void query.refetch()} />;
  if (url === '') return <Skeleton className="h-72" />;
  return <img src={url} alt={t('preview')} className="mx-auto max-h-[70dvh] rounded-control" />;
}
