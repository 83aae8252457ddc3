import type { Messages } from './zh.ts'

/** English words about the versions of one request. */
export const versions: Messages['versions'] = {
  label: 'Version',
  number: 'Version {{n}}',
  sideBySide: 'Compare {{n}} versions',
  discarded: 'See the discarded text',
  callBack: 'Put back into the text to look again',
  take: 'Accept this version',
  states: {
    inText: 'in the text',
    accepted: 'accepted',
    edited: 'accepted with changes',
    rejected: 'discarded',
  },
}
