/** Words of the viewer's comparison of two runs, and of its report. */
export const compare = {
  with: 'Compare with',
  before: 'The request before',
  run: 'Run {{time}} · {{tokens}} tokens',
  alike: 'Both prompts are the same, byte for byte.',
  lines: 'Where the two prompts differ; what stayed the same is folded.',
  tooDifferent: 'The two differ too much, so they are compared part by part.',
  byChunk: 'An older prompt has left the memory, so the runs are compared part by part.',
  folded: '{{n}} lines unchanged',
  was: 'was',
  is: 'is',
} as const

export const report = {
  export: 'Export report, with hashes for texts and names',
} as const
