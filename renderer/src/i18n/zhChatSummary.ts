/** Words of a talk whose older part was summed up. */
export const chatSummary = {
  title: '较早的 {{count}} 条已经归档',
  edited: '您改过',
  summary: '模型以后读到的是下面的摘要。原来的话都还在，问到时会再找出来。',
  timedOut:
    '摘要等得太久，没有生成；下面是程序照原文摘出的名字、数字和决定，代替它。原来的话都还在，问到时会再找出来。',
  rejected:
    '模型写的摘要漏了要紧的内容或凭空添了事，没有采用；下面是程序照原文摘出的名字、数字和决定，代替它。原来的话都还在，问到时会再找出来。',
  shortened: '最近的几轮放不下，其中工具读到的内容发送时缩短了。',
  open: '看摘要',
  list: '归档的是哪 {{count}} 条',
  said: '{{who}}：{{words}}',
  edit: '改摘要',
  words: '摘要',
  incomplete: '还不能保存：摘要不能是空的。要去掉它，请撤销归档。',
  done: '完成',
  undo: '撤销归档',
  undoEdited: '撤销归档（连同您改的摘要）',
  working: '对话快放不下了，正在把较早的部分归档',
} as const
