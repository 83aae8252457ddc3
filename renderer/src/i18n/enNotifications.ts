/** Words of the system's notifications; no word of a book. */
export const notifications = {
  taskDone: 'The task is done',
  taskFailed: 'The task has failed',
  taskApproval: 'The task asks you',
  jobDone: {
    synopses: 'The synopses are written',
    forEach: 'The request is done for every chapter',
    drafts: 'The drafts of cards are written',
    changes: 'What changes in each chapter is read',
    index: 'The index of the book is built',
  },
  jobFailed: {
    synopses: 'The synopses are not complete',
    forEach: 'The request is not done for every chapter',
    drafts: 'The drafts of cards are not complete',
    changes: 'What changes in each chapter is not read to the end',
    index: 'The index of the book was not built',
  },
} as const
