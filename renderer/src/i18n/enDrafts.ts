/** Words about what was typed and is not stored yet. */
export const unsavedDrafts = {
  text: 'Words written in “{{title}}” on {{time}} had not been saved.',
  chapterMissing: '“{{title}}” is gone, but words written in it on {{time}} and never saved are still here.',
  missingText: '“{{text}}”',
  restore: 'Put them back',
  asChapter: 'Save as a new chapter',
  discard: 'Discard',
  failing:
    'The browser refuses to keep a copy for this page. What is not saved is only here; please leave it open.',
} as const

export const draft = {
  mark: 'unsaved',
  unsaved: 'The draft is safe, but not in use yet.',
  restored: 'You left this unfinished and unsaved.',
  stale: 'What is stored has changed since you began. Saving now puts your version in its place.',
  secret: 'Keys are never kept as drafts; after a reload it has to be typed again.',
  discard: 'Discard changes',
} as const
