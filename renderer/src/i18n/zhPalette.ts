export const palette = {
  title: '跳转或执行',
  close: '关闭',
  hint: '章节名、章号、设定、技能或命令',
  nothing: '没有找到。',
  more: '还有 {{n}} 项，再输入几个字。',
  groups: { chapter: '章节', sheet: '设定', skill: '技能', command: '命令' },
} as const
