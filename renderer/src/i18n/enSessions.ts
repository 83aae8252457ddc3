import type * as zh from './zhSessions.ts'

export const gate: typeof zh.gate = {
  reconnecting: {
    title: 'CreoNow is not running',
    text: 'Start CreoNow again; this page opens by itself when it is back.',
  },
  refused: {
    title: 'Open CreoNow by the link it gave you',
    text: 'This browser has not been let in, or was not used for 12 hours. Find the link in the terminal that runs CreoNow and open it in this browser. A link works once; starting again gives a new one:',
  },
  unverified: {
    title: 'This is not your CreoNow',
    text: 'Another program answers at this address. This page has sent it nothing. Close that program and start CreoNow again.',
  },
  otherAddress:
    'To a browser, localhost and 127.0.0.1 are two places, and it is let in at each by itself. If it was let in at the other one, open:',
  safe: 'Text that was not saved stays in this browser, encrypted. It is shown again when CreoNow is back and you are let in.',
}

export const connection: typeof zh.connection = {
  refused:
    'This browser is no longer let in, so nothing can be saved. Open the new link that CreoNow gave at its start in this browser; this page will go on saving by itself.',
  unverified:
    'Another program answers at this address. It was sent nothing, and nothing can be saved. Close it and start CreoNow again.',
  kept: 'What you write stays in this browser, encrypted; nothing is lost.',
  short: 'Not connected',
}

export const sessions: typeof zh.sessions = {
  title: 'Browsers that are let in',
  lead: 'Browsers that have opened CreoNow by its link. After 12 hours without use they need a new link.',
  none: 'No browser is let in now.',
  current: 'this one',
  used: '{{origin}} · last used {{time}}',
  unknown: 'Browser',
  end: 'End',
  endCurrent: 'Sign out',
  failed: 'Not ended: {{message}}',
}

export const elsewhere: typeof zh.elsewhere = {
  elsewhere:
    'This work is being written in another CreoNow; here it can only be read. Once it is closed there, you can write here instead.',
  free: 'The other CreoNow has closed this work. You can write here now.',
  short: 'Read-only',
  take: 'Write here instead',
}
