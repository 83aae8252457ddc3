/** Words of threads. */
export const threads = {
  title: '伏笔',
  close: '关闭伏笔',
  about:
    '选中一句话，按 F4 埋下伏笔。它到了该收的一章，或者它的字词、人物到了光标附近，模型就会读到这一句；收了就不再读。',
  plant: '用选中的句子埋一条',
  empty: '还没有伏笔。',
  groups: { due: '逾期', open: '未收', planned: '打算埋', paid: '已收', dropped: '放弃' },
  name: '名称',
  people: '人物（用逗号分开）',
  due: '打算在哪章收',
  noDue: '还没定',
  roles: { planted: '埋', touched: '提', paid: '收' },
  lost: '书里找不到这一句',
  removeMark: '不再算这一句：{{words}}',
  pay: '在选中处收',
  touch: '在选中处提到',
  drop: '放弃',
  reopen: '重新打开',
  remove: '删除',
  removeSure: '确定删除',
  row: '伏笔 {{title}}',
} as const
