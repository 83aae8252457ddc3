/** Words of the relations between entries. */
export const ties = {
  title: '关系图',
  close: '关闭关系图',
  about: '设定卡上写的关系，以选定的一章为准。点名字打开它的卡。',
  asOf: '到哪一章',
  empty: '到这一章，设定卡上没有写关系。',
  picture: '关系图：{{entries}} 个条目，{{ties}} 条关系；下面的列表里逐条都有。',
  partly: '图上只画关系最多的 {{n}} 个，列表里都有。',
  list: '关系',
  tie: '{{from}} → {{to}}',
  open: '{{n}} 条关系指向的条目不在，或者这时还没有出现。',
} as const

/** Words of who is aware of what. */
export const knowledge = {
  title: '谁知道什么',
  close: '关闭谁知道什么',
  about:
    '到光标这里，在场的人各知道哪些事；按设定卡和伏笔上写的“谁知道”“从哪一章起”。点名字打开卡片，点章名到那一章。',
  asOf: '到哪一章',
  nobody: '这里没有提到有设定卡的人物。',
  empty: '设定卡和伏笔上还没有写谁知道什么。',
  table: '在场的人和他们知道的事',
  fact: '事情',
  pov: '本章视角',
  of: { entry: '有这个人或这件事', change: '变化', thread: '伏笔' },
  states: { knows: '知道', later: '还不知道', unstated: '没有写' },
  more: '再看后面的（还有 {{n}} 件）',
  open: '另有 {{n}} 件没有写谁知道，发给 AI 时当作人人知道。',
  dangling: '{{n}} 处写的章节不在书里，没有算。',
} as const

/** Words of the timeline. */
export const timeline = {
  title: '时间线',
  close: '关闭时间线',
  about: '设定卡上写明从哪一章起的变化，按全书的次序。点名字打开它的卡，点章名到那一章。',
  upTo: '到哪一章',
  whole: '全书',
  empty: '设定卡上还没有写明章节的变化。',
  picture: '时间线：{{entries}} 个条目在 {{chapters}} 章里的 {{events}} 处变化；下面的列表里逐条都有。',
  partly: '图上只画变化最多的 {{n}} 个，列表里都有。',
  kinds: { start: '出现', change: '变化', end: '到此为止', tie: '关系', alias: '称呼' },
  dangling: '{{n}} 处变化所写的章节不在书里。',
} as const
