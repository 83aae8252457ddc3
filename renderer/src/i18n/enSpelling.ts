/** Words of the spelling. */
export const spelling = {
  menu: 'Spelling of “{{word}}”',
  searching: 'Looking for suggestions…',
  none: 'No suggestions',
  add: 'Add to this book’s words',
  words: 'Words of this book',
  wordsHint: 'Added while spelling was checked; they are never underlined.',
  remove: 'Remove “{{word}}”',
}
