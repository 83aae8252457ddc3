/** Words of the first screen, and of importing a book. */
export const imported = {
  text: '{{n}} chapters imported, encoding {{encoding}}.',
  doubts: '{{n}} places to look at:',
  line: 'Line {{line}}: {{message}}',
  close: 'Got it',
}

/** What comes with the chapters of a project. */
export const brought = {
  character: '{{n}} characters',
  location: '{{n}} places',
  item: '{{n}} things',
  faction: '{{n}} factions',
  event: '{{n}} events',
  lore: '{{n}} texts for reference',
  synopsis: 'synopses of {{n}} chapters',
  note: '{{n}} notes',
  status: 'statuses of {{n}} chapters',
  label: 'labels of {{n}} chapters',
  bookSynopsis: 'a synopsis of the book',
}

export const preview = {
  label: 'What the import will make',
  reading: 'Looking at the file…',
  unreadable: 'This file cannot be read. Please check that it is still in its place.',
  total: '{{chapters}} chapters, {{characters}} characters, encoding {{encoding}}.',
  wrapped: 'Every line ends at about the same width, as if a program had broken it.',
  join: 'Join the broken lines into paragraphs',
  joinHint:
    'Only line breaks inside paragraphs go, no character; verse, letters, indented and short lines stay.',
  chapters: 'Chapters',
  doubts: 'Places to look at',
  brings: 'With them: {{list}}.',
  more: '… and {{n}} more',
  families: 'If that is wrong, click the line that is a chapter heading:',
  makes: '{{n}} chapters',
  encoding: 'Encoding',
  detected: 'Detected',
  choose: 'Please choose',
  unsure: 'The encoding of this file is not certain. Choose one and see whether the words below are right.',
}

/** Why a folder or several files that were dropped are not looked at. */
export const drop = {
  tooMany: 'There are more than 5,000 files in this folder. Please drop the folder of the manuscript alone.',
  tooLarge: 'The texts in this folder are larger than 64 MB. Please drop a part of them.',
  lost: 'A file of this folder cannot be read. Please check that it is still in its place.',
}

export const welcome = {
  title: 'Where would you like to start',
  lead: 'CreoNow is a place to write novels in: you write, and AI that has read the chapters before and your codex continues, polishes and looks for contradictions. Your manuscript is plain text files in your own folder; any other program can open them.',
  model:
    'For AI, connect a service that runs models (DeepSeek, OpenAI, Anthropic and others, or one on this computer). Writing, importing and exporting work without; the AI is then only a demo, and what it writes means nothing.',
  connect: 'Connect a model',
  sample: 'Open the sample novel',
  sampleHint: 'Look at a short novel with its world written out, and continue a paragraph.',
  create: 'New work',
  createHint: 'Start from an empty folder.',
  open: 'Open a folder',
  openHint: 'Open the folder of a work you have.',
  import: 'Import a manuscript',
  importHint: 'Split one {{extensions}} file into chapters, or drop a folder on this page.',
  recent: 'Recent works',
  none: 'Nothing opened yet.',
  missing: 'The folder is no longer there',
  name: 'Title',
  folder: 'Folder',
  folderHint: 'The full path, for example ~/novels/harbour',
  file: 'Manuscript file',
  confirmCreate: 'Create',
  confirmOpen: 'Open',
  confirmImport: 'Import',
  importing: 'Importing the manuscript',
  opening: 'Opening the work',
  severalFiles: 'Manuscript',
  fileTooLarge: 'This file is larger than 64 MB. Please split it first.',
}
