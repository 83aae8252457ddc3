/** Words of printing. */
export const print = {
  title: '打印或存为 PDF',
  close: '关闭打印',
  about: '书名页在前，每章另起一页，页码在页脚。',
  first: '从',
  last: '到',
  start: '打印…',
  startBrowser: '打印或存为 PDF…',
  pdf: '存为 PDF',
  working: '正在排版…',
  done: '已交给打印。',
  saved: '已做好 PDF：{{file}}',
  cancelled: '没有打印。',
  backwards: '后一章在前一章之前。',
  by: '{{author}}',
} as const
