import type { UiLanguage } from '../../main/src/contract/sentences/errorKeys.ts'

/** Why this host and not the other. */
export type Reason =
  | 'asked'
  | 'port'
  | 'noScreen'
  | 'root'
  | 'notInstalled'
  | 'notDownloaded'
  | 'notDownloadedBefore'
  | 'usable'

interface StartWords {
  readonly reasons: Readonly<Record<Reason, string>>
  readonly window: (reason: string) => string
  /** `moved`: the port that was taken and the one used instead. */
  readonly browser: (reason: string, moved?: { readonly from: number; readonly to: number }) => string
  readonly downloading: (seconds: number) => string
  readonly notStarted: string
}

/** What `npm start` says to people. */
export const startWords: Readonly<Record<UiLanguage, StartWords>> = {
  zh: {
    reasons: {
      asked: '用了 --web',
      port: '指定了 --port',
      noScreen: '这里没有图形界面',
      root: 'Electron 的沙箱不能以 root 身份运行',
      notInstalled: '没有安装 electron 包',
      notDownloaded: 'Electron 的程序没有下载到',
      notDownloadedBefore: 'Electron 的程序上次没有下载到（npx install-electron 可以再试）',
      usable: 'Electron 可用',
    },
    window: (reason) => `CreoNow 在自己的窗口里打开，因为 ${reason}。`,
    browser: (reason, moved) =>
      `CreoNow 在浏览器里打开，因为${reason}。${moved ? `端口 ${moved.from} 已被占用，换用 ${moved.to}。` : ''}请打开这个链接（只能用一次），按 Ctrl-C 结束：`,
    downloading: (seconds) => `正在下载 Electron，最多等 ${seconds} 秒……`,
    notStarted: 'CreoNow 没有启动，原因见下面的日志。',
  },
  en: {
    reasons: {
      asked: '--web was given',
      port: '--port was given',
      noScreen: 'there is no screen here',
      root: 'Electron’s sandbox does not run as root',
      notInstalled: 'the package electron is not installed',
      notDownloaded: 'Electron’s program could not be downloaded',
      notDownloadedBefore:
        'Electron’s program could not be downloaded last time (npx install-electron tries again)',
      usable: 'Electron can be used',
    },
    window: (reason) => `CreoNow opens in a window of its own, because ${reason}.`,
    browser: (reason, moved) =>
      `CreoNow opens in the browser, because ${reason}.${moved ? ` Port ${moved.from} is taken, ${moved.to} is used instead.` : ''} Open this link (it works once); Ctrl-C ends:`,
    downloading: (seconds) => `Downloading Electron, for ${seconds} seconds at most …`,
    notStarted: 'CreoNow did not start; the log below says why.',
  },
}
