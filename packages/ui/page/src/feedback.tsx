import { lazy, Suspense, useRef, useState } from 'react';
import { Inbox, WifiOff } from 'lucide-react';
import { Banner } from '../../src/banner.tsx';
import { Button } from '../../src/button.tsx';
import { ActionFoot } from '../../src/action-foot.tsx';
import { Fact, Facts } from '../../src/facts.tsx';
import { Dialog, Sheet } from '../../src/modal.tsx';
import { ListGroup } from '../../src/list.tsx';
import { NoticeCard, PracticeLine } from '../../src/notice-card.tsx';
import { Skeleton, SkeletonForm, SkeletonRows } from '../../src/skeleton.tsx';
import { Spinner } from '../../src/spinner.tsx';
import { EmptyLine, EmptyState, ErrorState } from '../../src/states.tsx';
import { showToast } from '../../src/toast.tsx';
import { useSay } from './look.ts';
import { State, States } from './specimen.tsx';
import type { Specimen } from './specimen.tsx';

const BasePopover = lazy(async () => ({ default: (await import('../../src/base-popover.tsx')).BasePopover }));

function Notices() {
  const say = useSay();
  const text = say(['所有步骤与正式流程相同。', '所有步驟與正式流程相同。', 'Every step works as on a real site.']);
  return (
    <div className="flex flex-col gap-4">
      {(['info', 'warn', 'danger'] as const).map((tone) => (
        <NoticeCard key={tone} tone={tone} title={say(['请先知道', '請先知道', 'Before you go on'])}>
          {text}
        </NoticeCard>
      ))}
      <PracticeLine>
        {say(['模拟环境，资金不是真实货币', '模擬環境，資金不是真實貨幣', 'Practice site: the money is not real'])}
      </PracticeLine>
      <PracticeLine more={text}>
        {say(['模拟环境，资金不是真实货币', '模擬環境，資金不是真實貨幣', 'Practice site: the money is not real'])}
      </PracticeLine>
      {(['info', 'warn', 'danger'] as const).map((tone) => (
        <Banner key={tone} tone={tone} icon={<WifiOff aria-hidden="true" />}>
          {say(['网络已断开，正在重连…', '網路已中斷，正在重新連線…', 'You are offline. Reconnecting…'])}
        </Banner>
      ))}
    </div>
  );
}

function Empty() {
  const say = useSay();
  return (
    <States wide>
      <State name="empty">
        <EmptyState
          icon={<Inbox aria-hidden="true" strokeWidth={1.5} />}
          title={say(['暂无充值记录', '暫無儲值紀錄', 'No deposits yet'])}
          action={<Button size="medium">{say(['去充值', '去儲值', 'Deposit'])}</Button>}
        >
          {say(['第一笔充值会显示在这里。', '第一筆儲值會顯示在這裡。', 'Your first deposit will be here.'])}
        </EmptyState>
      </State>
      <State name="rows to come">
        <EmptyState
          icon={<Inbox aria-hidden="true" strokeWidth={1.5} />}
          hasRows
          title={say(['暂无充值记录', '暫無儲值紀錄', 'No deposits yet'])}
          action={<Button size="medium">{say(['去充值', '去儲值', 'Deposit'])}</Button>}
        >
          {say(['第一笔充值会显示在这里。', '第一筆儲值會顯示在這裡。', 'Your first deposit will be here.'])}
        </EmptyState>
      </State>
      <State name="a part of a page">
        <ListGroup title={say(['最近的安全变更', '最近的安全變更', 'Recent changes'])}>
          <EmptyLine icon={<Inbox aria-hidden="true" strokeWidth={1.5} />}>
            {say(['近期没有变更', '近期沒有變更', 'Nothing changed lately'])}
          </EmptyLine>
        </ListGroup>
      </State>
      <State name="failure">
        <ErrorState
          title={say(['没有加载成功', '沒有載入成功', 'Could not load'])}
          code="SERVER_BUSY"
          action={<Button size="medium">{say(['重试', '重試', 'Try again'])}</Button>}
        >
          {say(['您的资金没有变动。', '您的資金沒有變動。', 'No money moved.'])}
        </ErrorState>
      </State>
    </States>
  );
}

function Waiting() {
  return (
    <States wide>
      <State name="rows">
        <SkeletonRows count={3} />
      </State>
      <State name="form">
        <SkeletonForm fields={2} />
      </State>
      <State name="block, ring">
        <Skeleton className="mb-4 h-24" />
        <Spinner />
      </State>
    </States>
  );
}

/** An order that nobody won: the stake went back, and no colour of a result is in it. */
const RETURNED = {
  tied: {
    name: 'Sheet, tie',
    title: ['平局退款', '平局退款', 'Tie, refunded'],
    why: ['到期价与入场价相同。', '到期價與入場價相同。', 'The closing price is the entry price.'],
    exit: '168.42',
  },
  voided: {
    name: 'Sheet, void',
    title: ['作废退款', '作廢退款', 'Void, refunded'],
    why: [
      '到期时刻没有报价，订单作废。',
      '到期時刻沒有報價，訂單作廢。',
      'There was no price at the end, so the order is void.',
    ],
    exit: '—',
  },
} as const;

