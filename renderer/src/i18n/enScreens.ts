/** Words of the sheets beside the text, where the author writes what the model reads. */
export const saved = {
  saved: 'Saved.',
  saving: 'Saving…',
  incomplete: 'Not saved yet: something is not filled in properly.',
  restored: 'What could not be saved last time has been added.',
  conflict: 'The same thing was changed here and elsewhere. Both versions exist; choose one.',
  versions: { mine: 'Here', disk: 'Elsewhere' },
  take: { mine: 'Use the one here', disk: 'Use the other' },
  useOther: 'Take the other version after all',
}

export const sheet = {
  close: 'Close {{title}}',
  titles: {
    style: 'Style sheet',
    terminology: 'Word list',
    world: 'World',
    profile: 'Book profile',
    skills: 'Skills',
    budget: 'Room for each part',
  },
}

export const texts = {
  style: 'Style sheet',
  styleLead: 'Person, tone, length of sentences, what to avoid. The AI reads all of it before it writes.',
  world: 'World files',
  worldLead:
    'Geography, timeline, customs: the AI reads them for every chapter; what does not fit is cut from the end.',
  worldEmpty: 'No world files yet.',
  newWorld: 'Name of a new file',
  make: 'Create',
  tooLong: 'This file is larger than 256 KB, and the AI reads only its beginning. Split it into several.',
  rename: 'Rename',
  renameOf: 'Rename “{{name}}”',
  newName: 'New name of “{{name}}”',
  cancel: 'Cancel',
  removeOf: 'Delete “{{name}}”',
  removed: '{{n}} deleted',
  restore: 'Put back',
  restoreOf: 'Put back “{{name}}”',
}

export const terms = {
  lead: 'Which words to write and which not. The AI reads the list every time, and what it wrote is checked by it.',
  row: 'Word “{{name}}”',
  use: 'Write',
  avoid: 'Instead of (separated by commas)',
  note: 'Note',
  add: 'Add a word',
  remove: 'Delete',
  removeOf: 'Delete “{{name}}”',
  banned: 'Banned words',
  bannedHint: 'Separated by commas; they never stand in the book.',
  incomplete: 'Not saved yet: a row says what to avoid and not what to write.',
}

export const profile = {
  lead: 'What kind of book this is. The AI reads it every time.',
  name: 'Title',
  author: 'Author',
  authorHint: 'On the title page and in exported files. The AI does not read it.',
  language: 'Language of the book',
  languageHint: 'Decides in which language the AI is instructed, whatever the language of the interface.',
  person: 'Person',
  tense: 'Tense',
  unset: 'Not said',
  own: 'In your own words…',
  narration: {
    first: 'First person',
    second: 'Second person',
    third: 'Third person',
    past: 'Past',
    present: 'Present',
  },
  ownWords: { person: 'Person, in your own words', tense: 'Tense, in your own words' },
  genre: 'Genre',
  genreHint: 'For example: mystery, historical, science fiction',
  type: 'Form',
  typeHint: 'For example: novel, stories, screenplay',
  synopsis: 'Synopsis of the book',
  incomplete: 'Not saved yet: the title cannot be empty.',
}

export const skillScreen = {
  lead: 'A skill is a few words to the AI. Write one of your own, or copy a built-in one and change it.',
  own: 'Your own skills',
  none: 'No skills of your own yet.',
  builtin: 'Built-in skills',
  newName: 'Name of a new skill',
  copyOf: 'Copy “{{name}}”',
  copyName: '{{name}} (copy)',
  broken: 'has an error',
  line: 'Line {{n}}:',
  asText: 'The file as text',
  name: 'Name',
  output: 'What it writes',
  outputs: { insert: 'goes to the caret', replace: 'replaces the selection', show: 'is only shown' },
  retrieved: 'The AI is given the entries and passages that were found',
  instruction: 'What the AI is to do',
  instructionHint: 'It stands behind all other material.',
  incomplete: 'Not saved yet: the name cannot be empty.',
  export: 'Export the file',
  try: 'Try it',
  tryHint: 'On the offline demo model, at the caret; nothing goes into the text.',
  tryNotReady: 'Open a chapter, and write and save the skill first.',
}

export const budget = {
  lead: 'How much room rules, settings, earlier text and the scene at hand get. Move one and the others give way in proportion; the sum is always 100%.',
  minimum: 'At least (tokens, about {{n}} words)',
  shareOf: '{{layer}}: share',
  minimumOf: '{{layer}}: at least so many tokens',
  about: {
    rules: 'Constraints, style sheet, word list. What you wrote is never cut.',
    settings: 'Book profile, world files, writing preferences.',
    retrieved: 'Entries that are mentioned, earlier passages, synopses.',
    immediate: 'The text around the caret, the selection, what you ask for this time.',
  },
  reset: 'Back to the defaults',
  incomplete: 'Not saved yet: each minimum is a whole number of 0 or more.',
  now: 'What would be read now',
  noPreview: 'Open a chapter and put the caret into the text; what would be cut is said here.',
}

export const codexSheet = {
  more: 'More: known from when, changes, relations, constraints, who knows, tags',
  make: 'Create',
  noName: 'A name is needed.',
  aliasHint: 'Enter or a comma adds one; names that are known from the beginning.',
  removeAlias: 'Remove the alias “{{name}}”',
  where: 'Where it is mentioned',
  nowhere: 'Not mentioned in the text yet.',
  inChapter: '{{title}}: {{n}}',
  exchange: 'Import and export',
  import: 'Import a character card or lorebook',
  importHint:
    'Character cards (.png, .json), World Info, NovelAI lorebooks. Entries you have are not changed.',
  export: 'Export',
  exportAs: 'Export as',
  formats: {
    worldinfo: 'World Info (other programs)',
    docx: 'Story bible (Word document)',
    markdown: 'Story bible (Markdown)',
    csv: 'Table (CSV)',
    rime: 'Dictionary for Rime',
    words: 'Word list (other input methods)',
  },
  imported: '{{n}} entries imported.',
  exported: '{{n}} entries exported.',
  loss: '{{n}} things did not fit',
}
