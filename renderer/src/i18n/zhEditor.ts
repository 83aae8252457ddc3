/** Words of the text itself: the page, the AI’s suggestion in it, finding in the chapter. */
export const editor = {
  label: '正文',
  loading: '正在打开这一章',
  none: '没有打开的章节。从章节列表选一章，或者新建一章。',
  failed: '这一章没有打开：{{message}}文件没有被改动。',
  again: '再试一次',
  words: '本章 {{n}} 字',
  characters: '{{n}} 字符',
  selected: '选中 {{n}} 字',
  writing: '{{name}}中 · {{n}} 字',
} as const

export const atTheText = {
  bar: '选中的文字',
} as const

export const suggestion = {
  label: 'AI 写的建议',
  accept: '采纳',
  retry: '重写',
  discard: '放弃',
  stop: '停下',
  writing: '正在写…',
  waiting: '等模型开口',
  show: '看结尾',
  byParagraph: '逐段',
  byChange: '逐处',
  parts: '逐段逐处取舍',
  paragraphOf: '未定 {{pending}} 段，第 {{position}} 段',
  changeOf: '未定 {{pending}} 处，第 {{position}} 处',
  previousPart: '上一个',
  nextPart: '下一个',
  takePart: '留用',
  leavePart: '不要',
  takeRest: '其余都采纳',
  leaveRest: '其余都不要',
} as const

export const find = {
  Find: '查找',
  Replace: '替换为',
  next: '下一个',
  previous: '上一个',
  all: '全选',
  'match case': '区分大小写',
  'by word': '全词匹配',
  regexp: '正则',
  replace: '替换',
  'replace all': '全部替换',
  close: '关闭',
  'nothing found': '没有找到',
  'found $': '$ 处',
  '$1 of $2': '$1 / $2',
  'not an expression': '正则表达式有误',
  'current match': '当前匹配',
  'on line': '行',
  'replaced match on line $': '已替换第 $ 行的匹配',
  'replaced $ matches': '已替换 $ 处',
  'Go to line': '转到行',
  go: '转到',
} as const
