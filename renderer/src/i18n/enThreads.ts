/** Words of threads. */
export const threads = {
  title: 'Threads',
  close: 'Close the threads',
  about:
    'Select a sentence and press F4 to plant a thread. The model reads the sentence in the chapter where the thread is due, and wherever its words or people are near the cursor; once it is paid, no longer.',
  plant: 'Plant the selected sentence',
  empty: 'No threads yet.',
  groups: { due: 'Overdue', open: 'Open', planned: 'Planned', paid: 'Paid', dropped: 'Dropped' },
  name: 'Name',
  people: 'People (with commas)',
  due: 'To be paid in',
  noDue: 'Not decided',
  roles: { planted: 'Set', touched: 'Touched', paid: 'Paid' },
  lost: 'This sentence is nowhere in the book',
  removeMark: 'Remove this sentence: {{words}}',
  pay: 'Paid at the selection',
  touch: 'Touched at the selection',
  drop: 'Drop',
  reopen: 'Open again',
  remove: 'Delete',
  removeSure: 'Delete for good',
  row: 'Thread {{title}}',
}
