export const palette = {
  title: 'Go to, or do',
  shortcuts: 'Keyboard shortcuts',
  keys: {
    accept: 'Accept the suggestion',
    discard: 'Discard the suggestion, or close what is open',
    undo: 'Undo',
    redo: 'Redo',
    rename: 'Rename the chapter in the list',
    list: 'This list, outside of texts',
  },
  close: 'Close',
  hint: 'A chapter’s title or number, a sheet, a skill or a command',
  nothing: 'Nothing found.',
  more: '{{n}} more; type a little more.',
  groups: {
    chapter: 'Chapters',
    card: 'Cards',
    sheet: 'What the model reads',
    skill: 'Skills',
    command: 'Commands',
  },
}
