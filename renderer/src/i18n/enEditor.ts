/** Words of the text itself: the page, the AI’s suggestion in it, finding in the chapter. */
export const editor = {
  label: 'Manuscript',
  loading: 'Opening the chapter',
  none: 'Choose a chapter on the left, or make a new one.',
  failed: 'The chapter did not open: {{message}} The file was not changed.',
  again: 'Try again',
  words: '{{n}} words',
  characters: '{{n}} characters',
  selected: '{{n}} words selected',
  writing: '{{name}} · {{n}} characters',
}

export const find = {
  Find: 'Find',
  Replace: 'Replace',
  next: 'Next',
  previous: 'Previous',
  all: 'All',
  'match case': 'Match case',
  'by word': 'Whole word',
  regexp: 'Regexp',
  replace: 'Replace',
  'replace all': 'Replace all',
  close: 'Close',
  'nothing found': 'Nothing found',
  'found $': '$ found',
  '$1 of $2': '$1 / $2',
  'not an expression': 'Not a regular expression',
  'current match': 'current match',
  'on line': 'on line',
  'replaced match on line $': 'replaced match on line $',
  'replaced $ matches': 'replaced $ matches',
  'Go to line': 'Go to line',
  go: 'go',
}

export const atTheText = {
  bar: 'Selected text',
}

export const suggestion = {
  show: 'Show the end',
  label: 'Suggestion by AI',
  accept: 'Accept',
  retry: 'Rewrite',
  discard: 'Discard',
  stop: 'Stop',
  writing: 'Writing…',
  waiting: 'Waiting for the model',
  byParagraph: 'By paragraph',
  byChange: 'Change by change',
  parts: 'Suggestion by AI, part by part',
  paragraphOf: 'Paragraph {{position}} of {{pending}} open',
  changeOf: 'Change {{position}} of {{pending}} open',
  previousPart: 'Previous',
  nextPart: 'Next',
  takePart: 'Take',
  leavePart: 'Leave',
  takeRest: 'Take the rest',
  leaveRest: 'Leave the rest',
}
