/** Words of the frame: what stands above the text, what became of saving, what went wrong. */
export const app = {
  name: 'CreoNow',
  loading: '正在打开…',
  toText: '跳到正文',
  chooseFile: '选择文件',
  noFile: '还没有选文件',
} as const

export const top = {
  panel: 'AI 面板',
  home: '所有作品',
  find: '查找',
  settings: '设置',
  theme: '外观：{{theme}}',
  language: 'Switch to English',
  themes: { system: '跟随系统', light: '浅色', dark: '深色' },
} as const

export const save = {
  saved: '已保存',
  savedAt: '已保存 {{time}}',
  dirty: '有未保存的修改',
  saving: '正在保存',
  failed: '保存失败',
  conflict: '磁盘上有另一个版本',
  retry: '再试一次',
  reconnecting: '连接中断，正在重连',
  failedDetail: '保存失败：{{message}}您写的内容还在这里，没有丢。',
} as const

export const conflict = {
  copyTitle: '{{heading}}（磁盘上的版本）',
  text: '这一章在别处被改过，和您正在写的不一样。两个版本都还在。',
  mine: '保留我写的',
  disk: '用磁盘上的',
  both: '两个都留下',
  hint: '没选的那一份，撤销一步就能找回。',
} as const

export const sidebar = { aboutChapters: '各章的梗概、伏笔、批注和核对' } as const

/** The rail at the left edge: what the column beside it shows. */
export const rail = {
  title: '左栏显示什么',
  chapters: '章节',
  codex: '设定',
  rules: '规矩',
  search: '搜索',
} as const

export const error = {
  dismiss: '知道了',
  retry: '再试一次',
  home: '回到所有作品',
} as const
