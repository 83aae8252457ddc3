import type { ErrorKey } from './errorKeys.ts'

/** The sentences of errors in English, by the keys of the Chinese table. */
export const errorsEn = {
  INTERNAL: 'CreoNow made an error inside. Nothing was changed; the log has the details.',
  INTERNAL_page: 'The page made an error and this step was not finished. Please try again.',
  INTERNAL_worker: 'A step in the background stopped unexpectedly. Nothing was changed. Please try again.',
  INTERNAL_answer: 'The answer is too large to be sent. Nothing was changed.',
  INTERNAL_task: 'CreoNow made an error inside, and the task stopped. The log has the details.',
  INTERNAL_run: 'CreoNow made an error inside. The manuscript was not changed; the log has the details.',
  INVALID_ARGUMENT: 'That cannot be used as it is. Please look at what you entered.',
  INVALID_ARGUMENT_selection: 'Select the text to work on first.',
  INVALID_ARGUMENT_threadLimit: 'There may be at most {{most}} of them. Delete what is no longer needed.',
  INVALID_ARGUMENT_findingLimit:
    'At most {{most}} findings can be waved away. List some of them again first.',
  INVALID_ARGUMENT_title: 'Give the chapter a name.',
  INVALID_ARGUMENT_front: 'The front matter always comes first and cannot be moved.',
  INVALID_ARGUMENT_folder: 'Write the full path of the folder.',
  INVALID_ARGUMENT_backupFolder: 'Write the full path of the backup folder.',
  INVALID_ARGUMENT_backupInside:
    'A backup inside the folder of the book, or inside CreoNow’s data folder, would be lost with it. Choose another folder.',
  INVALID_ARGUMENT_backupOff: 'No backup folder is set. Choose one in the settings, under Backup.',
  INVALID_ARGUMENT_wordList: 'There is no word in this file: one a line, typos as wrong=right.',
  INVALID_ARGUMENT_noText: 'There is no text in this file.',
  INVALID_ARGUMENT_preference: 'The preference is empty or holds broken characters.',
  INVALID_ARGUMENT_preferences: 'There can be {{most}} writing preferences at most. Delete some first.',
  INVALID_ARGUMENT_synopsis: 'A synopsis has {{most}} characters at most. Please make it shorter.',
  INVALID_ARGUMENT_skill: '{{problem}} ({{path}}).',
  INVALID_ARGUMENT_key:
    'The key holds characters that no key has (only Latin letters, digits and signs). Paste it again.',
  INVALID_ARGUMENT_expression: 'This is no regular expression. Please check its brackets and backslashes.',
  INVALID_ARGUMENT_volumeTitle: 'A volume’s title is short and no sentence. Nothing was changed.',
  INVALID_ARGUMENT_volumeThere: 'This chapter begins a volume already. Nothing was changed.',
  INVALID_ARGUMENT_volumeHere:
    'This chapter’s title would be mixed up with the volume’s. Rename the chapter first. Nothing was changed.',
  INVALID_ARGUMENT_frontVolume: 'The front matter comes before all volumes and cannot begin one.',
  INVALID_ARGUMENT_volumeStart:
    'The volume’s title would go to the next chapter, which cannot take it (it is not UTF-8, or its title reads like a volume’s). Look at that chapter first. Nothing was changed.',
  INVALID_ARGUMENT_effort: '{{model}} cannot think like that. It takes: {{efforts}}.',
  INVALID_ARGUMENT_temperature: '{{model}} takes no temperature. Please leave it out.',
  INVALID_ARGUMENT_temperatureRange: 'The highest temperature of {{model}} is {{max}}.',
  INVALID_ARGUMENT_temperatureThinking:
    '{{model}} takes a temperature only while it does not think. Set its effort to off.',
  INVALID_ARGUMENT_selectionOutside: 'The selection is not inside this chapter. Select again.',
  INVALID_ARGUMENT_headings: 'This file has no headings of the kind “{{family}}”, and none of another.',
  INVALID_ARGUMENT_number: 'A number here can be {{least}} to {{most}}.',
  INVALID_ARGUMENT_whole: 'A number here can be a whole number from {{least}} to {{most}}.',
  INVALID_ARGUMENT_textLong: 'A text here is too long: {{most}} characters at most.',
  INVALID_ARGUMENT_textShort: 'A text here is empty or too short (least length: {{least}}).',
  INVALID_ARGUMENT_endpointFamily: 'There is no interface “{{family}}”.',
  INVALID_ARGUMENT_listLong: 'There is too much in one list here: {{most}} at most.',
  INVALID_ARGUMENT_listShort: 'There is too little in one list here: {{least}} at least.',
  INVALID_ARGUMENT_input: 'These arguments cannot be used: {{issues}}.',
  INVALID_ARGUMENT_frame: 'The message cannot be understood.',
  INVALID_ARGUMENT_frameLarge: 'The message is too large for what it asks.',
  INVALID_ARGUMENT_frameValues: 'The message is nested too deeply, or has too many values.',
  INVALID_ARGUMENT_urlCredentials:
    'Leave user name and password out of the address, and put the key into its own field.',
  INVALID_ARGUMENT_callId: 'This request id is in use.',
  INVALID_ARGUMENT_unreadable: 'The request cannot be understood.',
  INVALID_ARGUMENT_shape: 'The request is not as it has to be.',
  INVALID_ARGUMENT_field: 'The request is not as it has to be: {{field}}.',
  INVALID_ARGUMENT_selectionInText: 'The selection is not in the text.',
  INVALID_ARGUMENT_pattern: 'This pattern is too long, or has too many {…}.',
  INVALID_ARGUMENT_entryCharacters: 'The entry holds broken characters and cannot be saved as it is.',
  INVALID_ARGUMENT_conversation: 'The chat cannot be saved as it is: {{path}}.',
  INVALID_ARGUMENT_authorFolder: 'Only files of style, world and skills can be written here.',
  INVALID_ARGUMENT_style: 'The style file can be neither renamed nor deleted.',
  INVALID_ARGUMENT_settingsFolder: 'Only setting files in {{folder}} can be read.',
  INVALID_ARGUMENT_copy:
    '{{path}} is a copy that a sync program or an editor left. Compare it with the original.',
  INVALID_ARGUMENT_editCharacters: 'The text to write holds broken characters. Nothing was written.',
  INVALID_ARGUMENT_editProblem:
    '{{path}} could not be read if it were written like this: {{problem}}. Nothing was written.',
  INVALID_ARGUMENT_otherHeadings: 'This file has no headings of the kind “{{family}}”. It has: {{families}}.',
  INVALID_ARGUMENT_text: 'The text holds broken characters and cannot be saved as it is.',
  INVALID_ARGUMENT_titleCharacters: 'The name of the chapter holds broken characters.',
  INVALID_ARGUMENT_afterItself: 'A chapter cannot be moved behind itself.',
  INVALID_ARGUMENT_replacement: 'The replacement holds broken characters. Nothing was changed.',
  INVALID_ARGUMENT_marks: 'There can be {{most}} marks at most. Take some back first.',
  INVALID_ARGUMENT_providerId: 'Two services have the same identifier.',
  INVALID_ARGUMENT_usage: '{{usage}}',
  INVALID_ARGUMENT_splitFront: 'The front matter cannot be split. Nothing was changed.',
  INVALID_ARGUMENT_splitPlace:
    'There has to be text on both sides of the place to split at. Nothing was changed.',
  INVALID_ARGUMENT_mergeNext:
    'There is no chapter after this one that could be merged into it. Nothing was changed.',
  INVALID_ARGUMENT_places: 'The chosen places are not part of this change. Nothing was written.',
  UNKNOWN_CHANNEL: 'This page and the program are of different versions. Reload the page.',
  NOT_FOUND: 'It is not there any more; it may have been deleted or moved.',
  NOT_FOUND_folder: 'There is no such folder.',
  NOT_FOUND_backupFolder:
    'The backup folder cannot be found: the drive is not connected, the network is down, or the folder was moved or replaced. Connect it, or choose another in the settings, under Backup.',
  NOT_FOUND_notWork:
    'There is no work in this folder: neither .creonow/project.json nor a manuscript folder.',
  NOT_FOUND_undo: 'There is no rename, move or change of a volume to undo.',
  NOT_FOUND_volumeSynopsis:
    'There is no such volume to write a synopsis of: it is not over yet, or it was changed just now.',
  NOT_FOUND_chapterSynopses:
    'Chapters of this volume have no synopsis yet. Start the job again, and they are written first.',
  NOT_FOUND_volume: 'This chapter begins no volume; the volume may have changed just now.',
  NOT_FOUND_chapter: 'There is no such chapter; it may have been renamed, moved or deleted.',
  NOT_FOUND_skill: 'There is no such skill.',
  NOT_FOUND_receipt: 'There is no record of this request; it may have been cleared away.',
  NOT_FOUND_version: 'This version is no longer there; it may have been thinned out with time.',
  NOT_FOUND_importFile: 'The file to import, “{{name}}”, was not found.',
  NOT_FOUND_exportFolder: 'There is no folder “{{folder}}”, nothing was exported.',
  NOT_FOUND_project: 'There is no such work.',
  NOT_FOUND_projectFolder: 'The folder of the work is not there any more.',
  NOT_FOUND_job: 'There is no record of this job; it may have been cleared away.',
  NOT_FOUND_task: 'There is no such task; it may have ended long ago.',
  NOT_FOUND_run: 'There is no such run; it may have ended long ago.',
  NOT_FOUND_original: 'What was written this time holds no original text that could be put back.',
  NOT_FOUND_note: 'There is no such note; it may have been deleted.',
  NOT_FOUND_thread: 'There is no such thread or sentence of it; it may have been deleted.',
  NOT_FOUND_finding: 'This finding is not there any more. Check the chapter again.',
  NOT_FOUND_entry: 'There is no such entry; it may have been deleted.',
  NOT_FOUND_file: 'The file or folder is not there any more.',
  NOT_FOUND_path: '{{path}} is not there any more.',
  NOT_FOUND_notFile: 'This is not a file.',
  NOT_FOUND_notFolder: 'There is a file where a folder should be.',
  NOT_FOUND_isFolder: 'This is a folder. List it with LS.',
  NOT_FOUND_noCopy:
    'There is no intact older version of {{path}}. Correct the file at the line and column named.',
  NOT_FOUND_name: 'The codex has no such name.',
  NOT_FOUND_paths: 'No files fit these paths.',
  NOT_FOUND_place: '{{path}} does not hold the old text. Read it first and copy it exactly.',
  NOT_FOUND_summary: 'This chat has no such summary; it may have been undone.',
  NOT_FOUND_conversation: 'There is no such chat; it may have been deleted.',
  NOT_FOUND_trashFile: 'The trash does not have this file; it may have been put back already.',
  NOT_FOUND_trash: 'The trash does not have this chapter; it may have been put back already.',
  NOT_FOUND_previous: 'The chapter before it is not there any more, so no new one was made.',
  NOT_FOUND_edit: 'There is no record of this change; it may be too old.',
  NOT_FOUND_episode: 'There is no such record.',
  NOT_FOUND_preference: 'There is no such preference; it may have been deleted.',
  NOT_FOUND_sample: 'The sample novel was not found.',
  NOT_FOUND_marked: 'This is not in a file, or the file is not there any more, so it cannot be marked.',
  NOT_FOUND_prose: 'No chapter has words yet, so there is no voice to measure.',
  NOT_FOUND_snapshot: 'There is no such snapshot; it may have been deleted.',
  NOT_FOUND_snapshotChapter: 'This snapshot has no text of this chapter.',
  NOT_FOUND_planned: 'This chapter has no text yet.',
  CONFLICT: 'It was changed elsewhere just now, and nothing was overwritten. Look at it again first.',
  CONFLICT_search: 'The chapters have just changed. Please search again.',
  CONFLICT_file: 'A file of that name is already there. Choose another folder name.',
  CONFLICT_name: 'There is a file of this name already. Choose another name.',
  CONFLICT_projectReplaced: 'The folder of this work has been replaced by another work. Open it again.',
  CONFLICT_otherWork: 'There is another work in this folder.',
  CONFLICT_work: 'There is a work in this folder already. Open it instead.',
  CONFLICT_manuscript: 'This work already has a manuscript. To add to its end, choose to append.',
  CONFLICT_undo: 'The chapters have changed since; undoing would mix them up, so nothing was changed.',
  CONFLICT_preference: 'There is a preference that says the same: “{{start}}”.',
  CONFLICT_sharedName:
    'Several cards are called “{{name}}”, and it is not clear which one is meant. Rename or merge them first.',
  CONFLICT_job: 'A job over the chapters of this book is already running. Wait for it, or stop it first.',
  CONFLICT_working: 'A task is already at work in this book. Wait for it, or stop it first.',
  CONFLICT_laterSummary: 'The chat was summed up again after this. Undo the latest one first.',
  CONFLICT_answering: 'This chat is still answering. Wait for it, or stop it first.',
  CONFLICT_leaving: 'This chapter is not saved yet. Settle that above first, then open something else.',
  CONFLICT_unsaved: 'This chapter is not saved yet. Settle that first, then run again.',
  CONFLICT_skill:
    'This skill was changed elsewhere just now, and nothing was written. Look at it again first.',
  CONFLICT_snapshotBook:
    'The work has changed since it was compared, so it was not restored. See the new comparison first.',
  CONFLICT_snapshotFile:
    'Another program is writing {{path}}. Nothing was restored; the work is as it was. Try again shortly.',
  CONFLICT_snapshotLimit:
    'There are {{limit}} snapshots made by hand, so no other was made. Delete some that are not needed first.',
  CONFLICT_busy:
    'Another program keeps rewriting this file, so it could not be read. Please try again shortly.',
  CONFLICT_locked:
    'Another window or command is writing the same file, so nothing was written. Please try again.',
  CONFLICT_changed:
    '{{path}} was changed elsewhere just now, and nothing was written. Look at it again first.',
  CONFLICT_notBroken: '{{path}} is not broken and needs no repair.',
  CONFLICT_place: '{{path}} holds the old text {{count}} times. Make it longer, or use "all": true.',
  CONFLICT_entry: 'This entry was changed elsewhere, and nothing was overwritten. Look at it again first.',
  CONFLICT_entryId: 'There is an entry with the id {{id}} already.',
  CONFLICT_entryFile: 'A file of this entry’s name has just appeared and was not overwritten.',
  CONFLICT_unsent: 'This chapter was changed elsewhere. Load it again, then try once more. Nothing was sent.',
  CONFLICT_conversationDelete: 'This chat was changed elsewhere just now and was not deleted.',
  CONFLICT_conversationName: 'There is a chat of the same name again, so this one was not put back.',
  CONFLICT_conversation: 'This chat was changed elsewhere, and nothing was overwritten.',
  CONFLICT_redactions:
    'This chat has hidden originals that no longer fit the changed text, so it was not saved. Open the chat again, then change it.',
  CONFLICT_fileDelete: 'This file was changed elsewhere just now and was not deleted.',
  CONFLICT_constraint:
    'This constraint was changed elsewhere just now, and nothing was overwritten. Look at it again first.',
  CONFLICT_terminology:
    'The terminology was changed elsewhere just now, and nothing was written. Look at it again first.',
  CONFLICT_plan:
    'The plan or the point of view of this chapter was changed elsewhere just now, and nothing was written. Look at it again first.',
  CONFLICT_projectInfo:
    'The details of the work were changed elsewhere just now, and nothing was written. Look at them again first.',
  CONFLICT_editEnded: 'This step has ended already. Nothing was written.',
  CONFLICT_editOpen: 'This change is still being made. Wait for it, or stop it first.',
  CONFLICT_editDone: 'This change has been dealt with already.',
  CONFLICT_editChanged:
    '{{path}} was changed elsewhere in the meantime and was not overwritten. Read it again first.',
  CONFLICT_ordinal:
    'The file name of “{{name}}” has no number, so appended chapters would come before it. Give it a number first.',
  CONFLICT_importName: 'The manuscript has a chapter file of the same name already. Nothing was imported.',
  CONFLICT_chapterName: 'There is a chapter of this file name already. Nothing was written.',
  CONFLICT_chapter: 'This chapter was changed elsewhere, and nothing was overwritten.',
  CONFLICT_chapterStart: 'The beginning of this chapter was changed elsewhere just now. Nothing was changed.',
  CONFLICT_fileName: 'Another file has just got the name that was needed. Nothing was changed.',
  CONFLICT_mergeNext: 'Another chapter follows by now. Nothing was merged; check the order and try again.',
  CONFLICT_chapterChanged: 'This chapter was changed elsewhere just now. Nothing was changed.',
  CONFLICT_chapterDelete:
    'This chapter was changed elsewhere just now and was not deleted. Look at it again first.',
  CONFLICT_searchChapter: 'This chapter has changed since the search.',
  CONFLICT_searchResults: 'What this chapter has is not what the search found. Please search again.',
  CONFLICT_preferenceChanged:
    'This preference was changed elsewhere just now, and nothing was overwritten. Look at it again first.',
  CONFLICT_synopsis:
    'The synopsis of this chapter was changed elsewhere just now, and nothing was overwritten. Look at it again first.',
  CONFLICT_review: 'The file has just changed. Please look at these parts again.',
  CANCELLED: 'Cancelled.',
  CANCELLED_connection:
    'The connection was lost and this step was not finished. The text is safe; try again once it is back.',
  CANCELLED_run: 'The connection was lost before this was finished.',
  CANCELLED_indexing: 'Indexing was cancelled; it goes on from there next time.',
  CANCELLED_search: 'The search service is closed.',
  FORBIDDEN: 'That is not allowed here.',
  FORBIDDEN_alwaysRun: 'A command is allowed one time only. Allow it this time, or decline.',
  FORBIDDEN_home: 'Only folders in your home folder are listed. For others, write the full path.',
  FORBIDDEN_keyring:
    'This computer has no keyring that can be used, so the key was not stored. Turn one on, or give the key by the environment variable {{variable}}.',
  FORBIDDEN_port: 'There is no permission to use port {{port}}. Choose one above 1024 with --port.',
  FORBIDDEN_page: 'This page cannot use CreoNow.',
  IO_ERROR: 'A file could not be read or written. Nothing was changed.',
  IO_ERROR_full: 'The disk is full. Nothing was changed.',
  IO_ERROR_unanswered:
    'An earlier write has not ended for two minutes, so this one was not begun. Check the disk or network drive, then try again.',
  IO_ERROR_version: 'The file of this version is damaged and cannot be read; the chapter has not changed.',
  IO_ERROR_snapshot:
    'The files of this snapshot are damaged and cannot be read. Nothing was restored; the work is as it was.',
  IO_ERROR_backup:
    'The backup could not be written; the book has not changed. Check the drive of the backup folder, or choose another in the settings, under Backup.',
  IO_ERROR_backupFull:
    'The drive of the backup folder is full, so there is no backup; the book has not changed. Free some space, or choose another folder in the settings, under Backup.',
  IO_ERROR_backupDamaged:
    'The backup was different when it was read back, and was thrown away; the book has not changed. The drive may be failing: choose another folder in the settings, under Backup.',
  IO_ERROR_indexBusy: 'The search index is in use by another window or command. Please try again shortly.',
  IO_ERROR_indexFailed:
    'The search index could not be opened. Check that the data folder can be written and the disk is not full.',
  IO_ERROR_dataFolder: 'The data folder could not be made. Check permissions, or name another with --data.',
  IO_ERROR_dataFolderLocked:
    'The data folder cannot be written. Nothing was changed. Check permissions and disk space.',
  IO_ERROR_path: '{{path}} could not be read.',
  IO_ERROR_editRestore: '{{path}} could not be changed back exactly.',
  IO_ERROR_editOriginal:
    'What the file held before this change is not intact, so the file was not changed back.',
  IO_ERROR_trash: 'The chapter in the trash is not as it was when it was deleted, so it was not put back.',
  NODE_TOO_OLD: 'Node.js is too old.',
  PORT_IN_USE:
    'Port {{port}} is used by another program. Close it, or choose another (--port 0 takes a free one).',
  READ_ONLY: 'There is no permission to read or write this place. Nothing was changed.',
  READ_ONLY_backup:
    'The backup folder cannot be written, so there is no backup; the book has not changed. Check its permissions, or choose another in the settings, under Backup.',
  OPEN_ELSEWHERE:
    'This work is being written in another CreoNow window. Here it can only be read; nothing was written.',
  PATH_OUTSIDE_PROJECT: 'This path is not inside the folder of the work.',
  PATH_OUTSIDE_PROJECT_folder: 'Only files in {{folder}} can be read here.',
  PATH_INVALID: 'This cannot be the name of a file. Choose another.',
  PATH_INVALID_backslash: 'Write paths with “/”, not with “\\”.',
  PATH_INVALID_malformed: 'The file name holds broken characters.',
  PATH_INVALID_emptyPart: 'A part of this path is empty.',
  PATH_INVALID_reserved: '“{{name}}” is a name that Windows reserves. Choose another.',
  PATH_INVALID_ending: 'A file name cannot end with a space or a full stop.',
  PATH_INVALID_characters: 'The file name holds characters that Windows does not allow.',
  PATH_INVALID_hidden: 'The file name holds a line break or another character that cannot be seen.',
  PATH_INVALID_long: 'The file name is too long.',
  PATH_INVALID_conversationLong: 'The id of this chat is too long.',
  PATH_INVALID_conversation: 'The id of a chat cannot hold “/”.',
  PATH_INVALID_chapterName: 'This file name cannot be a chapter’s. Choose another.',
  PATH_INVALID_notChapter: 'This is not the file of a chapter.',
  FILE_BROKEN:
    '{{path}} has an error in line {{line}}, column {{column}}. The file was left as it is and cannot be written until that is corrected.',
  FILE_BROKEN_fault:
    '{{path}} has an error in line {{line}}, column {{column}}: {{fault}}. The file was left as it is and cannot be written until that is corrected.',
  FILE_TOO_LARGE: 'This is too large, and nothing was read or written. Please split it.',
  FILE_TOO_LARGE_read: 'The file is larger than {{megabytes}} MB and cannot be read.',
  FILE_TOO_LARGE_file: '{{path}} is too large to be read.',
  FILE_TOO_LARGE_text: '{{path}} is too large: 4 MB at most.',
  FILE_TOO_LARGE_kilobytes:
    '{{path}} would be larger than {{kilobytes}} KB, or hold too much, so it was not written.',
  FILE_TOO_LARGE_megabytes: '{{path}} would be larger than {{megabytes}} MB and was not written.',
  FILE_TOO_LARGE_archive: 'There are too many files in this archive. Nothing was imported.',
  FILE_TOO_LARGE_unpacked: 'Unpacked, this file is too large. Nothing was imported.',
  FILE_TOO_LARGE_entryFields:
    'The entry “{{name}}” has too many fields or is nested too deeply. It was not saved.',
  FILE_TOO_LARGE_entry: 'This entry is larger than 4 MB. Please split it.',
  FILE_TOO_LARGE_import: 'The file is larger than 128 MB. Split it, then import the parts.',
  FILE_TOO_LARGE_headings: 'Too many lines of this file look like headings. Split it; nothing was imported.',
  FILE_TOO_LARGE_chapter: 'This chapter is larger than 64 MB. Please split it.',
  FILE_TOO_LARGE_entries: 'This file has more than 20,000 entries. Nothing was imported.',
  FILE_TOO_LARGE_upload: 'The file is larger than 100 MB. Nothing was imported.',
  FILE_TOO_LARGE_jsonText: 'There is more than 32 MB of text in this file. Nothing was imported.',
  FILE_TOO_LARGE_jsonValues: 'There is too much in this file. Nothing was imported.',
  FILE_TOO_LARGE_codex: 'The codex is too large for one file.',
  FILE_TOO_LARGE_loreEntry: 'The entry “{{name}}” is too large. Split it first; nothing was imported.',
  DOCUMENT_ENCODING: 'The file cannot be read in this encoding. Choose another, or save it as UTF-8.',
  DOCUMENT_ENCODING_notUtf8: '{{path}} is not UTF-8 text.',
  DOCUMENT_ENCODING_convert: '{{path}} is not UTF-8 text. Convert its encoding first.',
  DOCUMENT_ENCODING_text: '{{path}} is not UTF-8 text, or has the marks of a merge that was not finished.',
  DOCUMENT_ENCODING_edit: '{{path}} is not UTF-8 text and was not changed.',
  DOCUMENT_ENCODING_version: 'This version is not UTF-8 and cannot be put back.',
  DOCUMENT_ENCODING_unknown:
    'There is no encoding “{{encoding}}”. Examples: gb18030, big5, shift_jis, utf-8.',
  DOCUMENT_ENCODING_damaged: 'Read as {{encoding}}, too many characters are broken. Choose another encoding.',
  DOCUMENT_ENCODING_unsure:
    'The encoding of this file is not certain. Choose it, then import again; on the command line with --encoding.',
  DOCUMENT_ENCODING_likely:
    'The encoding of this file is not certain (it may be {{encodings}}). Choose it, then import again; on the command line with --encoding.',
  DOCUMENT_ENCODING_chapter:
    '{{path}} is not UTF-8. Convert it to UTF-8, then open it again. The file was not changed.',
  IMPORT_UNSUPPORTED: 'A file of this kind cannot be imported. Nothing was imported.',
  IMPORT_UNSUPPORTED_novel: 'Only {{extensions}} files can be imported.',
  IMPORT_UNSUPPORTED_drm: 'This e-book is protected (DRM), so its text cannot be read. Nothing was imported.',
  IMPORT_UNSUPPORTED_folder: 'There is no text in this folder that can be imported.',
  IMPORT_UNSUPPORTED_doc: 'This Word document has a password or is of the old .doc kind. Save it as .docx.',
  IMPORT_UNSUPPORTED_oldScrivener:
    'This project is of the first Scrivener for the Mac. Open it in Scrivener 3, which converts it, then import that.',
  IMPORT_UNSUPPORTED_password: 'This file has a password and cannot be imported.',
  IMPORT_UNSUPPORTED_lore: 'This is no character card, World Info or NovelAI lorebook. Nothing was imported.',
  IMPORT_UNSUPPORTED_convert:
    'A {{kind}} of {{program}} cannot be imported yet. Turn it into World Info first.',
  IMPORT_UNSUPPORTED_picture: 'There is no character card in this picture. Nothing was imported.',
  IMPORT_UNSUPPORTED_encrypted: 'This card is encrypted (RisuAI) and cannot be read. Nothing was imported.',
  IMPORT_BROKEN: 'This file is damaged, or is not what its name says. Nothing was imported.',
  IMPORT_BROKEN_content: 'This file is damaged and its content cannot be read. Nothing was imported.',
  IMPORT_BROKEN_card:
    'There is no card.json in this archive, so it is no character card. Nothing was imported.',
  IMPORT_BROKEN_compressed: 'The compressed text in this picture cannot be read. Nothing was imported.',
  IMPORT_BROKEN_picture: 'This picture is not whole and cannot be read. Nothing was imported.',
  IMPORT_BROKEN_notUtf8: 'This file is not JSON in UTF-8. Nothing was imported.',
  IMPORT_BROKEN_depth: 'This file is nested too deeply. Nothing was imported.',
  IMPORT_BROKEN_json: 'This file is not correct JSON. Nothing was imported.',
  IMPORT_NOT_UNDONE:
    'The import failed, and not all of the chapters it had put in place could be taken back. That happens when you next open this project and the disk works again.',
  SEARCH_TOO_SLOW:
    'This expression took too long in one chapter and was stopped. Please make it simpler; avoid repeating what repeats, as in (a+)+.',
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
  CONTEXT_INPUT_TOO_LARGE_parts:
    'The window of this model is too small to read this chapter even in many parts. Choose a larger one.',
  CONTEXT_SCOPE_VIOLATION: 'This would touch another work, so it was stopped. Nothing was sent.',
  CONTEXT_SCOPE_VIOLATION_source:
    'Some material came from another work, so this request was stopped. Nothing was sent.',
  CONTEXT_SCOPE_VIOLATION_session: 'This session has not opened the work and cannot read or write it.',
  CONTEXT_INSPECT_FORBIDDEN: 'Turn on developer mode in the settings to look at the context this way.',
  CONTEXT_BACKPRESSURE: 'Too many requests at once. Please try again shortly.',
  CONTEXT_BACKPRESSURE_chapter:
    'There are too many requests for this chapter at once. Please try again shortly.',
  CONTEXT_BUDGET_CONFLICT: 'The room for each part was changed elsewhere. Read it again first.',
  CONTEXT_BUDGET_INVALID_RATIO: 'The shares of the four layers must be 0 or more and add up to 100%.',
  CONTEXT_BUDGET_INVALID_MINIMUM: 'The minimum of a layer is a whole number of 0 or more.',
  CONSTRAINT_VALIDATION_ERROR: 'This cannot be a constraint as it is.',
  CONSTRAINT_VALIDATION_ERROR_text:
    'The text of a constraint is empty, too long, or holds broken characters.',
  CONSTRAINT_VALIDATION_ERROR_priority: 'A priority is a whole number from 0 to 1000.',
  CONSTRAINT_VALIDATION_ERROR_scope: 'The book has no chapter “{{chapter}}”. Choose another for the scope.',
  CONSTRAINT_VALIDATION_ERROR_empty: 'A constraint cannot be empty.',
  CONSTRAINT_VALIDATION_ERROR_characters: 'The constraint holds broken characters.',
  CONSTRAINT_VALIDATION_ERROR_kind: 'There is no such kind of constraint.',
  CONSTRAINT_VALIDATION_ERROR_id: 'Two constraints have the same id.',
  CONSTRAINT_VALIDATION_ERROR_patch: 'There is nothing to change: give a text, kind, priority or scope.',
  CONSTRAINT_VALIDATION_ERROR_long: 'A constraint has {{most}} characters at most.',
  CONSTRAINT_NOT_FOUND: 'This constraint is not there; it may have been deleted.',
  CONSTRAINT_CONFLICT: 'There is a constraint with the same text.',
  CONSTRAINT_LIMIT: 'There can be {{limit}} constraints at most. Join or delete some first.',
  CONSTRAINT_READONLY: 'This constraint comes from the codex or from memory. Change it there.',
  CONSTRAINT_FILE_BROKEN:
    'The constraints file has an error in line {{line}}, column {{column}}. It was left as it is and cannot be written until that is corrected.',
  CONSTRAINT_FILE_BROKEN_fault:
    'The constraints file has an error in line {{line}}, column {{column}}: {{fault}}. It was left as it is and cannot be written until that is corrected.',
  MEMORY_UNAVAILABLE: 'The writing preferences cannot be read this time.',
  MEMORY_UNAVAILABLE_fault:
    'The writing preferences cannot be read this time: {{path}} has an error in line {{line}}, column {{column}} ({{fault}}).',
  CODEX_ENTRY_BROKEN: '{{path}} cannot be read as an entry. The file was left as it is.',
  CODEX_ENTRY_BROKEN_fault: '{{path}} cannot be read as an entry: {{fault}}. The file was left as it is.',
  AGENT_PATH_FORBIDDEN: 'The agent may not read or write this file.',
  AGENT_PATH_FORBIDDEN_hidden: '{{path}} is not shown to assistants.',
  AGENT_PATH_FORBIDDEN_write:
    '{{path}} may not be written by assistants. Writable are manuscript/, codex folders, settings/, rules/style.md, rules/terminology.json and synopses/.',
  AGENT_REFUSED: 'The author declined this change. Nothing was written.',
  APPROVAL_NEEDED: 'This change needs your approval, and there is nobody to ask here.',
  APPROVAL_NEEDED_client:
    'This change needs the author’s approval and this client cannot ask. The author can allow changes for this book in CreoNow, or use a client that asks. Nothing was written.',
  APPROVAL_NEEDED_long:
    'This change is too long to be shown whole in one approval. Make it in smaller steps. Nothing was written.',
  APPROVAL_NEEDED_hidden:
    'The changed lines have text that is hidden from other programs, so this client cannot show the author what would be written. Change other lines, or make the change in CreoNow. Nothing was written.',
  AGENT_TOOL_OFF: 'This tool is switched off.',
  AGENT_TOOL_OFF_bash:
    'Bash is off: it works only in developer mode, and is turned on for each work separately.',
  AGENT_TOOL_OFF_environmentKeys:
    'The command was not run: it could read the keys and passwords in the environment of CreoNow (CREONOW_KEY_…, …_TOKEN, a proxy with a password). Store keys in the settings, and start CreoNow without such variables.',
  AGENT_TOOL_TIMEOUT: 'This took too long and was stopped.',
  AGENT_TOOL_TIMEOUT_search:
    'The search took too long and was stopped. Use a simpler expression or fewer files.',
  AGENT_REDACTED:
    'The text has something that is hidden from you. Leave each ***REDACTED*** exactly where it is, or edit around it. Nothing was written.',
  AGENT_STORED_KEY: 'The command contains a key from your settings, so it was not run.',
  AGENT_STORED_KEY_text: 'The text for {{path}} contains a key from your settings, so it was not written.',
  AGENT_STEP_LIMIT: 'It made all its {{maxSteps}} steps and stopped.',
  AGENT_STEP_LIMIT_progress: 'Many steps in a row brought nothing new, and it stopped.',
  AGENT_STEP_LIMIT_commandLine: 'It made all its {{maxSteps}} steps and stopped. --max-steps allows more.',
  AGENT_REPEATS:
    'The model made the same step {{times}} times in a row. What it had done stays; try another model.',
  AGENT_UNREADABLE: 'The model wrote {{times}} steps in a row that cannot be read. Try another model.',
  SPENDING_LIMIT: 'This would pass your limit of the month and was not sent.',
  SPENDING_LIMIT_book:
    'This book has cost {{spent}} dollars this month; the request would pass your limit of {{limit}} dollars and was not sent. You can change the limit in the settings, under Spending.',
  SPENDING_LIMIT_all:
    'All books together have cost {{spent}} dollars this month; the request would pass your limit of {{limit}} dollars and was not sent. You can change the limit in the settings, under Spending.',
  UPDATE_UNREACHABLE:
    'The place of new versions ({{host}}) does not answer. This version works on; try again later.',
  UPDATE_REFUSED: 'What was offered as a new version cannot be trusted. Nothing of it was used.',
  UPDATE_REFUSED_signature:
    'What was offered as a new version is not signed by the publisher of this app. Nothing of it was used.',
  UPDATE_REFUSED_damaged:
    'The new version did not arrive as its publisher signed it. Nothing of it was used; try again later.',
  UPDATE_REFUSED_place:
    'The place of new versions ({{host}}) leads to another one. That was not followed, and nothing of it was used.',
  UPDATE_NOT_INSTALLED: 'The new version could not be installed. This version is as it was.',
  AI_PROVIDER_MISSING: 'No service is set up for this model. Add one in the settings.',
  AI_PROVIDER_ERROR_part: 'The model did not answer while reading part {{part}}.',
  AI_PROVIDER_ERROR_vectorStatus: 'The embedding service answered with error {{status}}.',
  AI_PROVIDER_ERROR_vectors: 'The embedding service cannot be reached, or its answer cannot be used.',
  AI_PROVIDER_ERROR_vectorCount: 'The embedding service sent too few vectors.',
  AI_PROVIDER_ERROR_vectorLength: 'The vectors of the embedding service have the wrong length.',
  AI_PROVIDER_REDIRECT:
    'The address {{host}} wants to send requests on to another place. That was not done, and your text was not sent there. Check the address in the settings.',
  AI_PROVIDER_REDIRECT_to:
    'The address {{host}} wants to send requests on to {{to}}. That was not done, and your text was not sent there. Check the address in the settings.',
  AI_RESPONSE_TOO_LARGE: 'The answer of the service is too large, so this was stopped.',
  AI_RESPONSE_TOO_LARGE_depth:
    'The answer of the service is malformed (nested too deeply), so this was stopped.',
  AI_RESPONSE_TOO_LARGE_characters: 'The service did not stop writing, so this was stopped.',
  AI_RESPONSE_TOO_LARGE_bytes: 'The service sent too much, so this was stopped.',
  AI_RESPONSE_TOO_LARGE_frame: 'The service sent too much at once, so this was stopped.',
} as const satisfies Readonly<Record<ErrorKey, string>>
