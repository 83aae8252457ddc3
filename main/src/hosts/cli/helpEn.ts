/** The same in English. */
export const usageEn = (
  importExtensions: readonly string[],
): string => `The CreoNow command (npm run -s creonow -- COMMAND …)

  import FILE --into DIR [--name TITLE] [--append]         splits ${importExtensions.join(', ')} or a folder of them into chapters
         [--encoding E] [--headings H] [--join] [--language L] [--format F]
  import FILE --preview [--encoding E] [--headings H]      only shows how it would be split
  export --project DIR --out FILE [--document CHAPTER [--to CHAPTER]] [--layout indented|plain|spaced]
         [--format txt|chapters|markdown|docx|paperback|rtf|epub|html|scrivener]
                                                           writes the whole book, or these chapters, as one file
  assemble --project DIR --document CHAPTER --cursor N     puts together what a model would get
           [--select A:B] [--skill S] [--input TEXT] [--model M]
           [--window N] [--reserve N] [--length N] [--stateless]
  inspect  (same options)                                  the four layers, piece by piece
  explain  (same options, or --receipt ID)                 a table for people: what is in, what is cut, and why
  run      (same options)                                  runs a skill, one JSON line for each event
           [--effort off|minimal|on|low|medium|high|max]   how hard the model thinks, where it can be told
           [--temperature 0-2]                             how freely it chooses words, where it can be told
  agent "TASK" --project DIR [--model M]                   a model searches, checks and changes the whole book
        [--yes | --ask] [--max-steps N]                    --yes allows writes; exit code 0 when done, else 1
  each "REQUEST" --project DIR [--model M] [--preview | --yes]
                                                           asks the same about every chapter; the price first
  synopses --project DIR [--model M] [--preview | --yes]   writes the missing synopses; your own stay
  synopses list --project DIR                              what there is, of chapters, volumes or ranges, and the book
  count    [--encoding o200k_base|cl100k_base] [--model M] tokens of what comes on stdin
  redact   [--scope creonow|manuscript]                    hides keys and local paths in what comes on stdin
  mentions --project DIR                                   codex entries that stdin mentions
  search   --project DIR --k N [--before CHAPTER]          searches the book with the words on stdin
  codex import FILE --project DIR                          takes in cards, World Info or NovelAI lorebooks
  codex export --project DIR [--format worldinfo|markdown|docx|csv|rime|words] --out FILE
                                                           For other programs, for readers, for an input method
  codex suggestions [KIND] --project DIR                   names of the book that are no codex entries
  codex knowledge --project DIR --document CHAPTER [--cursor N]
                                                           who on stage knows what, as of this chapter
  codex drafts read [NAME …] --project DIR [--readings 1|2|3] [--model M] [--preview | --yes]
                                                           a model drafts cards, each fact with its sentence; the price first
  codex drafts list --project DIR                          drafts that are not decided on
  codex drafts accept|reject ID … | ticked | all --project DIR
  codex changes read [--document ID] --project DIR [--model M] [--preview | --yes]
                                                           a model reads what changes in chapters, each with its sentence
  codex changes list --project DIR                         changes that are not decided on
  codex changes accept|fact|reject ID … | ticked | all --project DIR
                                                           into the cards or not; fact: a claim counts as happened
  threads  [add | pay ID] --project DIR [--document CHAPTER --select A:B] [--input TITLE]
                                                           threads and their sentences; plants or pays one
  plan     [csv] --project DIR [--columns A,B] [--out FILE]
                                                           the plan of the book as a table (CSV)
  plan set --project DIR --document CHAPTER [--status WORD] [--label WORD]
                                                           - for none; idea, draft, revised, final or a word of your own
  plan add --project DIR --input CHAPTERS [--before CHAPTER | --after CHAPTER | --volume CHAPTER]
                                                           chapters to be written, one a line, the plan behind a colon
  snapshots [create | compare ID | restore ID | delete ID | undelete ID] --project DIR [--name NAME]
            [--document CHAPTER | --scope all]             the whole book: stores, compares, restores its text (with
                                                           --document that chapter alone, with --scope all cards and
                                                           rules too), deletes a snapshot, brings it back
  backup   --project DIR [--to FOLDER]                     the whole book as a zip; without --to into the
                                                           folder of the settings
  statistics --project DIR                                 what was written: days, speed, streaks, chapters, by you and by AI
  voice    [save] --project DIR                            how you write, and what models overuse; save writes
                                                           the sheet as a world file
  words    [lists | import FILE] --project DIR [--format typos|sensitive] [--name NAME]
                                                           typos and sensitive words of lists in the book; txt, one a line
  check    [continuity] --project DIR --document CHAPTER   where the chapter contradicts cards, threads or itself; no model
  check continuity intend|restore ID …                     it is meant: no longer listed, or listed again
  check ready --project DIR --document CHAPTER [--cursor N]
                                                           before writing: names without a card, threads due, old synopses
  check ripple CARD --project DIR --input OLD-SENTENCE     which sentences rest on what a card no longer has
  rpc      [--project DIR] [--debug]                       any channel, by JSON lines
  mcp      --project DIR [--write] [--debug]               offers the book to other assistants (docs/mcp.md)
  doctor                                                   whether this machine can run it
  help     [COMMAND]                                       this help, or that of one command
  completion bash|zsh|fish                                 a script that completes commands and options in a terminal

  everywhere: --json results as JSON   --schema its JSON schema, and nothing is done   --lang zh|en language for people
              --data DIR where index and settings live (or CREONOW_DATA_DIR)   --version its version
              - as a FILE is stdin or stdout, and as the text of TASK, REQUEST or --input what comes on stdin
  exit codes: 0 done   1 failed   2 the words of the command   3 not there   4 changed or in use elsewhere
              5 model or service   6 a file cannot be used   7 not allowed or not approved   130 stopped
`
