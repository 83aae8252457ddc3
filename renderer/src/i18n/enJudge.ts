import type { JudgeKind, NotCheckedWhy } from '#contract/judge.ts'
import type { FindingKey } from './sentences.ts'

/** What checking a written text says. */
export const judge = {
  title: 'Checking',
  lead: 'What was written is checked against the constraints, word list and codex of this work. The two below hold for this work only; they are off because each asks the model once more.',
  model: 'Let the model check what only a reader can judge',
  modelHint:
    'Constraints on characters, world and plot, and whether the text contradicts the codex as of this chapter. It is the model that writes.',
  rewrite: 'Write once more when something is found',
  rewriteHint: 'Once only; the first text stays in the card of the run and can still be used.',
  checking: 'Done; the model is checking it. Stop if you will not wait: the text stays.',
  redoing: 'The first text breaks constraints; writing it once more',
  checked: 'Checked: {{kinds}}.',
  clean: 'Nothing was found.',
  findings: 'May break constraints: {{n}}',
  constraint: 'Constraint “{{text}}”',
  unlisted: 'Not listed: {{n}} more.',
  notChecked: 'Not checked: {{kinds}}. {{why}}',
  counted: '{{kind}} ({{n}})',
  kinds: {
    narrative: 'narration',
    style: 'style and punctuation',
    terminology: 'words',
    plot: 'plot',
    character: 'characters',
    world: 'world',
    continuity: 'agreement with the codex',
  } satisfies Record<JudgeKind, string>,
  why: {
    off: 'Only a reader can judge these; the settings let the model check them.',
    example: 'The example model cannot read; connect a model of your own to check them.',
    late: 'The model did not answer in time.',
    malformed: 'The answer of the model could not be understood and was not used.',
    refused: 'The service refused to check this.',
    failed: 'The model could not be asked.',
    cancelled: 'Checking was stopped.',
  } satisfies Record<NotCheckedWhy, string>,
  found: {
    person_first: 'May not be in the first person',
    person_third: 'May not be in the third person',
    mark: '“{{mark}}” is used',
    term: 'The word list has “{{use}}” for “{{word}}”',
    banned: '“{{word}}” is not to be used',
    name_early: '“{{name}}” is known only from “{{chapter}}” on',
    word_early: '“{{word}}” may appear from chapter {{chapter}} on',
    model: 'In the model’s view: {{why}}',
    codex: 'Differs from the codex entry “{{entry}}”. In the model’s view: {{why}}',
  } satisfies Record<FindingKey, string>,
  first: { replaced: 'First text', failed: 'Unfinished second text', cancelled: 'Unfinished second text' },
  kept: 'Writing it once more was not completed; the first text is used.',
  replaced: 'The first text broke constraints in {{n}} places and was written once more.',
} as const
