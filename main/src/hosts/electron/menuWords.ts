import type { UiLanguage } from '../../contract/sentences/errorKeys.ts'

/** One label in both languages. */
type Words = Readonly<Record<UiLanguage, string>>

/** Items that the system knows; Electron's own labels for them are English. */
export const roleWords = {
  about: { zh: '关于 CreoNow', en: 'About CreoNow' },
  services: { zh: '服务', en: 'Services' },
  hide: { zh: '隐藏 CreoNow', en: 'Hide CreoNow' },
  hideOthers: { zh: '隐藏其他', en: 'Hide Others' },
  unhide: { zh: '全部显示', en: 'Show All' },
  quit: { zh: '退出 CreoNow', en: 'Quit CreoNow' },
  close: { zh: '关闭窗口', en: 'Close Window' },
  undo: { zh: '撤销', en: 'Undo' },
  redo: { zh: '重做', en: 'Redo' },
  cut: { zh: '剪切', en: 'Cut' },
  copy: { zh: '复制', en: 'Copy' },
  paste: { zh: '粘贴', en: 'Paste' },
  pasteAndMatchStyle: { zh: '粘贴为纯文字', en: 'Paste as Plain Text' },
  selectAll: { zh: '全选', en: 'Select All' },
  resetZoom: { zh: '实际大小', en: 'Actual Size' },
  zoomIn: { zh: '放大', en: 'Zoom In' },
  zoomOut: { zh: '缩小', en: 'Zoom Out' },
  minimize: { zh: '最小化', en: 'Minimize' },
  zoom: { zh: '缩放窗口', en: 'Zoom' },
  front: { zh: '前置全部窗口', en: 'Bring All to Front' },
} as const satisfies Readonly<Record<string, Words>>

/** All other words of the menus. */
export const menuWords = {
  menus: {
    file: { zh: '文件', en: 'File' },
    edit: { zh: '编辑', en: 'Edit' },
    view: { zh: '显示', en: 'View' },
    window: { zh: '窗口', en: 'Window' },
    help: { zh: '帮助', en: 'Help' },
  },
  newWindow: { zh: '新建窗口', en: 'New Window' },
} as const satisfies Readonly<Record<string, Words | Readonly<Record<string, Words>>>>

/** Words of the menu of what was clicked. */
export const contextWords = {
  openLink: { zh: '打开链接', en: 'Open Link' },
  copyLink: { zh: '复制链接', en: 'Copy Link' },
} as const satisfies Readonly<Record<string, Words>>
