import { Landmark, Search } from 'lucide-react';
import { ACTION_ICONS } from '../../src/action-icons.ts';
import { Avatar } from '../../src/avatar.tsx';
import { DottedLine } from '../../src/dotted-line.tsx';
import { Button } from '../../src/button.tsx';
import { Fact, Facts } from '../../src/facts.tsx';
import { Disclosure } from '../../src/disclosure.tsx';
import { IconDisc } from '../../src/icon-disc.tsx';
import { Folded } from '../../src/folded.tsx';
import { IconButton } from '../../src/icon-button.tsx';
import { ListGroup, ListRow } from '../../src/list.tsx';
import { MoneyText } from '../../src/money-text.tsx';
import { NavBar } from '../../src/nav-bar.tsx';
import { Card, Columns, Page, StickyAction } from '../../src/page.tsx';
import { PaneSeparator } from '../../src/pane-separator.tsx';
import { QrCard } from '../../src/qr-card.tsx';
import { RecordRow } from '../../src/record-row.tsx';
import { StatusChip } from '../../src/status-chip.tsx';
import { Shortcut, Shortcuts } from '../../src/shortcut.tsx';
import { QrCode } from '../../src/qr-code.tsx';
import { Timeline } from '../../src/timeline.tsx';
import { useState } from 'react';
import { useSay } from './look.ts';
import type { Sample } from './look.ts';
import { State, States } from './specimen.tsx';
import type { Specimen } from './specimen.tsx';

const DEPOSIT: Sample = ['充值', '儲值', 'Deposit'];

function Pages() {
  const say = useSay();
  return (
    <States wide>
      <State name="bar with back and action, one action at the foot">
        <div className="flex h-80 overflow-y-auto rounded-card border border-line">
          <Page
            bar={
              <NavBar
                title={say(DEPOSIT)}
                onBack={() => undefined}
                actions={
                  <IconButton label={say(['搜索', '搜尋', 'Search'])}>
                    <Search aria-hidden="true" className="size-5.5" strokeWidth={1.75} />
                  </IconButton>
                }
              />
            }
            action={<Button block>{say(['提交充值', '提交儲值', 'Submit deposit'])}</Button>}
          >
            <Card className="h-80">{say(['卡片', '卡片', 'Card'])}</Card>
          </Page>
        </div>
      </State>
      <State name="columns: on a desktop all else stands beside the main part">
        <Columns
          isWide={matchMedia('(min-width: 1024px)').matches}
          before={<Card>{say(['请先知道', '請先知道', 'Before you go on'])}</Card>}
          after={<Card>{say(['记录', '紀錄', 'Records'])}</Card>}
        >
          <Card className="h-40">{say(['表单', '表單', 'Form'])}</Card>
        </Columns>
      </State>
      <State name="folded, where there is no room">
        <Folded heading={say(['2 笔充值尚未完成', '2 筆儲值尚未完成', '2 deposits are not finished'])}>
          <Card>{say(['记录', '紀錄', 'Records'])}</Card>
        </Folded>
      </State>
      <State name="Disclosure: more of the same text">
        <Disclosure label={say(['提现说明', '提領說明', 'About withdrawals'])}>
          {say(['记录', '紀錄', 'Records'])}
        </Disclosure>
      </State>
      <State name="StickyAction inside a form">
        <div className="h-80 overflow-y-auto rounded-card border border-line px-[var(--gutter)]">
          <div className="h-96" />
          <StickyAction>
            <Button block>{say(['确认', '確認', 'Confirm'])}</Button>
          </StickyAction>
        </div>
      </State>
    </States>
  );
}

function Lists() {
  const say = useSay();
  const bank = <Landmark aria-hidden="true" strokeWidth={1.75} />;
  return (
    <ListGroup title={say(['账户', '帳戶', 'Account'])}>
      <ListRow icon={bank} title={say(['银行卡', '銀行卡', 'Bank card'])} value="6222 **** 0128" href="#list-group" />
      <ListRow title={say(['身份认证', '身分認證', 'Identity'])} detail="2026-11-26" value="✓" />
      <ListRow danger title={say(['退出登录', '登出', 'Sign out'])} onPress={() => undefined} />
    </ListGroup>
  );
}

function Records() {
  const say = useSay();
  return (
    <div>
      <RecordRow
        href="#record-row"
        icon={<IconDisc icon={ACTION_ICONS.usdt} />}
        name="USDT (TRC20)"
        detail="2026-11-26 21:08:20"
        amount={<MoneyText text="¥3,600.00" />}
        status={
          <StatusChip tone="info" icon="ring">
            {say(['充值中', '儲值中', 'Processing'])}
          </StatusChip>
        }
      />
      <RecordRow
        href="#record-row"
        icon={<IconDisc icon={ACTION_ICONS.bank} />}
        name={say(['中国工商银行 0128', '中國工商銀行 0128', 'ICBC 0128'])}
        detail="2026-11-26 21:08:21"
        amount={<MoneyText text="¥2,000.00" />}
        note={say(['到账 ¥1,998.00', '到帳 ¥1,998.00', 'You get ¥1,998.00'])}
        status={
          <StatusChip tone="waiting" icon="clock">
            {say(['审核中', '審核中', 'In review'])}
          </StatusChip>
        }
      />
    </div>
  );
}

