import type { RequirementDocument } from '../requirement.ts'

/** The demands on what goes further than the five documents. */
export const beyond: RequirementDocument = {
  number: 'beyond',
  title: 'What goes beyond the documents',
  requirements: [
    {
      ...{ id: 'beyond.01', section: 'Cache' },
      demand: 'The first block that differs is named, with the tokens and the price that it costs.',
      tests: [
        'a cache that does not work > because %s names the block, its price, and warns',
        'the families of endpoints > has a price for every model that a preset offers',
      ],
    },
    {
      ...{ id: 'beyond.02', section: 'Cache' },
      demand: 'The prompt keeps its beginning over an afternoon of writing.',
      tests: [
        'the printed Retrieved layer > stays with what would not be chosen today, and through a restart',
        'a chapter that grows through the contract alone keeps its beginning, and the plan says what a cache reads',
        'the beginning of the prompt changes over an afternoon of tasks once per compaction of either kind, and with a new task',
      ],
    },
    {
      ...{ id: 'beyond.03', section: 'Names' },
      demand: 'A rename leaves a longer name alone or lists it, whether the codex has it or not.',
      tests: [
        'MultiEdit leaves another person alone of whom the codex knows nothing, and lists the place',
        'a longer name that occurs once, of which the codex knows nothing, is not taken for the shorter one',
        'a longer name without an entry is left as it is and counted, and what was not shown is not replaced',
      ],
    },
    {
      ...{ id: 'beyond.04', section: 'Chapters' },
      demand: 'Nothing of a later chapter is in an earlier prompt, by any field of an entry.',
      tests: [
        '10,000 prompts have no secret of a later chapter, whatever field contains it, and have it in its own chapter',
        'the plans of a book > are in 10,000 prompts whole in their own chapter, one line in the two before it, and nowhere else',
      ],
    },
    {
      ...{ id: 'beyond.05', section: 'Receipts' },
      demand: 'A paragraph leads to the run that wrote it, and a changed source is told.',
      tests: [
        'the run that wrote a paragraph > is found whatever the indent or the line ends of the file, and not for an edited paragraph',
        'receipts, read back while the process remembers > tells a changed source from the same one, and still shows what was sent',
      ],
    },
    {
      ...{ id: 'beyond.06', section: 'What-if' },
      demand: 'Other shares can be tried without sending anything.',
      tests: [
        'an inspection shows each piece with its text, under the budget it is given, and leaves nothing',
        'other shares in developer mode leave nothing out while there is room, send nothing, and can be reset',
      ],
    },
    {
      ...{ id: 'beyond.07', section: 'Detail' },
      demand: 'An entry is shortened by levels, never while there is room, and its state stays.',
      tests: [
        'detail levels > go from full to 120 characters, 30 and the name, the latest first at each',
        'nobody is shortened while more than 500 tokens are free, whatever the window',
        '59 people in one scene are all in the prompt, dead as they are, at %i tokens: %j',
      ],
    },
    {
      ...{ id: 'beyond.08', section: 'Calibration' },
      demand: 'Estimates follow what providers report, and no single report moves them.',
      tests: [
        'calibration > goes up with the third like report, and is there at the next start',
        'calibration > is moved by no single report, however absurd, and by no service that cuts',
      ],
    },
    {
      ...{ id: 'beyond.09', section: 'Counts' },
      demand: 'Counts of models with a public tokenizer are exact.',
      tests: [
        'in the counting of %s, > 10,000 hostile strings of its own, 250 of them with a piece of 200 to 600 bytes, are counted as js-tiktoken counts them',
      ],
    },
    {
      ...{ id: 'beyond.10', section: 'Scopes' },
      demand: 'A constraint may hold from one chapter to another, also when they move.',
      tests: ['a scoped rule is printed in its scope only, also when chapters are renamed and moved'],
    },
    {
      ...{ id: 'beyond.11', section: 'Compaction' },
      demand: 'A summary is taken only when it is smaller and holds names, numbers and pinned facts.',
      tests: [
        'an unsound summary > is refused because it grows',
        'an unsound summary > is refused because it loses a pinned fact, though the skeleton is whole',
        'an unsound summary > is refused because it leaves %s to the skeleton',
        'a turn that the conversation leaves no room for > whose summary is refused twice has what code took out instead, and the author may write one',
      ],
    },
    {
      ...{ id: 'beyond.12', section: 'Exchange' },
      demand: 'Lorebooks and cards come in and go out field by field, and losses are named.',
      tests: [
        'a round trip through World Info > loses no field, known or unknown, of any entry or of the file',
        'with creonow codex in a process of its own, > World Info comes back field by field after import → export → import → export',
      ],
    },
    {
      ...{ id: 'beyond.13', section: 'Questions' },
      demand: 'The author can ask why a fact is in a prompt or missing.',
      tests: [
        'a question about what a run read is answered > with the place in the prompt where the name and the fact stand together',
        'a question about what a run read is answered > with the chapter from which the codex knows it, when that is a later one',
      ],
    },
    {
      ...{ id: 'beyond.14', section: 'Money' },
      demand: 'Every run shows its tokens, its cache and its price.',
      tests: [
        'the price of a run is shown and stored with its receipt',
        'the families of endpoints > has a price for every model that a preset offers',
      ],
    },
    {
      ...{ id: 'beyond.15', section: 'Other programs' },
      demand:
        'Another assistant sees the book through tools that hide secrets, refuse paths outside and earlier exchanges, and can be undone.',
      tests: [
        'every tool answers a client that only reads, refuses a path outside, and hides secrets and paths',
        'LS and Glob list what is there, and nothing hidden, cached, of conversations or withheld',
        'the author sees the diff of a client that writes and may decline, and one undo takes the whole rename back',
      ],
    },
    {
      ...{ id: 'beyond.16', section: 'Continuity' },
      demand:
        'A dead man who speaks is found with the state of his chapter; invented sentences and entries are not reported.',
      tests: [
        'a model that checks a text > reads it after the same words as the run, and each of its findings has place, constraint and kind, with the price',
        'a model that checks a text > finds nothing in a sentence that is not in the text, by a rule that was not sent, or in two characters',
        'a model that checks a text > finds nothing by an entry that it has not read: “%s”',
      ],
    },
    {
      ...{ id: 'beyond.17', section: 'History' },
      demand: 'An insertion of AI text is preceded by a version that comes back byte for byte.',
      tests: [
        'AI text is preceded by a version however little was typed, and so are other programs’ words',
        'restoring is a save that can be taken back, and equal content is stored once',
      ],
    },
    {
      ...{ id: 'beyond.18', section: 'Languages' },
      demand: 'An English book and interface have no Chinese word that the author did not write.',
      tests: ['in English, nothing about an English book is Chinese', `\${what}: the screens of \${part}`],
    },
  ],
}
