export const palette = {
  title: '跳转或执行',
  shortcuts: '快捷键',
  keys: {
    accept: '采用建议',
    discard: '放弃建议，或关闭打开的窗口',
    undo: '撤销',
    redo: '重做',
    rename: '给选中的章节改名',
    list: '这张表（不在输入文字时）',
  },
  close: '关闭',
  hint: '章节名、章号、设定、技能或命令',
  nothing: '没有找到。',
  more: '还有 {{n}} 项，再输入几个字。',
  groups: { chapter: '章节', card: '卡片', sheet: '设定', skill: '技能', command: '命令' },
} as const
