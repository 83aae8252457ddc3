import type { RequirementDocument } from '../requirement.ts'

/** The demands on tasks. */
export const agent: RequirementDocument = {
  number: '004',
  title: 'Tasks: history, compaction, mentions',
  requirements: [
    {
      ...{ id: '004.01', section: 'Layers' },
      demand: 'The order is system with tools, project instructions, history, input, plan.',
      tests: [
        'the request of a round has the order L1, L2, history, input, scratchpad, recap, and its log has it step by step',
        'agentPrompt > has the order L1, L2, history, input, scratchpad, recap',
      ],
    },
    {
      ...{ id: '004.02', section: 'Layers' },
      demand: 'A summary belongs to the history, not to the system prompt.',
      tests: [
        'a task that its conversation leaves no room for begins with a compaction, and the summary goes in L3',
      ],
    },
    {
      ...{ id: '004.03', section: 'Rounds' },
      demand: 'Inside a round observations are whole, in the history they are compressed.',
      tests: [
        'createScratchpad > has every observation whole, one block each, and only appends',
        'the request of a round has the order L1, L2, history, input, scratchpad, recap, and its log has it step by step',
      ],
    },
    {
      ...{ id: '004.04', section: 'Rounds' },
      demand: 'Steps are Thought and Action, results tool messages, the last step Finish.',
      tests: [
        'agentHistory > has a finished round in turns, as it was written, with what history stores of each result',
        'parseStep > reads a step with %s',
        'parseStep > finishes with %s',
      ],
    },
    {
      ...{ id: '004.05', section: 'Compression' },
      demand: 'LS and Glob leave counts and the first entries.',
      tests: [
        'the history of a large result > has the folder, the number and the first ten of LS',
        'the history of a large result > has the pattern, the number of hits and the first ten of Glob',
      ],
    },
    {
      ...{ id: '004.06', section: 'Compression' },
      demand: 'Grep leaves five lines with file and number.',
      tests: ['the history of a large result > has five lines of Grep, with file and line number'],
    },
    {
      ...{ id: '004.07', section: 'Compression' },
      demand: 'Read leaves at most 500 numbered lines.',
      tests: [
        'the history of a large result > has 500 lines of Read with their numbers, and where the rest is',
        'the history of a large result > has up to 500 lines of Read byte for byte',
      ],
    },
    {
      ...{ id: '004.08', section: 'Compression' },
      demand: 'Edit and MultiEdit leave file, range and part of the change.',
      tests: [
        'the history of a large result > has file, flags and the first lines of a large diff of %s',
        'the history of a large result > has the first ten of 120 files of MultiEdit, with a few lines each',
      ],
    },
    {
      ...{ id: '004.09', section: 'Compression' },
      demand: 'Write leaves 20 to 50 lines.',
      tests: ['the history of a large result > has the action and the first 40 lines of Write'],
    },
    {
      ...{ id: '004.10', section: 'Compression' },
      demand: 'Bash leaves the end of stderr and a digest of stdout.',
      tests: [
        'the history of a large result > has 200 characters of stdout, the last 20 lines of stderr and the exit code of Bash',
      ],
    },
    {
      ...{ id: '004.11', section: 'Compression' },
      demand: 'TodoWrite leaves its recap.',
      tests: [
        'the history of a large result > has the recap alone of TodoWrite',
        'TodoWrite stores the list and prints it in one line',
      ],
    },
    {
      ...{ id: '004.12', section: 'Compression' },
      demand: 'What is sent of a finished round is what the history stores, while there is room.',
      tests: [
        'a finished round is sent as the log has it, and the open one only once',
        'agentHistory > sends no round that is open, and whole rounds only, the newest that fit',
      ],
    },
    {
      ...{ id: '004.13', section: 'Compaction' },
      demand: 'At least ten rounds stay.',
      tests: [
        'a compaction > takes out the oldest rounds whole, leaves ten, and every event in the log',
        'ten rounds of prose that exceed half of the window are all sent, in half of it',
        'a compaction > leaves at most its target where ten rounds of prose alone are more: all stay, each cut to its two ends',
      ],
    },
    {
      ...{ id: '004.14', section: 'Compaction' },
      demand: 'No message is lost between summary and history.',
      tests: [
        'a compaction > of a conversation leaves no hole: every message is sent, summed up, or not yet answered',
      ],
    },
    {
      ...{ id: '004.15', section: 'Compaction' },
      demand: 'Calls stay with their results, and a round is never cut in two.',
      tests: [
        'agentHistory > sends no round that is open, and whole rounds only, the newest that fit',
        'a compaction > takes out the oldest rounds whole, leaves ten, and every event in the log',
      ],
    },
    {
      ...{ id: '004.16', section: 'Summary' },
      demand: 'The fixed template is asked for, and an answer without one of its sections is refused.',
      tests: [
        'the template of a summary has the sections of an archived session in their order, and three for a novel',
        'a summary about “%s” without its technical context is refused by its form',
        'a summary > is refused as %s: %s',
      ],
    },
    {
      ...{ id: '004.17', section: 'Summary' },
      demand: 'It is a system message whose times are set by code.',
      tests: [
        'a compaction > is stored as the system’s summary, with title and times from the log and the skeleton behind it',
      ],
    },
    {
      ...{ id: '004.18', section: 'Summary' },
      demand: 'It is never summed up again.',
      tests: ['a compaction > never gives a summary to be summarised: the next one is made of rounds alone'],
    },
    {
      ...{ id: '004.19', section: 'Trigger' },
      demand:
        'The last usage and the input together start it at 0.8 of the window, with three messages at least.',
      tests: [
        'the compaction of history > starts exactly at 0.8 of a window of 200,000 when the window is unknown',
        'the compaction of history > starts at 0.8 of the model’s window, or where the answer would lack room',
        'nothing is compacted below four fifths, or with fewer than three messages',
        'a turn that the conversation leaves no room for > is preceded by a compaction with the same model and beginning, the instruction last',
      ],
    },
    {
      ...{ id: '004.20', section: 'Summary' },
      demand: 'It blocks, and its progress is shown.',
      tests: [
        'a task that its conversation leaves no room for begins with a compaction, and the summary goes in L3',
        'a full conversation is summarised with progress and a card to read, change and take back, and the log loses nothing',
      ],
    },
    {
      ...{ id: '004.21', section: 'Summary' },
      demand: 'After 120 seconds it is given up with the documented sentence.',
      tests: [
        'a summary that takes too long > is given up at its deadline: the recent history stays, with the documented words',
        'a summary that takes too long is given up with a notice, and the task goes on with its newest rounds',
      ],
    },
    {
      ...{ id: '004.22', section: 'Mentions' },
      demand: 'A mentioned file adds the reminder; five in order, each once, and the number of the rest.',
      tests: [
        'a file that is mentioned > adds the documented reminder to the message',
        'a file that is mentioned > is one of the first five in order, each once, with the number of the others',
        'a reminder that is not ours > is escaped in the message, and ours behind it is not',
      ],
    },
    {
      ...{ id: '004.23', section: 'Mentions' },
      demand: 'Only relative paths of the project are mentions.',
      tests: ['a file that is mentioned > is no file for %s'],
    },
    {
      ...{ id: '004.24', section: 'Freshness' },
      demand:
        'A file that another program changed is noted at the next reading, also in a later task of the conversation.',
      tests: [
        'a file changed outside is noted once, the agent’s own edit never',
        'a file changed between two tasks of a conversation is noted at the next reading, in another conversation not',
      ],
    },
    {
      ...{ id: '004.25', section: 'Freshness' },
      demand: "The agent's own edit is no such change.",
      tests: ['a change from outside is noted once at the next Read; the agent’s own edit is none'],
    },
    {
      ...{ id: '004.26', section: 'Results' },
      demand: 'Status, data and error stay whole; text, stats and context are left out.',
      tests: [
        'the history of a large result > has the code and the whole message of an error, without text, stats and context',
        'the history of a large result > has a small result whole and not marked as truncated',
      ],
    },
    {
      ...{ id: '004.27', section: 'Instructions' },
      demand: '`CODE_LAW.md` in any case is read at each step, redacted, and is in no history.',
      tests: [
        'CODE_LAW.md takes effect on the step after it was changed',
        'the request of a round has the order L1, L2, history, input, scratchpad, recap, and its log has it step by step',
      ],
    },
    {
      ...{ id: '004.28', section: 'Settings' },
      demand: 'The rounds that stay and the window are settings.',
      tests: [
        'as many rounds stay as the author has set, where he sets more than there would be',
        'the compaction of history > starts at 0.8 of the model’s window, or where the answer would lack room',
        'models.json > overrides the table, and leaves the facts it does not mention',
      ],
    },
    {
      ...{ id: '004.29', section: 'Protocol' },
      demand: 'A result goes out as `[tool]` and its JSON.',
      tests: [
        'agentHistory > has a finished round in turns, as it was written, with what history stores of each result',
        'a task that its conversation leaves no room for begins with a compaction, and the summary goes in L3',
      ],
    },
    {
      ...{ id: '004.30', section: 'Flow' },
      demand: 'The memory of what was read and the compaction before the turn are wired in the app.',
      tests: [
        'a turn that the conversation leaves no room for > is compacted once: the turns after it only append, though the window stays full',
        'a file changed between two tasks of a conversation is noted at the next reading, in another conversation not',
      ],
    },
  ],
}
