import type { ErrorKey } from './errorKeys.ts'

/** What went wrong, by code and, behind `_`, by the word of its details on which the sentence depends. */
export const errorsEn = {
  INTERNAL: 'CreoNow made an error inside. Nothing was changed; the log has the details.',
  INTERNAL_page: 'The page made an error and this step was not finished. Please try again.',
  INVALID_ARGUMENT: 'That cannot be used as it is. Please look at what you entered.',
  INVALID_ARGUMENT_selection: 'Select the text to work on first.',
  INVALID_ARGUMENT_title: 'Give the chapter a name.',
  INVALID_ARGUMENT_copyName:
    'This name looks like a copy left by a sync program and would be passed over. Choose another.',
  INVALID_ARGUMENT_front: 'The front matter always comes first and cannot be moved.',
  INVALID_ARGUMENT_folder: 'Write the full path of the folder.',
  INVALID_ARGUMENT_noText: 'There is no text in this file.',
  INVALID_ARGUMENT_preference: 'The preference is empty or holds broken characters.',
  INVALID_ARGUMENT_preferences: 'There can be {{most}} writing preferences at most. Delete some first.',
  INVALID_ARGUMENT_synopsis: 'A synopsis has {{most}} characters at most. Please make it shorter.',
  INVALID_ARGUMENT_skill: 'The skill file {{path}} has an error.',
  INVALID_ARGUMENT_key:
    'The key holds characters that no key has (only Latin letters, digits and signs). Paste it again.',
  INVALID_ARGUMENT_expression: 'This is no regular expression. Please check its brackets and backslashes.',
  INVALID_ARGUMENT_volumeTitle: 'A volume’s title is short and no sentence. Nothing was changed.',
  INVALID_ARGUMENT_volumeThere: 'This chapter begins a volume already. Nothing was changed.',
  INVALID_ARGUMENT_volumeHere:
    'This chapter’s title would be mixed up with the volume’s. Rename the chapter first. Nothing was changed.',
  INVALID_ARGUMENT_frontVolume: 'The front matter comes before all volumes and cannot begin one.',
  INVALID_ARGUMENT_heir:
    'The volume’s title would go to the next chapter, which cannot take it (it is not UTF-8, or its title reads like a volume’s). Look at that chapter first. Nothing was changed.',
  SEARCH_TOO_SLOW:
    'This expression took too long in one chapter and was stopped. Please make it simpler; avoid repeating what repeats, as in (a+)+.',
  UNKNOWN_CHANNEL: 'This page and the program are of different versions. Reload the page.',
  NOT_FOUND: 'It is not there any more; it may have been deleted or moved.',
  NOT_FOUND_folder: 'There is no such folder.',
  NOT_FOUND_notWork:
    'There is no work in this folder: neither .creonow/project.json nor a manuscript folder.',
  NOT_FOUND_undo: 'There is no rename, move or change of a volume to undo.',
  NOT_FOUND_volume: 'This chapter begins no volume; the volume may have changed just now.',
  NOT_FOUND_version: 'This version is no longer there; it may have been thinned out with time.',
  CONFLICT: 'It was changed elsewhere just now, and nothing was overwritten. Look at it again first.',
  CONFLICT_search: 'The chapters have just changed. Please search again.',
  CONFLICT_file: 'A file of that name is already there. Choose another folder name.',
  CONFLICT_name: 'There is a file of this name already. Choose another name.',
  CONFLICT_otherWork: 'There is another work in this folder.',
  CONFLICT_work: 'There is a work in this folder already. Open it instead.',
  CONFLICT_manuscript: 'This work already has a manuscript.',
  CONFLICT_undo: 'The chapters have changed since; undoing would mix them up, so nothing was changed.',
  CONFLICT_preference: 'There is a preference that says the same.',
  CONFLICT_working: 'A task is already at work in this book. Wait for it, or stop it first.',
  CONFLICT_laterSummary: 'The chat was summed up again after this. Undo the latest one first.',
  CONFLICT_answering: 'This chat is still answering. Wait for it, or stop it first.',
  CONFLICT_unsaved: 'This chapter is not saved yet. Settle that first, then run again.',
  CANCELLED: 'Cancelled.',
  CANCELLED_connection:
    'The connection was lost and this step was not finished. The text is safe; try again once it is back.',
  CANCELLED_run: 'The connection was lost before this was finished.',
  FORBIDDEN: 'That is not allowed here.',
  FORBIDDEN_home: 'Only folders in your home folder are listed. For others, write the full path.',
  FORBIDDEN_keyring:
    'This computer has no keyring that can be used, so the key was not stored. Turn one on, or give the key by an environment variable.',
  IO_ERROR: 'A file could not be read or written. Nothing was changed.',
  IO_ERROR_full: 'The disk is full. Nothing was changed.',
  IO_ERROR_version: 'The file of this version is damaged and cannot be read; the chapter has not changed.',
  NODE_TOO_OLD: 'Node.js is too old.',
  PORT_IN_USE: 'The port is used by another program.',
  READ_ONLY: 'There is no permission to read or write this place. Nothing was changed.',
  OPEN_ELSEWHERE:
    'This work is being written in another CreoNow window. Here it can only be read; nothing was written.',
  PATH_OUTSIDE_PROJECT: 'This path is not inside the folder of the work.',
  PATH_INVALID: 'This cannot be the name of a file. Choose another.',
  FILE_BROKEN:
    '{{path}} has an error in line {{line}}, column {{column}}. The file was left as it is and cannot be written until that is corrected.',
  FILE_TOO_LARGE: 'This is too large, and nothing was read or written. Please split it.',
  DOCUMENT_ENCODING: 'The file cannot be read in this encoding. Choose another, or save it as UTF-8.',
  IMPORT_UNSUPPORTED: 'A file of this kind cannot be imported. Nothing was imported.',
  IMPORT_UNSUPPORTED_novel: 'Only .txt, .md, .docx and .epub files can be imported.',
  IMPORT_UNSUPPORTED_drm: 'This e-book is protected (DRM), so its text cannot be read. Nothing was imported.',
  IMPORT_UNSUPPORTED_doc: 'This Word document has a password or is of the old .doc kind. Save it as .docx.',
  IMPORT_UNSUPPORTED_password: 'This file has a password and cannot be imported.',
  IMPORT_UNSUPPORTED_lore: 'This is no character card, World Info or NovelAI lorebook. Nothing was imported.',
  IMPORT_NOT_UNDONE:
    'The import failed, and not all of the chapters it had put in place could be taken back. That happens when you next open this project and the disk works again.',
  IMPORT_BROKEN: 'This file is damaged, or is not what its name says. Nothing was imported.',
  CONTEXT_INPUT_TOO_LARGE: 'There is too much to read this time. Choose a model with a larger window.',
  CONTEXT_INPUT_TOO_LARGE_capacity:
    'There is more to read than fits. Select less, ask for less, or shorten the rules files.',
  CONTEXT_INPUT_TOO_LARGE_window:
    'This task has to read more than the model can take at once, and stopped. Use a model with a larger window, or smaller tasks.',
  CONTEXT_INPUT_TOO_LARGE_messages: 'This chat has 20,000 messages and is full. Please begin a new one.',
  CONTEXT_INPUT_TOO_LARGE_rules:
    'The rules alone are longer than the model can read. Shorten the constraints, style.md or terminology.json.',
  CONTEXT_INPUT_TOO_LARGE_floors:
    'Rules, selection and instruction do not fit the window of this model. Choose a larger one, or select and ask for less.',
  CONTEXT_SCOPE_VIOLATION: 'This would touch another work, so it was stopped. Nothing was sent.',
  CONTEXT_INSPECT_FORBIDDEN: 'Turn on developer mode in the settings to look at the context this way.',
  CONTEXT_BACKPRESSURE: 'Too many requests at once. Please try again shortly.',
  CONTEXT_BUDGET_CONFLICT: 'The budget was changed elsewhere. Read it again first.',
  CONTEXT_BUDGET_INVALID_RATIO: 'The shares of the four layers must be 0 or more and add up to 100%.',
  CONTEXT_BUDGET_INVALID_MINIMUM: 'The minimum of a layer is a whole number of 0 or more.',
  CONSTRAINT_VALIDATION_ERROR: 'This cannot be a constraint as it is.',
  CONSTRAINT_VALIDATION_ERROR_text:
    'The text of a constraint is empty, too long, or holds broken characters.',
  CONSTRAINT_VALIDATION_ERROR_priority: 'A priority is a whole number from 0 to 1000.',
  CONSTRAINT_VALIDATION_ERROR_scope: 'A chapter of this scope is not in the book. Choose another.',
  CONSTRAINT_NOT_FOUND: 'This constraint is not there; it may have been deleted.',
  CONSTRAINT_CONFLICT: 'There is a constraint with the same text.',
  CONSTRAINT_LIMIT: 'There can be {{limit}} constraints at most. Join or delete some first.',
  CONSTRAINT_READONLY: 'This constraint comes from the codex or from memory. Change it there.',
  CONSTRAINT_FILE_BROKEN:
    'The constraints file has an error in line {{line}}, column {{column}}. It was left as it is and cannot be written until that is corrected.',
  MEMORY_UNAVAILABLE: 'The writing preferences cannot be read this time.',
  CODEX_ENTRY_BROKEN: '{{path}} cannot be read as an entry. The file was left as it is.',
  AGENT_PATH_FORBIDDEN: 'The agent may not read or write this file.',
  AGENT_REFUSED: 'You declined this change. Nothing was changed.',
  APPROVAL_NEEDED: 'This change needs your approval, and there is nobody to ask here.',
  AGENT_TOOL_OFF: 'This tool is switched off.',
  AGENT_TOOL_TIMEOUT: 'This took too long and was stopped.',
  AGENT_REDACTED: 'Part of the text is hidden here. Nothing was written.',
  AGENT_STEP_LIMIT: 'It made all its {{maxSteps}} steps and stopped.',
  AGENT_UNREADABLE: 'The model wrote {{times}} steps in a row that cannot be read. Try another model.',
  AI_PROVIDER_MISSING: 'No service is set up for this model. Add one in the settings.',
  AI_PROVIDER_REDIRECT:
    'The address {{host}} wants to send requests on to another place. That was not done, and your text was not sent there. Check the address in the settings.',
  AI_PROVIDER_REDIRECT_to:
    'The address {{host}} wants to send requests on to {{to}}. That was not done, and your text was not sent there. Check the address in the settings.',
  AI_RESPONSE_TOO_LARGE: 'The service sent too much, so this was stopped.',
  AI_RESPONSE_TOO_LARGE_depth:
    'The answer of the service is malformed (nested too deeply), so this was stopped.',
  AI_RESPONSE_TOO_LARGE_characters: 'The service did not stop writing, so this was stopped.',
} as const satisfies Record<ErrorKey, string>
