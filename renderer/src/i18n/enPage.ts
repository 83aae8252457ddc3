/** Words of the frame: what stands above the text, what became of saving, what went wrong. */
export const app = {
  name: 'CreoNow',
  loading: 'Opening…',
  toText: 'Skip to the text',
  chooseFile: 'Choose a file',
  noFile: 'No file chosen',
}

export const conflict = {
  copyTitle: '{{heading}} (the version on disk)',
  text: 'This chapter was changed elsewhere and differs from yours. Both versions exist.',
  mine: 'Keep mine',
  disk: 'Take the one on disk',
  both: 'Keep both',
  hint: 'The one you do not choose is one undo away.',
}

export const error = { dismiss: 'Got it', retry: 'Try again', home: 'Back to all works' }

export const save = {
  saved: 'Saved',
  savedAt: 'Saved {{time}}',
  dirty: 'Unsaved changes',
  saving: 'Saving',
  failed: 'Not saved',
  conflict: 'Another version on disk',
  retry: 'Try again',
  reconnecting: 'Connection lost, reconnecting',
  failedDetail: 'Not saved: {{message}} What you wrote is still here.',
}

export const sidebar = { aboutChapters: 'Synopses, threads, notes and checks of chapters' }

export const rail = {
  title: 'What the left column shows',
  chapters: 'Chapters',
  codex: 'Codex',
  rules: 'Rules',
  search: 'Search',
}

export const top = {
  panel: 'AI panel',
  home: 'All works',
  find: 'Find',
  settings: 'Settings',
  theme: 'Theme: {{theme}}',
  language: '切换到中文',
  themes: { system: 'system', light: 'light', dark: 'dark' },
}
