import type { ChannelOutput } from '../../contract/index.ts'
import { AppError } from '../../lib/appError.ts'
import { wrongUse } from '../wrongUse.ts'
import { call } from './dispatch.ts'
import { openProject } from './openProject.ts'
import { type Command, type CommandContext, printJson, printLine } from './terminal.ts'

type Voice = ChannelOutput<'voice:get'>

const wordings = {
  zh: {
    sentence: '句长',
    paragraph: '段长',
    dialogue: '对话占比',
    person: { label: '人称', first: '第一人称', third: '第三人称', mixed: '兼用' },
    tense: { label: '时态', past: '过去', present: '现在', mixed: '兼用' },
    turns: '常用起头',
    quotations: '原文',
    chapters: '各章离全书',
    accepted: '采纳的文字离全书',
    tics: '每万字：您的 / 采纳的',
    more: '多',
  },
  en: {
    sentence: 'Sentences',
    paragraph: 'Paragraphs',
    dialogue: 'Dialogue',
    person: { label: 'Person', first: 'first', third: 'third', mixed: 'both' },
    tense: { label: 'Tense', past: 'past', present: 'present', mixed: 'both' },
    turns: 'Turns',
    quotations: 'Quotations',
    chapters: 'Chapters from the book',
    accepted: 'Accepted text from the book',
    tics: 'Per 10,000 words: yours / accepted',
    more: 'more',
  },
} as const

/** `voice`: how the author writes, and what accepted texts of models overuse. `voice save` makes a world file of it. */
export const voice: Command = async (context) => {
  const [action = 'get'] = context.line.rest
  if (action === 'get') return show(context)
  if (action === 'save') return save(context)
  throw wrongUse('请写 voice 或 voice save。', 'Write voice or voice save.')
}

async function save(context: CommandContext): Promise<void> {
  const { projectId } = await openProject(context)
  const answer = await call(context, 'voice:save', { projectId })
  if (context.line.values.json) printJson(context, answer)
  else printLine(context, answer.path)
}

async function show(context: CommandContext): Promise<void> {
  const { projectId } = await openProject(context)
  const answer = await call(context, 'voice:get', { projectId })
  if (context.line.values.json) return printJson(context, answer)
  for (const row of rowsOf(answer, wordings[context.language])) printLine(context, row.join('\t'))
}

function rowsOf(
  { sheet, distances, tics }: Voice,
  wording: (typeof wordings)['zh' | 'en'],
): readonly (readonly (string | number)[])[] {
  if (sheet === null) throw new AppError('NOT_FOUND', { why: 'prose' })
  const { sentence, paragraph, dialogue, person, tense, turns, quotations } = sheet
  const { low, middle, high, accepted } = distances
  return [
    [wording.sentence, sentence.short, sentence.middle, sentence.long],
    [wording.paragraph, paragraph.short, paragraph.middle, paragraph.long],
    [wording.dialogue, `${Math.round(dialogue * 100)}%`],
    ...(person === null ? [] : [[wording.person.label, wording.person[person]]]),
    ...(tense === null ? [] : [[wording.tense.label, wording.tense[tense]]]),
    ...turns.map(({ text, count }) => [wording.turns, text, count]),
    ...quotations.map((quotation) => [wording.quotations, quotation]),
    ...(middle === null ? [] : [[wording.chapters, low ?? '', middle, high ?? '']]),
    ...(accepted === null ? [] : [[wording.accepted, accepted]]),
    ...tics.map(({ label, ownRate, acceptedRate, more }) => [
      ...[wording.tics, label, ownRate, acceptedRate],
      ...(more ? [wording.more] : []),
    ]),
  ]
}
