/** Words of the relations between entries. */
export const ties = {
  title: 'Relations',
  close: 'Close the relations',
  about: 'The ties that cards state, as of a chapter. A name opens its card.',
  asOf: 'As of',
  empty: 'No card states a tie up to this chapter.',
  picture: 'Relations: {{entries}} entries, {{ties}} ties; each is in the list below.',
  partly: 'Only the {{n}} with the most ties are drawn; all are in the list.',
  list: 'Ties',
  tie: '{{from}} → {{to}}',
  open: '{{n}} ties lead to entries that are not there, or not yet in this chapter.',
}

/** Words of who is aware of what. */
export const knowledge = {
  title: 'Who knows what',
  close: 'Close who knows what',
  about:
    'What each person on stage knows at the cursor, by what cards and threads state: who knows it, and from which chapter. A name opens its card, a chapter opens there.',
  asOf: 'As of',
  nobody: 'Nobody with a card is named here.',
  empty: 'No card or thread states who knows what yet.',
  table: 'People on stage and what they know',
  fact: 'Fact',
  pov: 'Point of view',
  of: { entry: 'That it exists', change: 'Change', thread: 'Thread' },
  states: { knows: 'Knows', later: 'Not yet', unstated: 'Not stated' },
  more: 'Show more (of {{n}})',
  open: '{{n}} further facts state nobody who knows them; prompts take them as known to everybody.',
  dangling: '{{n}} statements name a chapter that is not in the book and were not counted.',
}

/** Words of the timeline. */
export const timeline = {
  title: 'Timeline',
  close: 'Close the timeline',
  about:
    'Changes that cards state with a chapter, in the order of the book. A name opens its card, a chapter opens there.',
  upTo: 'Up to',
  whole: 'Whole book',
  empty: 'No card states a change with its chapter yet.',
  picture:
    'Timeline: {{events}} changes of {{entries}} entries in {{chapters}} chapters; each is in the list below.',
  partly: 'Only the {{n}} with the most changes are drawn; all are in the list.',
  kinds: { start: 'Begins', change: 'Changes', end: 'Ends', tie: 'Tie', alias: 'Name' },
  dangling: '{{n}} changes name a chapter that is not in the book.',
}
