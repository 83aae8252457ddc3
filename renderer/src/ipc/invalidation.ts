import type { ReadChannel, WriteChannel } from '#contract/effects.ts'

/** Which cached answers a change of the project's files makes stale. */
const readsByPath: readonly (readonly [path: string, reads: readonly ReadChannel[]])[] = [
  ['manuscript', ['documents:list', 'documents:read', 'documents:trash', 'history:list']],
  // The order of the chapters, and what the author states about them.
  ['.creonow/book.json', ['documents:list', 'documents:trash']],
  // Synopses grow old with their chapter, constraints may be limited to chapters, words are counted.
  ['manuscript', ['retrieval:synopses:list', 'constraints:list', 'words:today:get']],
  ['.creonow/synopses', ['retrieval:synopses:list']],
  ['.creonow/memory', ['memory:list', 'memory:episodes']],
  ['.creonow/rules', ['constraints:list']],
  ...['characters', 'locations', 'items', 'factions', 'events', 'lore'].map(
    // An entry brings constraints of its own.
    (folder) =>
      [
        `.creonow/${folder}`,
        ['codex:list', 'codex:read', 'codex:mentions', 'constraints:list'],
      ] satisfies readonly [string, readonly ReadChannel[]],
  ),
  ['.creonow/budget.json', ['context:budget:get']],
  ['.creonow/settings', ['creonow:file:list']],
  ['.creonow/skills', ['creonow:file:list', 'skills:list', 'skills:read']],
  ['.creonow/conversations', ['context:creonow:conversations:list', 'context:creonow:conversations:read']],
  ['.creonow/conversations', ['chat:trash', 'agent:list']],
  ['.creonow/project.json', ['projects:profile:get']],
]

const documents = ['documents:list', 'documents:read', 'documents:trash', 'history:list'] as const
const conversations = [
  'context:creonow:conversations:list',
  'context:creonow:conversations:read',
  'chat:trash',
] as const
const tasks = ['agent:list', 'edits:list', 'agent:permissions:get'] as const
const entries = [
  'codex:list',
  'codex:read',
  'codex:mentions',
  'codex:suggestions',
  'constraints:list',
] as const
const files = ['creonow:file:list', 'creonow:file:read', 'skills:list', 'skills:read'] as const
const settings = ['settings:get', 'ai:models'] as const

/** Which cached answers a write makes stale. A channel that is not here does not compile. */
const readsByWrite: Readonly<Record<WriteChannel, readonly ReadChannel[]>> = {
  'agent:approve': ['agent:permissions:get'],
  'agent:cancel': tasks,
  'agent:permissions:set': ['agent:permissions:get'],
  'agent:run': tasks,
  'ai:cancel': [],
  'ai:endpointModels': [],
  'ai:outcome': ['memory:list', 'memory:episodes', 'retrieval:synopses:list', 'words:today:get'],
  'ai:restore': [],
  'ai:run': [],
  'ai:test': [],
  'book:replace': documents,
  'chat:create': conversations,
  'chat:delete': conversations,
  'chat:rename': conversations,
  'chat:restore': conversations,
  'chat:summary:undo': conversations,
  'chat:summary:update': conversations,
  'chat:trash:empty': conversations,
  'codex:delete': entries,
  'codex:import': entries,
  'codex:save': entries,
  'constraints:create': ['constraints:list'],
  'constraints:delete': ['constraints:list'],
  'constraints:restore': ['constraints:list'],
  'constraints:set': ['constraints:list'],
  'constraints:update': ['constraints:list'],
  'context:assemble': [],
  'context:budget:update': ['context:budget:get'],
  'context:creonow:conversations:analysis:update': conversations,
  'context:creonow:conversations:save': conversations,
  'context:creonow:ensure': [],
  'context:creonow:watch:start': [],
  'context:creonow:watch:stop': [],
  'context:inspect': [],
  'creonow:file:create': files,
  'creonow:file:delete': files,
  'creonow:file:rename': files,
  'creonow:file:restore': files,
  'creonow:file:save': files,
  'creonow:terminology:save': ['creonow:terminology:get'],
  'documents:create': documents,
  'documents:delete': [...documents, 'retrieval:synopses:list', 'words:today:get'],
  'documents:import': documents,
  'documents:merge': [...documents, 'retrieval:synopses:list', 'words:today:get'],
  'documents:move': documents,
  'documents:rename': documents,
  'documents:restore': [...documents, 'retrieval:synopses:list', 'words:today:get'],
  'documents:save': [...documents, 'words:today:get'],
  'documents:split': documents,
  'documents:undo': [...documents, 'retrieval:synopses:list', 'words:today:get'],
  'edits:keep': ['edits:list'],
  'edits:undo': [...documents, 'edits:list'],
  'history:restore': documents,
  'jobs:cancel': [],
  'memory:decide': ['memory:list'],
  'memory:delete': ['memory:list'],
  'memory:distil': ['memory:list'],
  'memory:save': ['memory:list'],
  'projects:close': ['projects:list'],
  'projects:create': ['projects:list'],
  'projects:forget': ['projects:list'],
  'projects:open': ['projects:list'],
  'projects:openKnown': ['projects:list'],
  'projects:openSample': ['projects:list'],
  'projects:profile:save': ['projects:profile:get', 'projects:list'],
  'projects:relocate': ['projects:list'],
  'projects:takeOver': [],
  'redaction:allow:add': ['redaction:allow:list', 'redaction:matches', 'context:receipt:read'],
  'redaction:allow:remove': ['redaction:allow:list', 'redaction:matches', 'context:receipt:read'],
  'retrieval:rebuild': ['retrieval:status'],
  'retrieval:synopses:save': ['retrieval:synopses:list'],
  'sessions:end': ['sessions:list'],
  'settings:key:delete': settings,
  'settings:key:set': settings,
  'settings:update': settings,
  'skills:copy': files,
  'skills:save': files,
  'volumes:create': documents,
  'volumes:delete': documents,
  'volumes:rename': documents,
  'words:goal:update': ['words:today:get'],
}

/** What a run or a task has written in addition to the files that are watched. */
export const readsAfterRun: readonly ReadChannel[] = [
  ...conversations,
  'context:receipt:list',
  'memory:episodes',
]
export const readsAfterTask: readonly ReadChannel[] = [...conversations, ...tasks]

/** What changes without an event: every component that shows it reads it again. */
export const readsWithoutEvents: ReadonlySet<ReadChannel> = new Set<ReadChannel>([
  ...(['folders:list', 'projects:list', 'sessions:list', 'context:ask', 'redaction:matches'] as const),
])

/** None for a channel that only reads. */
export const readsChangedBy = (channel: string): readonly ReadChannel[] =>
  // Any name may be given; what is not a write has no row.
  readsByWrite[channel as WriteChannel] ?? []

/** A changed path may be a folder, with everything below it. */
const overlaps = (left: string, right: string) =>
  left === right || left.startsWith(`${right}/`) || right.startsWith(`${left}/`)

/** Which reads changed files of a project make stale; paths are project-relative. */
export const readsOf = (paths: readonly string[]): readonly ReadChannel[] => {
  const reads = readsByPath.flatMap(([path, channels]) =>
    paths.some((changed) => overlaps(changed, path)) ? channels : [],
  )
  // A receipt is compared with the files as they are now; typing in a chapter makes a receipt of its own.
  const onlyChapter = paths.length === 1 && paths[0]?.startsWith('manuscript/')
  return [...new Set<ReadChannel>([...reads, ...(onlyChapter ? [] : ['context:receipt:read' as const])])]
}
