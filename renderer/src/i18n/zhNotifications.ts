/** Words of the system's notifications; no word of a book. */
export const notifications = {
  taskDone: '任务做完了',
  taskFailed: '任务没有做成',
  taskApproval: '任务在等您决定',
  jobDone: {
    synopses: '梗概写好了',
    forEach: '逐章的要求做完了',
    drafts: '设定卡草稿写好了',
    changes: '各章的变化读完了',
    index: '全书的索引建好了',
  },
  jobFailed: {
    synopses: '梗概没有写完',
    forEach: '逐章的要求没有做完',
    drafts: '设定卡草稿没有写完',
    changes: '各章的变化没有读完',
    index: '全书的索引没有建成',
  },
} as const
