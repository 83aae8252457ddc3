/**
 * Everything the app reports in addition to its answers, as codes with parameters: the page writes the
 * sentence, in its own language. Values without zod: the page imports them, and `notices.ts` makes the wire's schema
 * of them.
 */

/** `text` one string, `texts` a list of them, `fault` what is wrong with a file, a list of words: one of these. */
export type ParamKind = 'text' | 'texts' | 'number' | 'flag' | 'fault' | readonly string[]
type Declared = Readonly<Record<string, Readonly<Record<string, ParamKind>>>>

/** Warnings: an answer was given, and something about it was not as it should be. */
export const warningParams = {
  /** The codex gave nothing. */
  KG_UNAVAILABLE: {},
  MEMORY_UNAVAILABLE: {},
  SETTINGS_UNAVAILABLE: {},
  RULES_UNAVAILABLE: {},
  SYNOPSES_UNAVAILABLE: {},
  /** Open threads of the book could not be read. */
  THREADS_UNAVAILABLE: {},
  /** The text at the cursor, or the end of the previous chapter, could not be read. */
  IMMEDIATE_UNAVAILABLE: { part: ['cursor', 'previousChapter', 'chapterPlan'] },
  /** `cause`: the error code, or empty. `still`: what was searched all the same. */
  RAG_UNAVAILABLE: { still: ['nothing', 'words'], cause: 'text' },
  RAG_INDEXING: { indexed: 'number', total: 'number' },
  /** What was not ready in time after opening the project. */
  CONTEXT_WARMING_UP: { missing: ['codex', 'names', 'tokenizer'] },
  /** The tokenizer failed: careful estimates and the default budget. */
  CONTEXT_BUDGET_FALLBACK: {},
  /** Rules above their line: those the app derives were chosen by relevance. */
  CONTEXT_RULES_OVERBUDGET: {},
  CONTEXT_RETRIEVED_CHUNK_LIMIT: { limit: 'number' },
  /** A source delivered something that is no chunk; `field` is what was wrong with it. */
  CONTEXT_INVALID_CHUNK: { field: 'text' },
  CONTEXT_FILE_SKIPPED: { path: 'text', problem: ['invalid_format', 'read_error', 'too_large'] },
  /** A picture named as a cover is not in the e-book; `path` is its own, or that of a folder that cannot be read. */
  COVER_LEFT_OUT: { path: 'text', problem: ['noPicture', 'tooLarge', 'outside', 'unreadable'] },
  CURSOR_CLAMPED: {},
  /** The order of the chapters cannot be written down; it is in force until the app ends. */
  BOOK_NOT_WRITTEN: {},
  /** Copies that sync programs made of chapters are not in the book; `path` is that of the first. */
  COPIES_SET_ASIDE: { path: 'text', count: 'number' },
  /** The answer came, and could not be added to the conversation's file. */
  CHAT_NOT_KEPT: {},
  CHAT_NOT_COMPACTED: {},
  /** The provider refused the request as too long, and it was sent once more with less in it. */
  AI_CONTEXT_SHRUNK: {},
  /** The service reports fewer tokens than were sent: its window is smaller than the settings say. */
  AI_INPUT_CUT: { read: 'number', sent: 'number' },
  /** The provider's cache did not find what was sent before, though nothing of it had changed. */
  AI_CACHE_MISSED: {},
  /** It could not: the beginning of the prompt is another. */
  AI_CACHE_BROKEN: {},
  /** `path` and `fault` are those of the first. */
  CODEX_ENTRY_BROKEN: { path: 'text', count: 'number', fault: 'fault' },
  CODEX_FOLDER_SKIPPED: { path: 'text', fault: 'fault' },
  /** Entries name chapters that do not exist; entry and chapter are those of the first. */
  CODEX_DANGLING_CHAPTER: { count: 'number', entry: 'text', chapter: 'text' },
  /** Spans in entries whose end is before their start, because chapters were moved; `entry` is that of the first. */
  CODEX_SCOPE_TURNED: { count: 'number', entry: 'text' },
  /** Names in `knownBy` that no entry and no point of view bears; entry and name are those of the first. */
  CODEX_KNOWN_BY_UNKNOWN: { count: 'number', entry: 'text', name: 'text' },
  /** Pins that name no entry; `id` is the first of them. */
  CODEX_PIN_UNKNOWN: { count: 'number', id: 'text' },
  CONSTRAINT_FILE_BROKEN: { line: 'number', column: 'number', fault: 'fault' },
  CONSTRAINT_LIMIT: { count: 'number', limit: 'number' },
  CONSTRAINT_SCOPE_DANGLING: { count: 'number' },
  /** Scopes whose end is before their start, because chapters were moved. */
  CONSTRAINT_SCOPE_TURNED: { count: 'number' },
  /** A file people edit is broken: its last good state is used, else none, and it is not written over. */
  FILE_BROKEN: { path: 'text', line: 'number', column: 'number', fault: 'fault' },
  /** The model's own tokenizer.json cannot be used, its tokens are estimated; `problem` in the words of the format. */
  TOKENIZER_UNUSABLE: { model: 'text', problem: 'text' },
  /** A file has a fault at this place and was left out: there is no copy to go back to. */
  FILE_LEFT_OUT: { path: 'text', line: 'number', column: 'number', fault: 'fault' },
  /** A file could not be read; `cause` is the error code. */
  FILE_UNREADABLE: { path: 'text', cause: 'text' },
  /** A skill's file cannot be used. `detail`: the id that another has, or the code of what was in the way. */
  SKILL_BROKEN: {
    problem: [
      ...([
        'header',
        'yaml',
        'id',
        'name',
        'output',
        'layers',
        'retrievedOnly',
        'profile',
        'window',
      ] as const),
      ...(['empty', 'notUtf8', 'tooLarge', 'taken', 'unreadable'] as const),
    ],
    detail: 'text',
  },
  /** No version of a chapter could be stored before it was saved; the chapter itself is saved. */
  HISTORY_NOT_KEPT: { cause: ['full', 'refused'] },
  /** A folder that had no id got one, in `.creonow/project.json`. */
  PROJECT_ID_GIVEN: {},
  /** A copy of a registered project got an id of its own. */
  PROJECT_COPIED: {},
  /** The list of projects cannot be written: this one is not in it when the app is started again. */
  PROJECT_NOT_LISTED: {},
} as const satisfies Declared

