import { useState } from 'react';
import { AmountField } from '../../src/amount-field.tsx';
import { Checkbox } from '../../src/checkbox.tsx';
import { CodeField } from '../../src/code-field.tsx';
import { PasswordField } from '../../src/password-field.tsx';
import { PinField } from '../../src/pin-field.tsx';
import { TextField } from '../../src/text-field.tsx';
import { useSay } from './look.ts';
import { State, States } from './specimen.tsx';
import type { Specimen } from './specimen.tsx';

function TextFields() {
  const say = useSay();
  const [name, setName] = useState('林小雨');
  const label = say(['姓名', '姓名', 'Name']);
  return (
    <States wide>
      <State name="value, clear">
        <TextField
          label={label}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          onClear={() => setName('')}
          hint={say(['与证件一致', '與證件一致', 'As on your ID'])}
        />
      </State>
      <State name="error">
        <TextField label={label} defaultValue="A" error={say(['请填写姓名', '請填寫姓名', 'Enter your name'])} />
      </State>
      <State name="disabled">
        <TextField label={label} defaultValue="林小雨" disabled />
      </State>
      <State name="password">
        <PasswordField label={say(['登录密码', '登入密碼', 'Password'])} defaultValue="candor" />
      </State>
      <State name="code">
        <CodeField
          label={say(['验证码', '驗證碼', 'Code'])}
          sendText={say(['获取验证码', '取得驗證碼', 'Get code'])}
          canSend
          onSend={() => undefined}
        />
      </State>
    </States>
  );
}

function AmountFields() {
  const say = useSay();
  const [value, setValue] = useState('500');
  const presets = ['100', '500', '1000', '5000'].map((each) => ({
    value: each,
    label: `¥${Number(each).toLocaleString('en')}`,
  }));
  return (
    <States wide>
      <State name="large, presets, all">
        <AmountField
          large
          label={say(['充值金额', '儲值金額', 'Amount'])}
          labelAside={<span className="text-caption text-text-3">{say(['可用', '可用', 'Available'])} ¥75,884.49</span>}
          value={value}
          onChange={setValue}
          currencySymbol="¥"
          presets={presets}
          all={{ label: say(['全部', '全部', 'All']), onPress: () => setValue('75884.49') }}
          hint={say(['单笔 ¥100 至 ¥50,000', '單筆 ¥100 至 ¥50,000', '¥100 to ¥50,000'])}
        />
      </State>
      <State name="dense, beside a chart">
        <AmountField
          isDense
          isCompact
          label={say(['下单金额', '下單金額', 'Stake'])}
          value={value}
          onChange={setValue}
          currencySymbol="¥"
          presets={presets}
          all={{ label: say(['全部', '全部', 'All']), onPress: () => setValue('75884.49') }}
        />
      </State>
      <State name="error">
        <AmountField
          label={say(['下单金额', '下單金額', 'Stake'])}
          value="5"
          onChange={() => undefined}
          currencySymbol="¥"
          error={say(['最少 ¥10.00', '最少 ¥10.00', 'At least ¥10.00'])}
        />
      </State>
    </States>
  );
}

function Pins() {
  const say = useSay();
  const [value, setValue] = useState('123');
  const label = say(['资金密码', '資金密碼', 'Withdrawal password']);
  return (
    <States wide>
      <State name="three of six">
        <PinField label={label} value={value} onChange={setValue} />
      </State>
      <State name="error">
        <PinField
          label={label}
          value=""
          onChange={() => undefined}
          error={say(['密码不正确，还可试 4 次', '密碼不正確，還可試 4 次', 'Wrong password, 4 tries left'])}
        />
      </State>
    </States>
  );
}

function Checkboxes() {
  const say = useSay();
  const label = say(['我已阅读并同意协议', '我已閱讀並同意協議', 'I have read and agree']);
  return (
    <States wide>
      <State name="checked">
        <Checkbox label={label} defaultChecked />
      </State>
      <State name="error">
        <Checkbox label={label} error={say(['请先同意协议', '請先同意協議', 'Please agree first'])} />
      </State>
    </States>
  );
}

export const FIELDS: readonly Specimen[] = [
  {
    names: ['TextField', 'PasswordField', 'CodeField'],
    about: 'Label above, one line below for hint or error.',
    isWide: true,
    Show: TextFields,
  },
  {
    names: ['AmountField'],
    about: 'Money: what is typed stays as typed. Presets name the currency.',
    isWide: true,
    Show: AmountFields,
  },
  { names: ['PinField'], about: 'A short secret, one cell a digit.', Show: Pins },
  { names: ['Checkbox'], about: 'Consent, with its error.', Show: Checkboxes },
];
