/** Words about the versions of one request. */
export const versions = {
  label: '版本',
  number: '第 {{n}} 版',
  sideBySide: '对照 {{n}} 版',
  discarded: '看看放弃的文字',
  callBack: '放回正文，再看看',
  take: '采纳这一版',
  states: { inText: '在正文里', accepted: '已采纳', edited: '改后采纳', rejected: '已放弃' },
} as const
