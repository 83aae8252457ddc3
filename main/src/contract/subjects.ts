/**
 * What channels read and change: files of a project by path, a folder for everything in it, and in words what is outside
 * of it. Free of zod.
 */
export type Subject =
  | 'manuscript'
  | '.creonow'
  | '.creonow/book.json'
  | '.creonow/budget.json'
  | '.creonow/cache'
  | '.creonow/conversations'
  | '.creonow/decisions.json'
  | '.creonow/memory'
  | '.creonow/notes'
  | '.creonow/outputs'
  | '.creonow/project.json'
  | '.creonow/rules'
  | '.creonow/rules/constraints.json'
  | '.creonow/rules/terminology.json'
  | '.creonow/settings'
  | '.creonow/skills'
  | '.creonow/synopses'
  | '.creonow/threads.json'
  | (typeof codexFolders)[number]
  /** Copies of the book in a folder of the author. */
  | 'backups'
  /** Words and goal of the day. */
  | 'dailyWords'
  | 'edits'
  /** Jobs over the chapters of a book. */
  | 'jobs'
  | 'permissions'
  /** The list of works. */
  | 'projects'
  | 'receipts'
  /** The texts an author has marked as no secret. */
  | 'redaction'
  | 'searchIndex'
  | 'sessions'
  /** Settings of this computer, models included. */
  | 'settings'
  /** Snapshots of the whole book. */
  | 'snapshots'
  /** What models have cost. */
  | 'spending'
  /** The words that an author has added while checking spelling. */
  | 'spelling'
  | 'tasks'
  /** Lists of typos and of sensitive words. */
  | 'wordLists'
  /** Changes without the app: the page never shows an earlier answer of such a read. */
  | 'unannounced'

/** The folders of the codex. */
export const codexFolders = [
  '.creonow/characters',
  '.creonow/locations',
  '.creonow/items',
  '.creonow/factions',
  '.creonow/events',
  '.creonow/lore',
] as const

/** Whose files may stand at the beginning of every request. */
export const frontFolders = ['.creonow/rules', '.creonow/settings', ...codexFolders] as const

/** Whether a file of a project may stand at the beginning of every request. */
export const isInFront = (path: string): boolean =>
  frontFolders.some((folder) => path === folder || path.startsWith(`${folder}/`))

/** Whether a subject is files of a project. */
export const isPath = (subject: string): boolean => /^(?:manuscript|\.creonow)(?:\/|$)/.test(subject)
