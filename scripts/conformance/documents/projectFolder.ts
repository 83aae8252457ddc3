import type { RequirementDocument } from '../requirement.ts'

/** The demands on layers, hashes, redaction and the folder of a project. */
export const projectFolder: RequirementDocument = {
  number: '001',
  title: 'Layers, stable prefix, redaction and the folder of a project',
  requirements: [
    {
      ...{ id: '001.01', section: 'Layers' },
      demand: 'What changes from request to request leaves the prefix and its hash alone.',
      tests: [
        'the prefix of one book and model > is the same for every instruction, selection, chat and skill of a chapter',
        'Settings that do not fit, in a session > keep their forms, and so the prefix, whatever cursor, request and skill',
      ],
    },
    {
      ...{ id: '001.02', section: 'Folder' },
      demand: 'The tree of `.creonow` is made whole, twice is as once, and nothing is written over.',
      tests: [
        'ensure > creates every folder and file, and changes nothing in a second run',
        'ensure > creates each file once in two runs at once, and leaves no temporary file',
      ],
    },
    {
      ...{ id: '001.03', section: 'Folder' },
      demand: 'Prompt, evidence and receipts name files by paths inside the project.',
      tests: [
        'the folder > shows rules and settings with evidence, and without secrets and absolute paths',
        'Requirement: 上下文组装 API > context:inspect shows no absolute path of the manuscript, which the model reads as it is written',
      ],
    },
    {
      ...{ id: '001.04', section: 'Constraints' },
      demand:
        '`constraints.json` is the only store of constraints; version 1 is read, and no file is an empty list.',
      tests: [
        'constraints through the router > create and set write the same list, and the next prompt shows the change',
        'the constraints store > upgrades version 1 at the first write, and does not rewrite it when it reads',
        'the constraints store > reads a project without a file as empty, and makes none',
      ],
    },
    {
      ...{ id: '001.05', section: 'Constraints' },
      demand: 'A change of constraints moves the hash, and the block that moved it is named.',
      tests: [
        'a cache that does not work > because %s names the block, its price, and warns',
        'the viewer names the block that broke the cache, what it cost, and how the next run found it again',
      ],
    },
    {
      ...{ id: '001.06', section: 'Channels' },
      demand: 'The folder, its rules, settings and conversations answer by their channels.',
      tests: [
        'the folder > is completed, and a new project has one',
        'the folder > answers each bad request with its code',
        'conversations > come back unchanged, in their order, and with their count',
        'conversations > store their analysis, and refuse one for a conversation that does not exist',
      ],
    },
    {
      ...{ id: '001.07', section: 'Watching' },
      demand: 'A change by another program is in the next prompt and is told to every window.',
      tests: [
        'watching > brings a change outside into the next assembly, the index, and every window with the project',
        'a change while a watcher is active > by another program, a deletion too, is in the requests soon after it',
      ],
    },
    {
      ...{ id: '001.08', section: 'Stable prefix' },
      demand: 'System prompt and user content go out byte for byte.',
      tests: [
        'a run > through an OpenAI-compatible endpoint sends exactly the prompt of its receipt',
        'an endpoint of chat completions > sends both halves of the prompt byte for byte and streams the answer with its usage',
      ],
    },
    {
      ...{ id: '001.09', section: 'Stable prefix' },
      demand: 'Inside a template new material is appended at the end.',
      tests: [
        'the printed Retrieved layer > does not move: what is found later is printed behind the text before the cursor, as material',
        'a conversation > only appends, through a restart too, and what has changed in the chapter is where it belongs',
      ],
    },
    {
      ...{ id: '001.10', section: 'Hashes' },
      demand: 'The prefix hash is that of the system prompt that is sent, and nothing else moves it.',
      tests: [
        'the prefix hash is that of the system prompt, and the prompt hash that of all of it, in Chinese and in English',
        'assemble > changes the stable hash with a setting and with nothing else',
      ],
    },
    {
      ...{ id: '001.11', section: 'Hashes' },
      demand: 'A hash covers all that a run or a chat sends, its history included.',
      tests: [
        'receipts of runs and chats have the hash of every message that was sent, the history included',
      ],
    },
    {
      ...{ id: '001.12', section: 'Hashes' },
      demand: 'The same holds for every step of a task.',
      tests: ['every step of a task has them, live and as its conversation stores it'],
    },
    {
      ...{ id: '001.13', section: 'Evidence' },
      demand: 'Every AI run has its budget and its trimming evidence.',
      tests: [
        'Requirement: 上下文组装 API > AI 技能调用时组装上下文',
        'receipts of runs and chats have the hash of every message that was sent, the history included',
        'every step of a task has them, live and as its conversation stores it',
        'earlier results of 40 steps over a long book are shortened when the window is nearly full, and stay bounded',
      ],
      shortfall:
        'Of the 3 kinds of runs 2, writing and chat, have both; the steps of a task have usage, hashes and the note that results were shortened, because they are not assembled from the four layers.',
    },
    {
      ...{ id: '001.14', section: 'Evidence' },
      demand: 'Every piece that was read has one row, and its characters add up to the prompt.',
      tests: [
        'any material > has evidence for what was fetched and what the prompt has of it',
        'assemble > accounts for every character: before is what was fetched, after what the prompt holds',
        'an unusable file of a project > becomes a row or a warning, and a pipe is never opened',
      ],
    },
    {
      ...{ id: '001.15', section: 'Trimming' },
      demand: 'The order of cuts is fixed, and the viewer shows them.',
      tests: [
        'Retrieved is shortened in its fixed order',
        'a new project is watched, and its prompt has four layers with relative paths, redacted secrets and visible cuts',
      ],
    },
    {
      ...{ id: '001.16', section: 'Redaction' },
      demand: 'Keys of the known services and absolute paths are hidden, ordinary text is not.',
      tests: [
        'the redactor > hides every kind of secret and leaves the prose around it: $name',
        'the lists contain the secrets of the attack and twice as many more, over half of them published',
        'at most three of a hundred listed secrets are left, and of none a part',
        'harmless text > of a whole novel, and each of 1,000 of its paragraphs, stays as it is',
      ],
    },
    {
      ...{ id: '001.17', section: 'Redaction' },
      demand: 'Secrets of project files are hidden before they reach a prompt, in runs, chats and tasks.',
      tests: [
        'secrets > never reach prompt, receipts or inspection, and leave evidence',
        'a conversation about a book > sends no secret of an earlier message, and shows it as hidden',
        'Read numbers the lines, hides secrets and paths, and escapes a forged reminder',
      ],
    },
    {
      ...{ id: '001.18', section: 'Redaction' },
      demand: 'The viewer shows no secret.',
      tests: [
        'secrets in a rules file show as redacted in the viewer and nowhere in the page',
        'Requirement: 上下文组装 API > context:inspect shows no absolute path of the manuscript, which the model reads as it is written',
      ],
    },
    {
      ...{ id: '001.19', section: 'Redaction' },
      demand: 'Logs, receipts, events and errors hold no secret.',
      tests: [
        'a project full of secrets > shows none in prompt, inspection, receipt (also on disk) and log',
        'a project full of secrets > shows none in the events of a run',
        'a project full of secrets > shows none in an error',
      ],
    },
    {
      ...{ id: '001.20', section: 'Redaction' },
      demand: 'Each source with hidden text has a row with pattern and count.',
      tests: [
        'createContextEngine of the package > passes every text through the redactor of the program and counts what it replaced',
        'secrets > never reach prompt, receipts or inspection, and leave evidence',
      ],
    },
    {
      ...{ id: '001.21', section: 'Viewer' },
      demand: 'Layers, tokens, cuts, redactions and hashes are shown.',
      tests: [
        'a new project is watched, and its prompt has four layers with relative paths, redacted secrets and visible cuts',
        'chips > say why a piece is here in parts, then what was cut',
        'a hash is shortened from both ends',
      ],
    },
    {
      ...{ id: '001.22', section: 'Viewer' },
      demand: 'The seven documented selectors are in the page.',
      tests: [
        'a new project is watched, and its prompt has four layers with relative paths, redacted secrets and visible cuts',
      ],
    },
    {
      ...{ id: '001.23', section: 'Viewer' },
      demand: 'The documented scenario passes from the new project to the visible cut.',
      tests: [
        'a new project is watched, and its prompt has four layers with relative paths, redacted secrets and visible cuts',
      ],
    },
    {
      ...{ id: '001.24', section: 'Viewer' },
      demand: 'What a row of evidence advises is true.',
      tests: ['the advice at a cut promises room to a shorter text alone, in Chinese and in English'],
    },
  ],
}