function ReturnedSheet({ kind, onClose }: { kind: keyof typeof RETURNED; onClose: () => void }) {
  const say = useSay();
  const { title, why, exit } = RETURNED[kind];
  return (
    <Sheet isSteady open onClose={onClose} title={say(['订单结果', '訂單結果', 'Result'])}>
      <div className="flex min-h-full flex-col gap-4">
        <div className="relative isolate overflow-hidden rounded-card px-4 py-4 text-center text-text-1">
          <span aria-hidden="true" className="absolute inset-0 -z-10 bg-current opacity-10" />
          <p className="text-title-2">{say(title)}</p>
          <p className="tnum mt-1 text-display">{say(['已退回 ¥800.00', '已退回 ¥800.00', '¥800.00 refunded'])}</p>
        </div>
        <p className="text-center text-body-s text-text-2">{say(why)}</p>
        <Facts>
          <Fact name={say(['入场价', '入場價', 'Entry price'])}>168.42</Fact>
          <Fact name={say(['到期价', '到期價', 'Closing price'])}>{exit}</Fact>
        </Facts>
        <ActionFoot
          ground="sheet"
          beside={<Button variant="secondary">{say(['查看详情', '查看詳情', 'Details'])}</Button>}
          main={<Button onClick={onClose}>{say(['完成', '完成', 'Done'])}</Button>}
        />
      </div>
    </Sheet>
  );
}

function Layers() {
  const say = useSay();
  const [open, setOpen] = useState<'sheet' | 'steady' | 'dialog' | 'popover' | keyof typeof RETURNED | null>(null);
  const word = useRef<HTMLButtonElement>(null);
  const close = () => setOpen(null);
  const title = say(['确认订单', '確認訂單', 'Confirm order']);
  const text = say(['到期后按规则结算。', '到期後依規則結算。', 'It settles by the rules when it ends.']);
  return (
    <div className="flex flex-wrap gap-3">
      <Button variant="secondary" size="small" onClick={() => setOpen('sheet')}>
        Sheet
      </Button>
      <Button variant="secondary" size="small" onClick={() => setOpen('steady')}>
        Sheet, steady
      </Button>
      {(['tied', 'voided'] as const).map((kind) => (
        <Button key={kind} variant="secondary" size="small" onClick={() => setOpen(kind)}>
          {RETURNED[kind].name}
        </Button>
      ))}
      <Button variant="secondary" size="small" onClick={() => setOpen('dialog')}>
        Dialog
      </Button>
      <Button ref={word} variant="secondary" size="small" onClick={() => setOpen('popover')}>
        Popover
      </Button>
      <Button variant="secondary" size="small" onClick={() => showToast(title, 'success')}>
        Toast
      </Button>
      <Sheet open={open === 'sheet'} onClose={close} title={title} footer={<Button block>{title}</Button>}>
        {text}
      </Sheet>
      <Sheet isSteady open={open === 'steady'} onClose={close} title={title}>
        <div className="flex min-h-full flex-col">
          {text}
          <ActionFoot
            ground="sheet"
            beside={
              <Button variant="secondary" onClick={close}>
                {say(['取消', '取消', 'Cancel'])}
              </Button>
            }
            main={<Button onClick={close}>{title}</Button>}
          />
        </div>
      </Sheet>
      {(open === 'tied' || open === 'voided') && <ReturnedSheet kind={open} onClose={close} />}
      <Dialog
        open={open === 'dialog'}
        onClose={close}
        title={title}
        actions={
          <>
            <Button variant="secondary" onClick={close}>
              {say(['取消', '取消', 'Cancel'])}
            </Button>
            <Button onClick={close}>{say(['确认', '確認', 'Confirm'])}</Button>
          </>
        }
      >
        {text}
      </Dialog>
      {open === 'popover' && (
        <Suspense>
          <BasePopover anchor={word} title={title} onClose={close}>
            {text}
          </BasePopover>
        </Suspense>
      )}
    </div>
  );
}

export const FEEDBACK: readonly Specimen[] = [
  { names: ['NoticeCard', 'PracticeLine', 'Banner'], about: 'Something to know before going on.', Show: Notices },
  {
    names: ['Sheet', 'ActionFoot', 'Dialog', 'BasePopover', 'ToastHost'],
    about: 'What lies over the page.',
    Show: Layers,
  },
  {
    names: ['EmptyState', 'EmptyLine', 'ErrorState'],
    about: 'What is there when there is nothing.',
    isWide: true,
    Show: Empty,
  },
  {
    names: ['Skeleton', 'SkeletonRows', 'SkeletonForm', 'Spinner'],
    about: 'A place is kept in its final size.',
    isWide: true,
    Show: Waiting,
  },
];
