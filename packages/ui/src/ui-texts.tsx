import { createContext, use } from 'react';
import type { ReactNode } from 'react';

/** The few texts of the components themselves (labels of icon buttons). The app gives them in the member's language. */
export type UiTexts = {
  back: string;
  clear: string;
  close: string;
  copied: string;
  copy: string;
  failed: string;
  hidePassword: string;
  loading: string;
  showPassword: string;
};

const UiTextsContext = createContext<UiTexts>({
  back: '返回',
  clear: '清除',
  close: '关闭',
  copied: '已复制',
  copy: '复制',
  failed: '加载失败',
  hidePassword: '隐藏密码',
  loading: '加载中...',
  showPassword: '显示密码',
});

export function UiTextsProvider({ texts, children }: { texts: UiTexts; children: ReactNode }) {
  return <UiTextsContext value={texts}>{children}</UiTextsContext>;
}

export function useUiTexts(): UiTexts {
  return use(UiTextsContext);
}
