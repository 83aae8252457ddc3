import type { WarningKey } from './codedKeys.ts'

/** Warnings, one sentence per code and word. */
export const warningsEn = {
  KG_UNAVAILABLE: 'Character and world entries were not available this time.',
  MEMORY_UNAVAILABLE: 'Writing preferences were not available this time.',
  RAG_UNAVAILABLE_nothing: 'Earlier chapters were not searched this time; all else is as usual.',
  RAG_UNAVAILABLE_words: 'Earlier chapters were searched by words alone, so some may be missing ({{cause}}).',
  RAG_INDEXING: 'Earlier chapters are still being indexed ({{indexed}}/{{total}}); some may be missing.',
  THREADS_UNAVAILABLE: 'The threads of the book could not be read this time.',
  RULES_UNAVAILABLE: 'The rules files could not be read this time.',
  SETTINGS_UNAVAILABLE: 'The settings files could not be read this time.',
  SYNOPSES_UNAVAILABLE: 'The chapter synopses could not be read this time.',
  IMMEDIATE_UNAVAILABLE_cursor: 'The text at the caret could not be read this time.',
  IMMEDIATE_UNAVAILABLE_chapterPlan: 'The plan of this chapter could not be read and was left out.',
  IMMEDIATE_UNAVAILABLE_previousChapter: 'The end of the previous chapter could not be read this time.',
  SKILL_BROKEN_header: 'The file of this skill has to begin with fields between two lines of ---.',
  SKILL_BROKEN_yaml: 'The fields at the beginning of this skill’s file are not correct YAML.',
  SKILL_BROKEN_id: 'This skill needs an id of letters, digits, - and _ only, at most 64 characters.',
  SKILL_BROKEN_name: 'This skill needs a name of at most 80 characters.',
  SKILL_BROKEN_output: 'The output of this skill can only be insert, replace or show.',
  SKILL_BROKEN_layers: 'The layers of this skill can only be rules, settings, retrieved and immediate.',
  SKILL_BROKEN_profile:
    'The profile of a skill is chat, search or planning, and only for a skill with output: show.',
  SKILL_BROKEN_retrievedOnly: 'Of the layers of a skill only retrieved can be left out.',
  SKILL_BROKEN_window: 'The window of this skill has to be a whole number of tokens, 256 at least.',
  SKILL_BROKEN_empty: 'The file of this skill has no text, so it does not say what the model is to do.',
  SKILL_BROKEN_notUtf8: 'The file of this skill is not UTF-8 text.',
  SKILL_BROKEN_tooLarge: 'The file of this skill is larger than 64 KB.',
  SKILL_BROKEN_taken: 'Another skill has “id: {{detail}}”. Choose another one.',
  SKILL_BROKEN_unreadable: 'The file of this skill cannot be read.',
  PROJECT_ID_GIVEN: 'This folder had no id of a work; one was written into .creonow/project.json.',
  HISTORY_NOT_KEPT_full:
    'The disk is almost full: the chapter is saved, but no earlier version of it could be kept. Please free some space.',
  HISTORY_NOT_KEPT_refused:
    'The chapter is saved, but no earlier version of it could be kept: the app’s data folder cannot be written.',
  PROJECT_COPIED:
    'This is a copy of another work’s folder. It got an id of its own, so neither touches the other.',
  PROJECT_NOT_LISTED:
    'The list of works cannot be written. This work can be used now; next time it has to be opened again.',
  COPIES_SET_ASIDE:
    'Copies that a sync program made of chapters are not in the book ({{count}}), such as {{path}}. Compare them with the original.',
  BOOK_NOT_WRITTEN: 'The order of the chapters cannot be written to the project folder.',
  COVER_LEFT_OUT_noPicture: '{{path}} is not the cover: it is no JPEG or PNG picture. Use one of these.',
  COVER_LEFT_OUT_tooLarge: '{{path}} is not the cover: it is larger than 20 MB. Use a smaller picture.',
  COVER_LEFT_OUT_outside:
    '{{path}} is not the cover: it leads out of the folder of the work. Put the picture itself there.',
  COVER_LEFT_OUT_unreadable:
    '{{path}} is not the cover: it could not be read. Check that the file can be opened.',
  CURSOR_CLAMPED: 'The caret was beyond the end of the file and was moved there.',
  CHAT_NOT_COMPACTED:
    'The earlier part of this chat could not be summed up this time and was sent as it is; the next turn tries again.',
  CHAT_NOT_KEPT:
    'The answer could not be stored with the conversation and will be gone after a reload. Please copy it.',
  AI_CONTEXT_SHRUNK: 'The service found the request too long; it was sent again with less in it.',
  AI_INPUT_CUT:
    'The service read {{read}} of {{sent}} tokens: its window is smaller than the settings say, and the rules at the beginning may be what it did not read. Raise it with OLLAMA_CONTEXT_LENGTH or num_ctx in Ollama, with Context Length when LM Studio loads the model, or set a smaller window for this model in the settings.',
  AI_CACHE_MISSED:
    'The service’s cache did not find what was sent before, though nothing of it has changed; this run is charged without it. Now and then that is normal.',
  AI_CACHE_BROKEN:
    'What is sent has changed near its beginning, so the service reads it anew from there: this run costs more, the next ones do not.',
  CONTEXT_BUDGET_FALLBACK: 'Tokens could not be counted exactly; a careful estimate was used.',
  CONTEXT_RETRIEVED_CHUNK_LIMIT: 'Too many passages; the best {{limit}} were kept.',
  CONTEXT_RULES_OVERBUDGET:
    'The rules are larger than their share; of those the codex brings, only the relevant ones are in.',
  CONTEXT_INVALID_CHUNK: 'A piece of context was malformed ({{field}}) and was left out.',
  CONTEXT_FILE_SKIPPED_invalid_format:
    '{{path}} was left out: it is no UTF-8 text, or holds the marks of a merge conflict.',
  CONTEXT_FILE_SKIPPED_read_error: '{{path}} was left out: it could not be read.',
  CONTEXT_FILE_SKIPPED_too_large: '{{path}} was left out: the file is too large.',
  CONSTRAINT_FILE_BROKEN:
    'The constraints file has an error in line {{line}}, column {{column}} ({{fault}}): its last good version is used, or none where there is none. The file was left as it is.',
  CONSTRAINT_SCOPE_DANGLING:
    'Constraints with a scope whose chapters are gone: {{count}}. They stay in force.',
  CONSTRAINT_SCOPE_TURNED:
    'Constraints whose scope ends before it begins, chapters having been moved: {{count}}. They stay in force.',
  CONSTRAINT_LIMIT: 'There are {{count}} constraints; the first {{limit}} are used, the rest were left out.',
  CODEX_ENTRY_BROKEN:
    'Files of codex entries with an error, which were left out: {{count}}. The first is {{path}}: {{fault}}.',
  CODEX_FOLDER_SKIPPED: 'The codex folder {{path}} was not read: {{fault}}.',
  CODEX_DANGLING_CHAPTER:
    'Places in entries that name a chapter which does not exist, so that what depends on it was left out: {{count}}. The first is {{chapter}} of “{{entry}}”.',
  CODEX_SCOPE_TURNED:
    'Spans in entries that end before they begin: {{count}}. They hold from their first chapter on; look at “{{entry}}” first.',
  CODEX_KNOWN_BY_UNKNOWN:
    'Names under “known by” that belong to nobody: {{count}}. Nobody knows it through them; look at “{{name}}” of “{{entry}}” first.',
  CONTEXT_WARMING_UP_codex: 'The work was opened just now; its entries were not ready and were left out.',
  CONTEXT_WARMING_UP_names: 'The work was opened just now; its names were not ready and were left out.',
  CONTEXT_WARMING_UP_tokenizer: 'The work was opened just now; lengths are estimated for the moment.',
  FILE_BROKEN:
    '{{path}} is broken in line {{line}}, column {{column}} ({{fault}}): its last good version is used, or it counts as missing where there is none. The file was left as it is.',
  FILE_LEFT_OUT:
    '{{path}} has an error in line {{line}}, column {{column}} ({{fault}}) and was left out. The file was left as it is.',
  FILE_UNREADABLE:
    '{{path}} could not be read: it counts as missing, unless its last version is stored and used instead.',
  TOKENIZER_UNUSABLE:
    'The tokenizer.json of the model “{{model}}” cannot be used ({{problem}}); tokens are estimated.',
  CODEX_PIN_UNKNOWN:
    'Pinned entries that are not in the codex and were left out: {{count}}. The first is {{id}}.',
} as const satisfies Record<WarningKey, string>
