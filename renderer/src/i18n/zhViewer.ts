/** Words of the viewer's comparison of two runs, and of its report. */
export const compare = {
  with: '与哪一次比较',
  before: '上一次请求',
  run: '运行 {{time}} · {{tokens}} tokens',
  alike: '两次的原文一字不差。',
  lines: '两次原文的不同之处，没有变的收起来了。',
  tooDifferent: '两次差得太多，逐段列出。',
  byChunk: '较早的原文已经不在内存里了，逐段列出。',
  folded: '{{n}} 行没有变',
  was: '原来',
  is: '现在',
} as const

export const report = {
  export: '导出报告，文字和名字都换成散列值',
} as const
