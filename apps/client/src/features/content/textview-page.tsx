/* A reading page for rules, agreements and announcements. */

import { useState } from 'react';
import { IconButton } from '@candor/ui/icon-button.tsx';
import { NavBar } from '@candor/ui/nav-bar.tsx';
import { Page } from '@candor/ui/page.tsx';
import { AArrowDown, AArrowUp } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { goBack, useAddress } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { PageText } from '../../services/content/page-text.tsx';

const SIZES_REM = [0.875, 1, 1.125, 1.25, 1.5];

export function TextviewPage() {
  const t = useTranslations('content.textview');
  const titles = useTranslations('common.titles');
  const { params } = useAddress();
  const [title, setTitle] = useState('');
  const [size, setSize] = useState(1);
  return (
    <Page
      bar={
        <NavBar
          title={title || titles('textview')}
          onBack={() => goBack(paths.home())}
          actions={
            <>
              <IconButton label={t('smaller')} disabled={size === 0} onClick={() => setSize(size - 1)}>
                <AArrowDown aria-hidden="true" className="size-5" strokeWidth={1.75} />
              </IconButton>
              <IconButton
                label={t('larger')}
                disabled={size === SIZES_REM.length - 1}
                onClick={() => setSize(size + 1)}
              >
                <AArrowUp aria-hidden="true" className="size-5" strokeWidth={1.75} />
              </IconButton>
            </>
          }
        />
      }
    >
      <div style={{ fontSize: `${SIZES_REM[size] ?? 1}rem` }}>
        <PageText slug={params.get('slug') ?? ''} onTitle={setTitle} />
      </div>
    </Page>
  );
}
