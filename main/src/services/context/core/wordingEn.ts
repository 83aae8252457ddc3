import { describeFault } from '../../../contract/sentences/fileFault.ts'
import type { Notice, Reason } from './types.ts'
import type { Formatters } from './wording.ts'

const warningWords: Formatters<Notice> = {
  KG_UNAVAILABLE: () => 'entries of the codex were not available and were left out',
  MEMORY_UNAVAILABLE: () => 'writing preferences could not be read and were left out',
  SETTINGS_UNAVAILABLE: () => 'the settings files could not be read and were left out',
  RULES_UNAVAILABLE: () => 'the rules files could not be read and were left out',
  SYNOPSES_UNAVAILABLE: () => 'chapter synopses could not be read and were left out',
  IMMEDIATE_UNAVAILABLE: ({ part }) =>
    part === 'cursor'
      ? 'the text at the cursor could not be read'
      : 'the end of the previous chapter could not be read and was left out',
  RAG_UNAVAILABLE: ({ still, cause }) =>
    still === 'words'
      ? `earlier chapters were searched by words alone (${cause})`
      : 'earlier chapters could not be searched, no passages are in',
  RAG_INDEXING: ({ indexed, total }) => `${indexed} of ${total} chapters are indexed`,
  CONTEXT_WARMING_UP: ({ missing }) =>
    `the work was opened just now, its ${{ codex: 'entries are', names: 'names are', tokenizer: 'tokenizer is' }[missing]} not ready`,
  CONTEXT_BUDGET_FALLBACK: () => 'the tokenizer failed: careful estimates and the default budget are used',
  CONTEXT_RULES_OVERBUDGET: () =>
    'the rules are over their line: those that the codex brings were chosen by relevance',
  CONTEXT_RETRIEVED_CHUNK_LIMIT: ({ limit }) => `more than ${limit} passages: the most relevant are in`,
  CONTEXT_INVALID_CHUNK: ({ field }) => `a piece of context was malformed and left out (${field})`,
  CONTEXT_FILE_SKIPPED: ({ path, problem }) =>
    `${path} was left out (${
      {
        invalid_format: 'it is no UTF-8 text, or holds marks of a merge conflict',
        read_error: 'it could not be read',
        too_large: 'the file is too large',
      }[problem]
    })`,
  AI_CACHE_MISSED: () =>
    'the provider’s cache did not find what was sent before, though the beginning is the same',
  AI_CACHE_BROKEN: () => 'what is sent has changed near its beginning, the provider reads it anew from there',
  AI_CONTEXT_SHRUNK: () => 'the provider found the request too long; it was sent again with less in it',
  CHAT_NOT_COMPACTED: () => 'the earlier part of this chat could not be summed up and was sent as it is',
  CHAT_NOT_KEPT: () => 'the answer could not be stored with the conversation, please copy it',
  COPIES_SET_ASIDE: ({ path, count }) =>
    `copies that a sync program made of chapters are not in the book (${count}), such as ${path}`,
  BOOK_NOT_WRITTEN: () =>
    'the order of the chapters could not be written to the project; it is in force until the app ends',
  CURSOR_CLAMPED: () => 'the cursor was beyond the end of the chapter and was moved there',
  CODEX_ENTRY_BROKEN: ({ path, count, fault }) =>
    `${path}${count > 1 ? ` and others, ${count} files in all, have errors and were` : ' has an error and was'} left out (${describeFault(fault, 'en')})`,
  CODEX_PIN_UNKNOWN: ({ count, id }) =>
    `pinned entries that are not in the codex and were left out: ${count}, the first is ${id}`,
  CODEX_FOLDER_SKIPPED: ({ path, fault }) =>
    `the codex folder ${path} was not read (${describeFault(fault, 'en')})`,
  CODEX_DANGLING_CHAPTER: ({ count, entry, chapter }) =>
    `places that name a chapter which does not exist, so that what depends on it was left out: ${count}, the first is ${chapter} of “${entry}”`,
  CODEX_SCOPE_TURNED: ({ count, entry }) =>
    `spans in entries that end before they begin, and hold from their first chapter on: ${count}, the first is in “${entry}”`,
  CODEX_KNOWN_BY_UNKNOWN: ({ count, entry, name }) =>
    `names under “known by” that no entry bears, so that nobody knows it through them: ${count}, the first is “${name}” of “${entry}”`,
  CONSTRAINT_FILE_BROKEN: ({ line, column, fault }) =>
    `constraints.json has an error in line ${line}, column ${column}: ${describeFault(fault, 'en')}. It was left as it is; its last good version is used, or none`,
  CONSTRAINT_LIMIT: ({ count, limit }) => `the file has ${count} constraints, the first ${limit} are used`,
  CONSTRAINT_SCOPE_DANGLING: ({ count }) =>
    `constraints with a scope whose chapters are gone, which stay in force: ${count}`,
  CONSTRAINT_SCOPE_TURNED: ({ count }) =>
    `constraints whose scope ends before it begins, chapters having been moved, which stay in force: ${count}`,
  FILE_BROKEN: ({ path, line, column, fault }) =>
    `${path} has an error in line ${line}, column ${column}: ${describeFault(fault, 'en')}. It was left as it is; its last good version is used, or it counts as missing`,
  FILE_LEFT_OUT: ({ path, line, column, fault }) =>
    `${path} has an error in line ${line}, column ${column} (${describeFault(fault, 'en')}) and was left out`,
  FILE_UNREADABLE: ({ path }) => `${path} could not be read`,
  TOKENIZER_UNUSABLE: ({ model, problem }) =>
    `the tokenizer.json of the model “${model}” cannot be used (${problem}), tokens are estimated`,
  SKILL_BROKEN: ({ problem, detail }) =>
    ({
      header: 'it has to begin with fields between two lines of ---',
      yaml: 'the fields at its beginning are not correct YAML',
      id: 'it needs an “id” of letters, digits, - and _ only, at most 64 characters',
      name: 'it needs a “name” of at most 80 characters',
      output: '“output” can only be insert, replace or show',
      layers: '“layers” can only be rules, settings, retrieved and immediate',
      profile: '“profile” is chat, search or planning, and only with output: show',
      retrievedOnly: 'of “layers” only retrieved can be left out',
      window: '“window” is a whole number of tokens, 256 at least',
      empty: 'it has no text, so it does not say what the model is to do',
      notUtf8: 'it is not UTF-8 text',
      tooLarge: 'the file is larger than 64 KB',
      taken: `another skill has “id: ${detail}”, choose another one`,
      unreadable: 'it cannot be read',
    })[problem],
  PROJECT_ID_GIVEN: () => 'this folder had no id of a work; one was written into .creonow/project.json',
  HISTORY_NOT_KEPT: ({ cause }) =>
    cause === 'full'
      ? 'the disk is almost full: the chapter is saved, but no earlier version of it could be kept'
      : 'the chapter is saved, but the data folder cannot be written, so no earlier version of it could be kept',
  PROJECT_COPIED: () =>
    'this is a copy of another work’s folder; it got an id of its own, neither touches the other',
  PROJECT_NOT_LISTED: () =>
    'the list of works cannot be written; this one can be used now and has to be opened again next time',
}

