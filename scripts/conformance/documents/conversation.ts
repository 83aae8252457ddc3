import type { RequirementDocument } from '../requirement.ts'

/** The demands on conversations and the codex. */
export const conversation: RequirementDocument = {
  number: '002',
  title: 'Conversations and the codex',
  requirements: [
    {
      ...{ id: '002.01', section: 'Messages' },
      demand: 'A message has id, role, content, time, skill, tokens and model.',
      tests: [
        'a conversation about a book > goes on after two restarts with every message, answers included',
        'conversations > come back unchanged, in their order, and with their count',
      ],
    },
    {
      ...{ id: '002.02', section: 'Messages' },
      demand: 'The history of a chat has 4,000 tokens, or what the author sets.',
      tests: [
        'a conversation about a book > of 200 turns stays within the budget, in whole turns, and between two overflows begins with the same bytes',
        'the part of a chat’s budget > for shortTerm limits history, less from the 21st round on, and the agent has no setting of its own',
      ],
    },
    {
      ...{ id: '002.03', section: 'History' },
      demand: 'The newest rounds are sent, whole ones leave from the beginning.',
      tests: [
        'the part of a conversation that is sent > is everything while it fits, in order',
        'the part of a conversation that is sent > loses whole rounds from its beginning until at most half is in use',
        'the part of a conversation that is sent > has nearly half the budget once so much was written in short rounds',
      ],
    },
    {
      ...{ id: '002.04', section: 'History' },
      demand: '“Go on as before” has a before, after a restart too.',
      tests: [
        'what the author asked of one skill > is there with its answer when the next words refer to it, whatever both skills are',
        'a conversation about a book > goes on after two restarts with every message, answers included',
      ],
    },
    {
      ...{ id: '002.05', section: 'History' },
      demand: 'Older turns are found again without being sent whole.',
      tests: [
        'what was compacted away > comes back when it is requested: twenty of twenty facts',
        'an earlier message of a conversation > comes with its number, its role and its day',
      ],
    },
    {
      ...{ id: '002.06', section: 'Material' },
      demand: 'Retrieved is introduced as what may or may not be relevant.',
      tests: [
        'the printed Retrieved layer > does not move: what is found later is printed behind the text before the cursor, as material',
        'what is retrieved is introduced as material that may or may not be relevant, in Chinese and in English',
      ],
    },
    {
      ...{ id: '002.07', section: 'Events' },
      demand: 'Requests, plans, actions and observations are events of their own kinds.',
      tests: [
        'a finished round is sent as the log has it, and the open one only once',
        'the request of a round has the order L1, L2, history, input, scratchpad, recap, and its log has it step by step',
        'agentHistory > has a finished round in turns, as it was written, with what history stores of each result',
      ],
    },
    {
      ...{ id: '002.08', section: 'Codex' },
      demand:
        'The four levels of an entry decide whether it is in Rules, in Retrieved when named, by hand alone, or never.',
      tests: ['the codex in a prompt > gives each level its behaviour, scores and reasons people understand'],
    },
    {
      ...{ id: '002.09', section: 'Codex' },
      demand: 'An alias is found like the name, in the chapters where it holds.',
      tests: [
        'an entry as of a chapter > has the aliases and relations of that chapter, and is absent before its own',
        'the search for mentions > agrees with the naive leftmost-longest definition on 40 windows of %s',
      ],
    },
    {
      ...{ id: '002.10', section: 'Synopses' },
      demand:
        "A chapter's synopsis is written by a skill and stands in later prompts, marked when it is stale.",
      tests: [
        'a chapter longer than the window is read in parts: every line is sent, and each part has the results before it',
        'an accepted synopsis is stored as the model’s, stale once the chapter changes, and the next prompt says so',
        'the context of a continuation > has the synopses of the last three chapters in front of it, the nearest weighing most, and no others',
      ],
    },
    {
      ...{ id: '002.11', section: 'Editor state' },
      demand:
        'Cursor, selection and the title of the scene are in the prompt, also when the title is above the window.',
      tests: [
        'a prompt > tells chapter, scene, point of view and what of the plan is written, behind the text',
        'where the cursor is > tells %s',
        'where the cursor is > is told in English in an English book',
      ],
    },
    {
      ...{ id: '002.12', section: 'Retrieval' },
      demand: 'Passages of earlier chapters supplement the codex, none of a later one.',
      tests: [
        'search > never returns the named chapter or a later one, whatever order the chapters were indexed in',
        'passages > come with their rank, why they are there, and the chapter they are cut from',
      ],
    },
    {
      ...{ id: '002.13', section: 'Order' },
      demand: 'The fixed part comes first, the dialogue behind it, the question last.',
      tests: [
        'a conversation > has its material in front, what was found later with its question, and the question last',
        'receipts of runs and chats have the hash of every message that was sent, the history included',
      ],
    },
    {
      ...{ id: '002.14', section: 'Wiring' },
      demand: 'Codex, preferences, retrieval and the editor fill the layers of a real request.',
      tests: [
        'Requirement: 四层上下文架构 > 四层上下文正常组装',
        'among the preferences in a prompt, > the sample’s own are sent, and a rule stands in Rules alone',
      ],
    },
  ],
}
