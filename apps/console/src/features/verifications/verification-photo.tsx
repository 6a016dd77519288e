import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { readBackPhoto, readFrontPhoto } from '@candor/contract/calls/console/verification';
import { useMessageOf } from '../../lib/i18n.tsx';
import { useObjectUrl } from '../../lib/object-url.ts';
import { picture } from '../../services/api/request.ts';

const PHOTOS = { front: readFrontPhoto, back: readBackPhoto } as const;

/** One side of a card. The browser forgets it with the panel. */
export function VerificationPhoto({ id, side, label }: { id: string; side: 'front' | 'back'; label: string }) {
  const messageOf = useMessageOf();
  const { data, error } = useQuery({
    queryKey: ['verification-photo', id, side],
    queryFn: async ({ signal }) => await picture(PHOTOS[side], { params: { id }, signal }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const shown = useObjectUrl(data);
  if (error !== null) return <Text c="red.8">{messageOf(error)}</Text>;
  return (
    <figure style={{ margin: 0 }}>
      {shown === '' ? (
        <Skeleton height={260} radius="md" />
      ) : (
        <img src={shown} alt={label} style={{ width: '100%', borderRadius: 'var(--mantine-radius-md)' }} />
      )}
      <Text component="figcaption" fz="xs" c="dimmed">
        {label}
      </Text>
    </figure>
  );
}
