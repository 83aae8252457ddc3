/** What a command needs to be of use. */
type CommandNeed = 'work' | 'chapter'

/** A command of the palette and of the desktop's menu: one list for both, so that words and keys are the same. */
export interface Command {
  /** Its words in Chinese. */
  readonly zh: string
  /** Its words in English. */
  readonly en: string
  /** The keys that do it without palette and menu, as Electron writes them; absent: it has none. */
  readonly keys?: string
  /** The menu that has it. */
  readonly menu: 'file' | 'edit' | 'view'
  /** Absent: it can always be used. */
  readonly needs?: CommandNeed
  /** Its words on the bar at a selection; absent: it is not there. */
  readonly atSelection?: {
    /** In Chinese. */
    readonly zh: string
    /** In English. */
    readonly en: string
  }
}

/** Every command, in the order of palette and menu. Free of zod. */
export const commands = {
  find: { zh: '在本章查找', en: 'Find in this chapter', keys: 'CmdOrCtrl+F', menu: 'edit', needs: 'chapter' },
  findInBook: {
    ...{ zh: '全书查找和替换', en: 'Find and replace in the book' },
    ...{ keys: 'CmdOrCtrl+Shift+F', menu: 'edit', needs: 'work' },
  },
  history: { zh: '本章的历史版本', en: 'Versions of this chapter', menu: 'edit', needs: 'chapter' },
  split: { zh: '在光标处拆成两章', en: 'Split the chapter at the caret', menu: 'edit', needs: 'chapter' },
  merge: { zh: '与下一章合并', en: 'Merge with the next chapter', menu: 'edit', needs: 'chapter' },
  renumber: {
    ...{ zh: '从本章起重排章号', en: 'Renumber chapters from this one' },
    ...{ menu: 'edit', needs: 'chapter' },
  },
  polish: {
    ...{ zh: '润色选中的文字', en: 'Polish what is selected', menu: 'edit', needs: 'chapter' },
    atSelection: { zh: '润色', en: 'Polish' },
  },
  rewrite: {
    ...{ zh: '改写选中的文字', en: 'Rewrite what is selected', menu: 'edit', needs: 'chapter' },
    atSelection: { zh: '改写', en: 'Rewrite' },
  },
  expand: {
    ...{ zh: '扩写选中的文字', en: 'Expand what is selected', menu: 'edit', needs: 'chapter' },
    atSelection: { zh: '扩写', en: 'Expand' },
  },
  order: {
    ...{ zh: '在光标处写一句要求', en: 'Write an instruction at the caret' },
    ...{ keys: 'CmdOrCtrl+I', menu: 'edit', needs: 'chapter' },
    atSelection: { zh: '要求…', en: 'Instruct…' },
  },
  ask: {
    ...{ zh: '就选中的文字提问', en: 'Ask about what is selected', menu: 'edit', needs: 'chapter' },
    atSelection: { zh: '提问', en: 'Ask' },
  },
  note: {
    ...{ zh: '给选中的文字写批注', en: 'Note on what is selected' },
    ...{ keys: 'CmdOrCtrl+Alt+M', menu: 'edit', needs: 'chapter' },
    atSelection: { zh: '批注', en: 'Note' },
  },
  thread: {
    ...{ zh: '用选中的句子埋伏笔', en: 'Plant what is selected as a thread' },
    ...{ keys: 'F4', menu: 'edit', needs: 'chapter' },
    atSelection: { zh: '伏笔', en: 'Thread' },
  },
  card: {
    ...{
      zh: '为选中的名字建设定卡',
      en: 'Codex entry for the selected name',
      menu: 'edit',
      needs: 'chapter',
    },
    atSelection: { zh: '设定卡', en: 'Codex entry' },
  },
  copyLink: {
    ...{ zh: '复制到光标处的链接', en: 'Copy a link to the caret’s place', menu: 'edit', needs: 'chapter' },
  },
  selectionBar: {
    ...{ zh: '到选中文字旁的按钮', en: 'Go to the buttons at the selection' },
    ...{ keys: 'Alt+F10', menu: 'edit', needs: 'chapter' },
  },
  export: { zh: '导出全书', en: 'Export the book', menu: 'file', needs: 'work' },
  print: {
    ...{ zh: '打印或存为 PDF', en: 'Print or save as PDF' },
    ...{ keys: 'CmdOrCtrl+P', menu: 'file', needs: 'work' },
  },
  snapshots: { zh: '全书存档', en: 'Snapshots of the book', menu: 'file', needs: 'work' },
  tidy: { zh: '按章节整理文件名', en: 'Name files after their chapters', menu: 'file', needs: 'work' },
  chapters: { zh: '章节列表', en: 'List of chapters', menu: 'view', needs: 'work' },
  outline: { zh: '大纲', en: 'Outline', menu: 'view', needs: 'work' },
  codex: { zh: '设定', en: 'Codex', menu: 'view', needs: 'work' },
  rules: { zh: '规矩', en: 'Rules', menu: 'view', needs: 'work' },
  goal: { zh: '今日字数和目标', en: 'Words today and goal', menu: 'view', needs: 'work' },
  write: { zh: '写作面板', en: 'Writing panel', menu: 'view', needs: 'work' },
  chat: { zh: '对话', en: 'Talk', menu: 'view', needs: 'work' },
  agent: { zh: '任务', en: 'Tasks', menu: 'view', needs: 'work' },
  viewer: { zh: '上下文', en: 'Context', menu: 'view', needs: 'work' },
  settings: { zh: '设置', en: 'Settings', menu: 'file' },
  home: { zh: '所有作品', en: 'All works', menu: 'file', needs: 'work' },
} as const satisfies Readonly<Record<string, Command>>

/** The name of a command. */
export type CommandName = keyof typeof commands
/** All names, in the order of the list. */
export const commandNames = Object.keys(commands) as readonly CommandName[] // the keys it was declared with

/** What the bar at a selection offers, in its order. */
export const selectionCommands = [
  ...(['polish', 'rewrite', 'expand', 'order', 'ask', 'note', 'thread', 'card'] as const),
] satisfies readonly CommandName[]

/** What changes how the window shows the text; on or off. */
export const windowModes = {
  names: { zh: '标出正文里的人名和设定', en: 'Mark names and codex entries in the text', keys: 'F7' },
  focus: { zh: '专注模式', en: 'Focus mode', keys: 'F8' },
  typewriter: { zh: '打字机模式', en: 'Typewriter mode', keys: 'F9' },
  fullScreen: { zh: '全屏写作', en: 'Write in full screen', keys: 'F11' },
} as const satisfies Readonly<Record<string, Pick<Command, 'zh' | 'en' | 'keys'>>>

/** The name of a mode. */
export type WindowModeName = keyof typeof windowModes
/** All names, in the order of the list. */
export const windowModeNames = Object.keys(windowModes) as readonly WindowModeName[] // as above

/** The palette itself, which is a command of the menu only. */
export const palette = { zh: '跳转或执行…', en: 'Go to, or Do…', keys: 'CmdOrCtrl+K' } as const

/** Keys as a page shows them, by `Ctrl`. */
export const shownKeys = (keys: string): string => keys.replace('CmdOrCtrl', 'Ctrl')
