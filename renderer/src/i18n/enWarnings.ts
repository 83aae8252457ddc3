import type { WarningCode } from '#contract/warnings.ts'

/** What the engine has to say about a request, one sentence per code. */
export const warning = {
  KG_UNAVAILABLE: 'Character and world entries were not available this time.',
  MEMORY_UNAVAILABLE: 'Writing preferences were not available this time.',
  RAG_UNAVAILABLE: 'Earlier chapters may not have been searched fully; all else is as usual.',
  RAG_INDEXING: 'Earlier chapters are still being indexed; some may be missing.',
  RULES_UNAVAILABLE: 'The rules files could not be read this time.',
  SETTINGS_UNAVAILABLE: 'The settings files could not be read this time.',
  SYNOPSES_UNAVAILABLE: 'The chapter synopses could not be read this time.',
  IMMEDIATE_UNAVAILABLE: 'The text at the caret could not be read this time.',
  CURSOR_CLAMPED: 'The caret was beyond the end of the file and was moved there.',
  CONTEXT_BUDGET_FALLBACK: 'Tokens could not be counted exactly; a careful estimate was used.',
  CONTEXT_RETRIEVED_CHUNK_LIMIT: 'Too many passages; the best 200 were kept.',
  CONTEXT_RULES_OVERBUDGET:
    'The rules are larger than their share; of those the codex brings, only the relevant ones are in.',
  CONTEXT_INVALID_CHUNK: 'A piece of context was malformed and was left out.',
  CONTEXT_FILE_SKIPPED: 'A rules file was left out.',
  CONSTRAINT_FILE_BROKEN:
    'The constraints file has an error: its last good version is used, or none where there is none. The file was left as it is.',
  CONSTRAINT_SCOPE_DANGLING: 'Chapters of some scopes are gone; those constraints stay in force.',
  CONSTRAINT_LIMIT: 'There are too many constraints; the last ones were left out.',
  CODEX_ENTRY_BROKEN: 'The file of a codex entry has an error; it was left out.',
  CODEX_FOLDER_SKIPPED: 'A folder of the codex was not read.',
  CODEX_DANGLING_CHAPTER: 'A progression names a chapter that does not exist; it was left out.',
  CONTEXT_WARMING_UP: 'The work was opened just now; something was not ready in time and was left out.',
  FILE_BROKEN:
    'A file is broken: its last good version is used, or it counts as missing where there is none. The file was left as it is.',
  FILE_UNREADABLE:
    'A file could not be read: its last version is used, or it counts as missing where there is none.',
  TOKENIZER_UNUSABLE: 'The tokenizer.json of this model cannot be used; tokens are estimated.',
  CODEX_PIN_UNKNOWN: 'A pinned entry is no longer there.',
  FILE_LEFT_OUT: 'A file has an error and was left out. It was left as it is.',
  JUDGE: 'Checking what was written found this.',
  JUDGE_PERSON: 'What was written may have changed the narrative person.',
  JUDGE_PUNCTUATION: 'What was written may use punctuation that a constraint forbids.',
  JUDGE_TERM: 'A word was written for which the terminology has another.',
  JUDGE_BANNED: 'A word was written that a constraint forbids.',
  JUDGE_MORE: 'There is more that is not listed.',
} as const satisfies Record<WarningCode | 'JUDGE', string>
