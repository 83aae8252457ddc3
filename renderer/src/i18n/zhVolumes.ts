/** Words of volumes in the list of chapters. */
export const volumes = {
  create: '从这一章起分卷',
  name: '新一卷的卷名',
  nameHint: '卷名，可只按回车编号',
  remove: '取消分卷（章节保留）',
  startMoved: '卷名「{{title}}」交给了「{{to}}」。',
  volumeRemoved: '「{{title}}」没有别的章节，这一卷也随之没有了。',
} as const
