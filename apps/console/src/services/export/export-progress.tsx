import { Button, CloseButton, Loader, Paper, Text } from '@mantine/core';
import { CircleAlert, FileCheck2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useMessageOf } from '../../lib/i18n.tsx';
import { useObservable } from '../../lib/observable.ts';
import { exported } from './export-list.ts';
import { fileSize } from './file-size.ts';

/** How far the file is, wherever its operator works meanwhile. */
export function ExportProgress() {
  const t = useTranslations('common.list');
  const common = useTranslations('common');
  const messageOf = useMessageOf();
  const state = useObservable(exported);
  if (state === null) return null;
  const text =
    state.step === 'failed'
      ? messageOf(state.error)
      : t(state.step === 'running' ? 'csvRunning' : state.isCut ? 'csvCut' : 'csvDone', { count: state.rows });
  return (
    <Paper withBorder radius="lg" className="export-progress" role={state.step === 'failed' ? 'alert' : 'status'}>
      {state.step === 'running' && <Loader size={18} aria-hidden />}
      {state.step === 'done' && <FileCheck2 size={18} aria-hidden />}
      {state.step === 'failed' && <CircleAlert size={18} aria-hidden />}
      <div className="export-progress-words">
        <Text fw={600}>{t('csvOf', { title: state.title })}</Text>
        <Text fz="sm" c="dimmed" className="figures">
          {text}
          {state.step !== 'failed' && ` · ${fileSize(state.bytes)}`}
        </Text>
      </div>
      {state.step === 'running' ? (
        <Button size="compact-sm" variant="default" onClick={state.stop}>
          {common('cancel')}
        </Button>
      ) : (
        <CloseButton aria-label={common('close')} onClick={() => exported.set(null)} />
      )}
    </Paper>
  );
}
