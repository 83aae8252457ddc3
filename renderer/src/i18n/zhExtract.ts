/** Words of what is made of an answer. */
export const extract = {
  open: '提取',
  about: '把这段回答变成章节、步骤、设定卡或伏笔',
  title: '从回答里提取',
  as: '变成',
  kinds: { chapters: '章节', beats: '本章的步骤', cards: '设定卡', threads: '伏笔' },
  add: { chapters: '加 {{n}} 章', beats: '加 {{n}} 步', cards: '建 {{n}} 张卡', threads: '加 {{n}} 条伏笔' },
  nothing: '这段回答里没有可以提取的。',
  noChapter: '先打开一章，步骤才有地方放。',
  tick: '要第 {{n}} 条：{{title}}',
  name: '第 {{n}} 条的名称',
  type: '第 {{n}} 张卡的类别',
  text: '第 {{n}} 条的内容',
  textHint: '内容',
  beats: '第 {{n}} 章的步骤',
  beatsHint: '步骤，一行一步',
  present: '设定里已经有这个名字。',
} as const
