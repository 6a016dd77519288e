import { useState } from 'react';
import { Bell, Star } from 'lucide-react';
import { Button } from '../../src/button.tsx';
import type { ButtonVariant } from '../../src/button.tsx';
import { CopyButton } from '../../src/copy-button.tsx';
import { CopyLine } from '../../src/copy-line.tsx';
import { IconButton } from '../../src/icon-button.tsx';
import { Menu } from '../../src/menu.tsx';
import { SegmentedControl } from '../../src/segmented-control.tsx';
import { Switch } from '../../src/switch.tsx';
import { Tabs } from '../../src/tabs.tsx';
import { useSay } from './look.ts';
import type { Sample } from './look.ts';
import { State, States } from './specimen.tsx';
import type { Specimen } from './specimen.tsx';

const VARIANTS: readonly (readonly [ButtonVariant, Sample])[] = [
  ['primary', ['提交充值', '提交儲值', 'Submit deposit']],
  ['up', ['▲ 买涨', '▲ 買漲', '▲ Up']],
  ['down', ['▼ 买跌', '▼ 買跌', '▼ Down']],
  ['secondary', ['取消', '取消', 'Cancel']],
  ['outline', ['稍后再说', '稍後再說', 'Later']],
  ['text', ['查看全部', '查看全部', 'See all']],
  ['destructive', ['删除', '刪除', 'Delete']],
  ['destructive-text', ['退出登录', '登出', 'Sign out']],
];

function Buttons() {
  const say = useSay();
  return (
    <div className="flex flex-col gap-6">
      <States>
        {VARIANTS.map(([variant, sample]) => (
          <State key={variant} name={variant}>
            <Button variant={variant} size="medium">
              {say(sample)}
            </Button>
          </State>
        ))}
      </States>
      <States>
        <State name="large">
          <Button>{say(['确认', '確認', 'Confirm'])}</Button>
        </State>
        <State name="small">
          <Button size="small">{say(['投资', '投資', 'Invest'])}</Button>
        </State>
        <State name="disabled">
          <Button size="medium" disabled>
            {say(['提交提现', '提交提現', 'Submit'])}
          </Button>
        </State>
        <State name="loading">
          <Button size="medium" loading loadingText={say(['提交中…', '提交中…', 'Sending…'])}>
            {say(['提交提现申请', '提交提現申請', 'Submit withdrawal'])}
          </Button>
        </State>
      </States>
    </div>
  );
}

function IconButtons() {
  const say = useSay();
  return (
    <div className="flex gap-4">
      <IconButton label={say(['消息', '訊息', 'Messages'])}>
        <Bell aria-hidden="true" className="size-5.5" strokeWidth={1.75} />
      </IconButton>
      <IconButton label={say(['自选', '自選', 'Favourite'])} disabled>
        <Star aria-hidden="true" className="size-5.5" strokeWidth={1.75} />
      </IconButton>
      <CopyButton text="CD-2048" />
    </div>
  );
}

function Menus() {
  const say = useSay();
  const [chosen, setChosen] = useState('1m');
  const labels = { '1m': ['1分钟', '1分鐘', '1 min'], '5m': ['5分钟', '5分鐘', '5 min'] } as const;
  return (
    <Menu
      label={say(['周期', '週期', 'Interval'])}
      trigger={chosen}
      triggerClass="inline-flex min-h-11 items-center rounded-control bg-surface-2 px-4 text-body-s"
      items={[
        ...(['1m', '5m'] as const).map((key) => ({
          key,
          label: say(labels[key]),
          checked: key === chosen,
          onPress: () => setChosen(key),
        })),
        { key: 'first', label: say(['恢复默认', '恢復預設', 'As it was']), onPress: () => setChosen('1m') },
      ]}
    />
  );
}

function Segments() {
  const say = useSay();
  const [value, setValue] = useState<'all' | 'won' | 'lost'>('all');
  return (
    <SegmentedControl
      label={say(['结果', '結果', 'Result'])}
      value={value}
      onChange={setValue}
      options={[
        { value: 'all', label: say(['全部', '全部', 'All']) },
        { value: 'won', label: say(['盈利', '盈利', 'Won']) },
        { value: 'lost', label: say(['亏损', '虧損', 'Lost']) },
      ]}
    />
  );
}

function TabsShown() {
  const say = useSay();
  const [value, setValue] = useState<'card' | 'usdt' | 'other'>('card');
  return (
    <div className="grid gap-6">
      {[false, true].map((isDense) => (
        <Tabs
          key={String(isDense)}
          isDense={isDense}
          label={say(['充值方式', '儲值方式', 'Method'])}
          value={value}
          onChange={setValue}
          tabs={[
            { value: 'card', label: say(['银行卡', '銀行卡', 'Bank card']) },
            { value: 'usdt', label: 'USDT' },
            { value: 'other', label: say(['其他', '其他', 'Other']) },
          ]}
        >
          <p className="pt-4 text-body-s text-text-2">{value}</p>
        </Tabs>
      ))}
    </div>
  );
}

function Switches() {
  const [on, setOn] = useState(true);
  return (
    <States>
      <State name="on, off">
        <Switch label="sound" checked={on} onChange={setOn} />
        <Switch label="sound" checked={!on} onChange={() => setOn(!on)} />
      </State>
      <State name="disabled">
        <Switch label="sound" checked disabled onChange={() => undefined} />
      </State>
    </States>
  );
}

export const ACTIONS: readonly Specimen[] = [
  {
    names: ['Button'],
    about: 'One primary on a screen. Orange is the primary action and nothing else.',
    isWide: true,
    Show: Buttons,
  },
  { names: ['IconButton', 'CopyButton'], about: 'A 44 px target around one icon.', Show: IconButtons },
  {
    names: ['CopyLine'],
    about: 'A line for machines. It breaks anywhere and is never cut.',
    Show: () => <CopyLine text="npx candor-verify receipt.json" label="copy" />,
  },
  { names: ['Menu'], about: 'A button with a list below it.', Show: Menus },
  { names: ['SegmentedControl'], about: 'One of a few, all in view.', Show: Segments },
  { names: ['Tabs'], about: 'Parts of one page; arrow keys move.', Show: TabsShown },
  { names: ['Switch'], about: 'On or off, at once.', Show: Switches },
];