/** Reasons: why a chunk is in the prompt. `shared`: several entries go by this name. */
export const reasonParams = {
  always: {},
  /** Of the level `always`, and named so many characters before the cursor. */
  always_earlier: { key: 'text', distance: 'number' },
  pinned: {},
  /** Not there: the author did not want it this time. */
  unwanted: {},
  /** The request calls it by name. */
  called: { key: 'text' },
  in_selection: { key: 'text', shared: 'flag' },
  in_instruction: { key: 'text', shared: 'flag' },
  /** Named in the last messages of the conversation. */
  in_conversation: { key: 'text', shared: 'flag' },
  /** Named in the plan of the chapter. */
  in_plan: { key: 'text', shared: 'flag' },
  /** Near the cursor; `distance` in UTF-16 units, 0 at the cursor itself. */
  in_window: { side: ['before', 'after'], distance: 'number', key: 'text', shared: 'flag' },
  /** Related to an entry that was selected; `relation` may be empty. */
  relation: { of: 'text', relation: 'text' },
  /** A constraint with a scope that covers this chapter. */
  in_scope: {},
  /** A constraint that a codex entry brings along. */
  of_entry: { entry: 'text' },
  profile: {},
  file: {},
  preference: { as: ['setting', 'constraint'] },
  /** A passage that shares names and words with the scene; `rank` counts from 1. */
  passage: { rank: 'number', terms: 'texts' },
  /** A passage with terms that the book has used lately and often. */
  active: { rank: 'number', terms: 'texts' },
  /** `stale`: its chapter changed after it was written. */
  synopsis: { stale: 'flag' },
  /** An earlier exchange; `similarity` in [0,1]. */
  episode: { similarity: 'number' },
  /** From an earlier message of the conversation: its number from 1, and the similarity to the request in [0,1]. */
  past_talk: { number: 'number', likeness: 'number' },
  text_before: {},
  text_after: {},
  selection: {},
  /** Fewer than `tokens` tokens of this chapter are before the cursor. */
  previous_chapter: { tokens: 'number' },
  working_memory: {},
  /** The author's words refer to an earlier answer with `key`. */
  last_exchange: { key: 'text' },
  skill: { name: 'text' },
  /** What the author intends with this chapter. */
  chapter_plan: {},
  /** A synopsis by the author, or of a chapter without text. */
  synopsis_as_plan: {},
  /** What the author intends with the next two chapters. */
  next_plans: {},
  /** An open thread whose words or people are near the cursor. */
  thread_near: { terms: 'texts' },
  /** An open thread that the author means to pay in this chapter. */
  thread_due: {},
  /** One that was to be paid in an earlier chapter. */
  thread_overdue: {},
  /** Chapter, scene and point of view. */
  position: {},
  /** The author's words for this request. */
  input: {},
  so_far: {},
  /** From a source of a program that embeds the engine, in its words. */
  given: { text: 'text' },
} as const satisfies Declared

