/** Words of the viewer's question: where a name or a fact stands in the prompt, or why not. */
export const lookup = {
  title: 'Ask',
  label: 'Type a name or a fact',
  hint: 'For example: why does it not know that Darcy wrote a letter?',
  submit: 'Find the answer',
  searching: 'Looking…',
  searchedFor: 'Looked for: {{words}}',
  nothing: 'There is no name or word to look for in this sentence. Try other words.',
  open: 'Open the place',
  openEntry: 'Open “{{name}}”',
  comma: ', ',
  said: {
    inPrompt: 'It is in the prompt. “{{label}}” says:',
    shortened: 'Of “{{name}}” only {{level}} is in the prompt; there was no room for more.',
    leftOut: '“{{label}}” has it, but was left out: {{reason}}.',
    levelNever: '“{{name}}” is set never to be shown to the AI.',
    levelManual:
      '“{{name}}” is shown to the AI only when it is called, and it was not. Write @{{name}} to send it.',
    notNamed:
      '“{{name}}” is named neither near the cursor nor in the instruction or the selection, so it was not sent.',
    entryLater: 'The reader knows of “{{name}}” only from “{{chapter}}” on, so this chapter cannot tell it.',
    changeLater: 'This change of “{{name}}” begins with “{{chapter}}”; here it has not happened yet:',
    changeOver: 'This change of “{{name}}” ended before this chapter:',
    entryHidden: 'The point-of-view character of this chapter does not know “{{name}}”.',
    changeHidden:
      'The point-of-view character does not know this change of “{{name}}”, or the chapter it names is gone:',
    earlier: '“{{chapter}}” tells it, but this passage was not chosen:',
    notYet: '“{{chapter}}” tells it, but behind the cursor or in a part that was not sent:',
    nameUnsure:
      'It is not certain whom of the codex “{{name}}” means. As an alias of that entry it would be certain.',
    noAnswer:
      'No sentence was found that is about it and says what you ask, in these words; other words may. Write it into the codex and the AI will know.',
    closeInPrompt: 'Near to it in the prompt, in “{{label}}”:',
    closeEarlier: 'Near to it in an earlier chapter, “{{chapter}}”:',
    closeLater: 'Near to it behind the cursor or in a part that was not sent, “{{chapter}}”:',
  },
} as const

/** What can be done with a part of the prompt. */
export const card = {
  open: 'Open the place',
  openEntry: 'Open the entry',
  pin: 'Pin',
  unpin: 'Unpin',
  without: 'Leave out next time',
  with: 'Send it after all',
  withoutCount: 'Left out next time: {{n}}',
  pinnedCount: 'Entries pinned: {{n}}',
  and: ', ',
  clear: 'Clear all',
  getIn: 'Only this once; afterwards it is sent as usual.',
} as const
