/** Words of what is made of an answer. */
export const extract = {
  open: 'Extract',
  about: 'Make chapters, beats, cards or threads of this answer',
  title: 'Extract from the answer',
  as: 'Becomes',
  kinds: { chapters: 'Chapters', beats: 'Beats of this chapter', cards: 'Cards', threads: 'Threads' },
  add: {
    chapters: 'Add chapters: {{n}}',
    beats: 'Add beats: {{n}}',
    cards: 'Make cards: {{n}}',
    threads: 'Add threads: {{n}}',
  },
  nothing: 'There is nothing in this answer to extract.',
  noChapter: 'Open a chapter first: beats need one.',
  tick: 'Take no. {{n}}: {{title}}',
  name: 'Name of no. {{n}}',
  type: 'Kind of card no. {{n}}',
  text: 'Text of no. {{n}}',
  textHint: 'Text',
  beats: 'Beats of chapter no. {{n}}',
  beatsHint: 'Beats, one a line',
  present: 'The codex has this name already.',
}