function ShortcutsShown() {
  const say = useSay();
  return (
    <Shortcuts label={say(['快捷入口', '快捷入口', 'Shortcuts'])}>
      <Shortcut href="#shortcuts" action="deposit">
        {say(DEPOSIT)}
      </Shortcut>
      <Shortcut href="#shortcuts" action="withdraw" out={say(['离线', '離線', 'Offline'])}>
        {say(['提现', '提現', 'Withdraw'])}
      </Shortcut>
      <Shortcut href="#shortcuts" action="savings">
        {say(['利息宝', '利息寶', 'Savings'])}
      </Shortcut>
      <Shortcut href="#shortcuts" action="holdings">
        {say(['持仓', '持倉', 'Positions'])}
      </Shortcut>
    </Shortcuts>
  );
}

function FactsShown() {
  const say = useSay();
  return (
    <Facts>
      <Fact name={say(['手续费', '手續費', 'Fee'])}>¥0.00</Fact>
      <Fact name={say(['单号', '單號', 'Reference'])} copy={{ text: 'CD-2048', label: 'copy' }}>
        CD-2048
      </Fact>
      <Fact name={say(['到账金额', '到帳金額', 'Credited'])} strong>
        ¥1,998.00
      </Fact>
    </Facts>
  );
}

function DottedLines() {
  const say = useSay();
  return (
    <DottedLine
      className="max-w-48 text-caption text-text-2"
      parts={[
        say(['7 天', '7 天', '7 days']),
        say(['起投 ¥100.00', '起投 ¥100.00', 'from ¥100.00']),
        say(['已投 0%', '已投資 0%', '0% taken']),
      ]}
    />
  );
}

function Timelines() {
  const say = useSay();
  const title = {
    done: ['已提交', '已提交', 'Submitted'],
    now: ['审核中', '審核中', 'In review'],
    toCome: ['打款', '打款', 'Payout'],
    failed: ['已拒绝', '已拒絕', 'Rejected'],
    ended: ['已取消', '已取消', 'Cancelled'],
  } as const;
  return (
    <Timeline
      label={say(['进度', '進度', 'Steps'])}
      items={(['done', 'now', 'toCome', 'failed', 'ended'] as const).map((state) => ({
        key: state,
        state,
        title: say(title[state]),
        spoken: state,
        time: state === 'done' ? '2026-11-26 21:08:20' : undefined,
      }))}
    />
  );
}

function Codes() {
  return (
    <States>
      <State name="QrCard">
        <QrCard text="https://example.org" label="code" caption="TRC-20" enlarge="enlarge" hint="Scan with a wallet" />
      </State>
      <State name="QrCode">
        <QrCode text="https://example.org" label="code" className="w-32" />
      </State>
    </States>
  );
}

function Panes() {
  const [size, setSize] = useState(10);
  return (
    <div className="relative flex h-24 rounded-card border border-line">
      <div id="pane" style={{ width: `${size}rem` }} className="relative border-e border-line">
        <PaneSeparator
          label="Pane"
          controls="pane"
          orientation="vertical"
          grows={1}
          size={size}
          min={6}
          max={16}
          onResize={setSize}
          onReset={() => setSize(10)}
          className="-end-1"
        />
      </div>
    </div>
  );
}

export const LAYOUT: readonly Specimen[] = [
  {
    names: ['Page', 'NavBar', 'Columns', 'Folded', 'Disclosure', 'StickyAction', 'Card'],
    about: 'The frame of a page: title, content, one action at its foot.',
    isWide: true,
    Show: Pages,
  },
  { names: ['ListGroup', 'ListRow'], about: 'Rows that lead somewhere.', Show: Lists },
  {
    names: ['RecordRow', 'IconDisc'],
    about: 'A movement of money: what and when, how much and how it stands.',
    Show: Records,
  },
  { names: ['Shortcuts', 'Shortcut'], about: 'One picture for each action.', Show: ShortcutsShown },
  { names: ['Facts', 'Fact'], about: 'Names and values.', Show: FactsShown },
  { names: ['DottedLine'], about: 'Short facts; no dot hangs at an end of a line.', Show: DottedLines },
  { names: ['Timeline'], about: 'What happened, and what comes.', Show: Timelines },
  { names: ['QrCard', 'QrCode'], about: 'Dark on white in every theme.', Show: Codes },
  {
    names: ['Avatar'],
    about: 'A picture, or a figure in its place.',
    Show: () => <Avatar src="" className="size-12" />,
  },
  { names: ['PaneSeparator'], about: 'The line between two panes, dragged or moved by keys.', Show: Panes },
];
