/** Words about what was typed and is not stored yet. */
export const unsavedDrafts = {
  text: '《{{title}}》里有 {{time}} 写下、还没来得及存的字。',
  chapterMissing: '《{{title}}》已经不在了，{{time}} 写下、没来得及存的字还在。',
  missingText: '“{{text}}”',
  restore: '放回去',
  asChapter: '存成新的一章',
  discard: '不要了',
  failing: '浏览器不肯替这一页留底。还没存下的字只在这一页里，请先别关掉它。',
} as const

export const draft = {
  mark: '未保存',
  unsaved: '草稿已留着，还没生效。',
  restored: '这是您上次写到一半、没有保存的。',
  stale: '您写到一半的时候，存着的内容改过。现在保存，就以您写的为准。',
  secret: '密钥不留底，重新载入后要再填一次。',
  discard: '放弃修改',
} as const
