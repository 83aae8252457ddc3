/** A section of a summary: its icon, its name, what its heading says besides, and its items. */
interface Section {
  readonly icon: string
  readonly name: string
  readonly about?: string
  readonly items: readonly string[]
}

/** What the model writes, between the heading and the skeleton: decisions and tasks, and what a novel needs. */
const sections = [
  { icon: '🎯', name: 'Objectives & Status', items: ['**Original Goal**: …'] },
  {
    icon: '🏗️',
    name: 'Technical Context',
    about: ' (Static)',
    items: ['**Stack**: …', '**Environment**: …'],
  },
  { icon: '✅', name: 'Completed Milestones', about: ' (The "Done" Pile)', items: ['[✓] … - …'] },
  {
    icon: '🧠',
    name: 'Key Insights & Decisions',
    about: ' (Persistent Memory)',
    items: ['**Decisions**: …', '**Learnings**: …', '**User Preferences**: …'],
  },
  { icon: '🧵', name: 'Open Threads', items: ['… (#12)'] },
  { icon: '🤝', name: 'Promises', items: ['… (#12)'] },
  { icon: '👁', name: 'Who Knows What', items: ['… (#12)'] },
  { icon: '📂', name: 'File System State', about: ' (Snapshot)', items: ['…'] },
] as const satisfies readonly Section[]

/** The names of the sections, in their order; a summary without one of them is rejected. */
export const summaryHeadings = sections.map(({ name }) => name)

/** The sections as the model is asked to write them. */
export const summaryTemplate = sections
  .map(({ icon, name, items, ...more }: Section) =>
    [`### ${icon} ${name}${more.about ?? ''}`, ...items.map((item) => `* ${item}`)].join('\n'),
  )
  .join('\n\n')