/** Findings of the Judge: how a written text may break a rule; rule and place are in fields of their own. */
export const findingParams = {
  /** Narrated in another person than the constraint demands. */
  person: { asked: ['first', 'third'] },
  /** A mark that a constraint forbids, as it was written. */
  mark: { mark: 'text' },
  /** The word list has another word for it. */
  term: { word: 'text', use: 'text' },
  /** A word that the word list or a constraint forbids. */
  banned: { word: 'text' },
  /** A name that the codex knows only from a later chapter on; `chapter` is its title. */
  name_early: { name: 'text', chapter: 'text' },
  /** A word that a constraint reserves for the chapter of this number. */
  word_early: { word: 'text', chapter: 'number' },
  /** A constraint that the text breaks according to a model, with its reason. */
  model: { why: 'text' },
  /** A contradiction to a codex entry as of this chapter, in the words of a model. */
  codex: { entry: 'text', why: 'text' },
} as const satisfies Declared

/** What is wrong with a file that people edit, in its first wrong place. */
export const faultParams = {
  notUtf8: {},
  /** The marks of a merge that was never finished. */
  merge: {},
  tooLarge: {},
  /** A folder, a link to nowhere or a device where a file should be. */
  notFile: {},
  notFolder: {},
  /** A link that leads out of the project. */
  outside: {},
  noAccess: {},
  unreadable: {},
  /** A copy that a sync program or an editor made of a file. */
  leftover: {},
  json: {},
  /** Of the YAML between two lines of ---. */
  yaml: {},
  depth: {},
  values: {},
  /** References of YAML: too many, one that contains itself, or nested too deeply. */
  aliases: {},
  circle: {},
  unresolved: {},
  fieldTwice: {},
  /** Front matter that begins and does not end; that is no list of fields. */
  headerOpen: {},
  headerFields: {},
  object: {},
  /** What is expected there, as JSON. */
  shape: { shape: 'text' },
  fields: { fields: 'texts' },
  value: { field: 'text' },
  content: {},
  version: { versions: 'texts' },
  /** Written by a newer app; `most` is the version that this one understands. */
  newer: { version: 'number', most: 'number' },
  list: { field: 'text' },
  lacks: { fields: 'texts' },
  keys: {},
  shares: {},
  constraint: { number: 'number' },
  constraintField: { number: 'number', field: 'text' },
  /** The id of an entry that the file at `path` has already. */
  idTaken: { id: 'text', path: 'text' },
} as const satisfies Declared

interface Scalars {
  /** Words of a file, a name, a code. */
  readonly text: string
  /** Several of them. */
  readonly texts: readonly string[]
  /** A count, or as the code defines it. */
  readonly number: number
  /** True or false. */
  readonly flag: boolean
  /** What is wrong with a file. */
  readonly fault: FileFault
}
type Param<K extends ParamKind> = K extends keyof Scalars
  ? Scalars[K]
  : K extends readonly (infer Word)[]
    ? Word
    : never

/** `{ code, params }` of every code of a declaration, as one union. */
type Coded<D extends Declared> = {
  readonly [C in keyof D]: {
    readonly code: C
    readonly params: { readonly [P in keyof D[C]]: Param<D[C][P]> }
  }
}[keyof D]

/** The code of a fault. */
export type FaultCode = keyof typeof faultParams
/** Why a file cannot be used, and where in it when that is not reported separately; lines and columns count from 1. */
export type FileFault = Coded<typeof faultParams> & {
  readonly at?: { readonly line: number; readonly column: number }
}
/** A finding of the Judge, without its place. */
export type FindingCoded = Coded<typeof findingParams>
/** A warning for people: the page shows its own translation of it. */
export type Notice = Coded<typeof warningParams>
/** Why a chunk is there. */
export type Reason = Coded<typeof reasonParams>
