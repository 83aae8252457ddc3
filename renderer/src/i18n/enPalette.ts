export const palette = {
  title: 'Go to, or do',
  close: 'Close',
  hint: 'A chapter’s title or number, a sheet, a skill or a command',
  nothing: 'Nothing found.',
  more: '{{n}} more; type a little more.',
  groups: { chapter: 'Chapters', sheet: 'What the model reads', skill: 'Skills', command: 'Commands' },
}
