import type { chatSummary as zh } from './zhChatSummary.ts'

/** Words of a talk whose older part was summed up. */
export const chatSummary: Record<keyof typeof zh, string> = {
  title: '{{count}} earlier messages are archived',
  edited: 'changed by you',
  summary:
    'From now on the model reads the summary below. Every message is still here, and is found again when you ask about it.',
  timedOut:
    'Summary generation timed out, keeping recent history only; names, numbers and decisions below were taken from the messages. Every message is still here, and is found again when you ask about it.',
  rejected:
    'The model’s summary left out what matters, or made things up, and was not taken; names, numbers and decisions below were taken from the messages. Every message is still here, and is found again when you ask about it.',
  shortened: 'The latest rounds do not fit, so what tools have read in them is sent shortened.',
  open: 'Read the summary',
  list: 'Which {{count}} messages are archived',
  said: '{{who}}: {{words}}',
  edit: 'Change the summary',
  words: 'Summary',
  incomplete: 'Not saved yet: a summary cannot be empty. To take it away, undo the archiving.',
  done: 'Done',
  undo: 'Undo',
  undoEdited: 'Undo, with your changes to the summary',
  working: 'The chat is nearly full; its older part is being archived',
}
