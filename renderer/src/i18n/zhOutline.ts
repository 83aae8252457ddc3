/** Words of the outline. */
export const outline = {
  title: '大纲',
  about: 'F2 改章名，拖动或 Alt+↑、Alt+↓ 换次序，Ctrl+Z 换回来，Esc 回到正文。',
  counts: '写了 {{written}} 章，计划 {{planned}} 章',
  threads: { planted: '埋', touched: '提', paid: '收', due: '该收', overdue: '逾期' },
} as const
