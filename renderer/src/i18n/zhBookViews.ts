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
