import type { RequirementDocument } from '../requirement.ts'

/** The demands on the division of a budget, on updates and memory. */
export const budgetDivision: RequirementDocument = {
  number: '003',
  title: 'Division of the budget, updates and episodic memory',
  requirements: [
    {
      ...{ id: '003.01', section: 'Budget' },
      demand: 'With retrieval it takes 45 percent, recent history 40, the long term the rest.',
      tests: [
        'the division of a budget > gives 500 to the system, a tenth to preferences, and 40, 15 and 45 % of the rest',
      ],
    },
    {
      ...{ id: '003.02', section: 'Budget' },
      demand: 'Without retrieval recent history takes 55 percent.',
      tests: ['the division of a budget > gives 55 and 45 % without retrieval, and leaves nothing unspent'],
    },
    {
      ...{ id: '003.03', section: 'Budget' },
      demand: 'Whether there is retrieval is decided by what was found.',
      tests: ['among the skills of a project, > a skill without Retrieved gets none, and its window holds'],
      shortfall:
        'The skill decides, not what was found: with nothing retrieved 45 percent stay reserved. A chat feels it beyond 77 rounds alone, with 2,125 instead of 2,500 of 10,000 tokens at round 100; below, a quarter of the window binds first.',
    },
    {
      ...{ id: '003.04', section: 'Budget' },
      demand: 'From the 21st round on recent history shrinks in favour of the long term.',
      tests: ['the division of a budget > gives after %i rounds %i tokens to short-term and %i to long-term'],
    },
    {
      ...{ id: '003.05', section: 'Budget' },
      demand: 'The division binds in requests.',
      tests: [
        'the part of a chat’s budget > for preferences limits semantic memory, and the rows show what gave way',
        'the part of a chat’s budget > for longTerm limits earlier exchanges',
        'the part of a chat’s budget > for retrieval limits the rest of what was retrieved, and not the earlier exchanges',
        'the part of a chat’s budget > for shortTerm limits history, less from the 21st round on, and the agent has no setting of its own',
      ],
    },
    {
      ...{ id: '003.06', section: 'Updates' },
      demand:
        'The plan of an update is full, appending, of the conversation alone, or a delta, by the hashes of the blocks.',
      tests: [
        'the delta has how much of the last prompt is at the beginning of this one',
        'delta > reuses every block up to the one that changed',
        'delta > applied to the previous prompt gives the new one, byte for byte',
        'the delta names the block that broke the cache, and what is behind it and is paid again',
      ],
    },
    {
      ...{ id: '003.07', section: 'Updates' },
      demand: 'Of two requests in a row only what changed is paid for.',
      tests: [
        'a chapter that grows through the contract alone keeps its beginning, and the plan says what a cache reads',
        `a conversation with \${name} reads nearly all of it again`,
      ],
    },
    {
      ...{ id: '003.08', section: 'Memory' },
      demand: 'Earlier exchanges are found by vectors, where a service for them is set up.',
      tests: [
        'recall > uses a provider with vectors, and its minimum applies',
        'the exchange “%s” is found for “%s”, with which it shares no word',
        'the service that the author has set up for vectors brings earlier exchanges into a prompt',
        'words decide while the service is %s, and it is left alone for half a minute',
        'the oldest of 20,000 exchanges is found, none of a later chapter, and the log is read once',
      ],
    },
    {
      ...{ id: '003.09', section: 'Flow' },
      demand:
        'Sources are read in parallel; a vector service that is down leaves search by words and a warning.',
      tests: [
        'search with an embedding provider > answers by words when the provider is down, and makes the missing vectors when it is back',
        "the assembly's query with an embedding provider > goes by words with one warning when the provider is %s, and does not call it again at once",
      ],
    },
    {
      ...{ id: '003.10', section: 'Result' },
      demand: 'The result has the prompt and the tokens of each part.',
      tests: [
        'creonow assemble > prints the documented result: four layers, the words before the cursor, an exact count',
        'an outcome > that comes with the very event that ends the run is recorded, visible at once and after a restart',
      ],
    },
  ],
}