const placeOf = (side: 'before' | 'after', distance: number) =>
  distance === 0 ? 'at the cursor' : `${distance} characters ${side} the cursor`
const sharedNote = (shared: boolean) => (shared ? ' (several entries go by this name)' : '')
const terms = (termList: readonly string[]) => (termList.length > 0 ? `: ${termList.join(', ')}` : '')

const reasonWords: Formatters<Reason> = {
  always: () => 'always',
  always_earlier: ({ key, distance }) => `always; “${key}” is named ${distance} characters before the cursor`,
  pinned: () => 'pinned',
  unwanted: () => 'not wanted this time',
  called: ({ key }) => `the request calls “${key}”`,
  in_selection: ({ key, shared }) => `the selection names “${key}”${sharedNote(shared)}`,
  in_instruction: ({ key, shared }) => `the request names “${key}”${sharedNote(shared)}`,
  in_conversation: ({ key, shared }) => `the last messages name “${key}”${sharedNote(shared)}`,
  in_window: ({ side, distance, key, shared }) =>
    `“${key}” is named ${placeOf(side, distance)}${sharedNote(shared)}`,
  relation: ({ of, relation }) =>
    relation === '' ? `related to “${of}”` : `related to “${of}”: ${relation}`,
  in_scope: () => 'this chapter is in its scope',
  of_entry: ({ entry }) => `from the entry “${entry}”`,
  profile: () => 'always',
  file: () => 'settings of the work',
  preference: ({ as }) =>
    as === 'constraint' ? 'writing preference, as a constraint' : 'writing preference',
  passage: ({ rank, terms: termList }) =>
    `${termList.length > 0 ? `shares with this scene${terms(termList)}` : 'close in meaning to this scene'} (number ${rank})`,
  active: ({ rank, terms: termList }) => `often written of lately${terms(termList)} (number ${rank})`,
  synopsis: ({ stale }) => `synopsis of an earlier chapter${stale ? ' (that chapter changed since)' : ''}`,
  past_talk: ({ number }) => `said in message ${number} of the talk`,
  episode: ({ similarity }) => `close to this request, ${similarity.toFixed(2)}`,
  text_before: () => 'text before the cursor',
  text_after: () => 'text after the cursor',
  selection: () => 'selection',
  previous_chapter: ({ tokens }) => `fewer than ${tokens} tokens stand before the cursor in this chapter`,
  working_memory: () => 'asked for during this session',
  skill: () => 'what the skill asks for',
  input: () => 'the author’s words for this request',
  so_far: () => 'what was written so far',
  given: ({ text }) => text,
}

/** A notice in English, for other programs and for terminals; a page has sentences of its own. */
export function describeNoticeEn(notice: Notice): string {
  const format = warningWords[notice.code] as ((params: Notice['params']) => string) | undefined // same code
  return format ? `${notice.code}: ${format(notice.params)}` : notice.code
}

/** A reason in English. */
export function describeReasonEn(reason: Reason): string {
  const format = reasonWords[reason.code] as ((params: Reason['params']) => string) | undefined // same code
  return format?.(reason.params) ?? reason.code
}
