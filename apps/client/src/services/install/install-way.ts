/* How this browser puts a site on the screen of its device, where it does not offer it by itself. */

export type InstallWay = 'inApp' | 'iosShare' | 'androidMenu' | 'macDock' | 'addressBar' | 'otherBrowser';

/** Browsers inside other apps cannot install anything. */
const IN_APP = /MicroMessenger|QQ\/|Weibo|AlipayClient|DingTalk|FBAN|FBAV|Instagram|Line\//i;

/** @param touchPoints an iPad names itself a Mac; only its screen tells them apart */
export function installWay(userAgent: string, touchPoints: number): InstallWay {
  if (IN_APP.test(userAgent)) return 'inApp';
  const isMac = /Macintosh/.test(userAgent);
  if (/iPhone|iPad|iPod/.test(userAgent) || (isMac && touchPoints > 1)) return 'iosShare';
  if (/Android|HarmonyOS/.test(userAgent)) return 'androidMenu';
  if (/Firefox\//.test(userAgent)) return 'otherBrowser';
  if (/Chrome\//.test(userAgent)) return 'addressBar';
  return isMac ? 'macDock' : 'otherBrowser';
}
