/** Words of notes in the margin. */
export const notes = {
  title: 'Notes',
  close: 'Close the notes',
  about:
    'Select text and press Ctrl+Alt+M to note something. Notes are yours alone: in no prompt, in no export.',
  new: 'New note',
  text: 'Note',
  hint: 'A word to yourself; Ctrl+Enter stores it',
  save: 'Store',
  cancel: 'Cancel',
  empty: 'There are no notes yet.',
  lost: 'Not found in the book',
  resolve: 'Done',
  reopen: 'Open again',
  remove: 'Delete',
  removed: '“{{text}}” was deleted.',
  restore: 'Put it back',
  row: 'Note {{text}}',
  showResolved: 'Show the {{n}} that are done too',
}
