import type { ChannelOutput } from '../../contract/index.ts'
import { wrongUse } from '../wrongUse.ts'
import { required } from './commandLine.ts'
import { call } from './dispatch.ts'
import { givenText } from './givenFile.ts'
import { openProject } from './openProject.ts'
import { type Command, type CommandContext, printJson, printLine } from './terminal.ts'

type Finding = ChannelOutput<'continuity:decide'>

const rules: Readonly<Record<'zh' | 'en', Readonly<Record<Finding['rule'], string>>>> = {
  zh: {
    ...{
      name: '名字',
      age: '年龄',
      number: '数目',
      duration: '时间长短',
      place: '地点',
      owner: '东西在谁手里',
    },
    ...{ dead: '死者说话', destroyed: '已毁之物', injury: '伤残', early: '出现过早', knowledge: '不该知道' },
    ...{ thread: '伏笔未收', relation: '关系', appearance: '外貌', weekday: '星期' },
  },
  en: {
    ...{ name: 'name', age: 'age', number: 'number', duration: 'duration', place: 'place', owner: 'owner' },
    ...{ dead: 'the dead speak', destroyed: 'destroyed', injury: 'injury', early: 'too early' },
    ...{ knowledge: 'cannot be aware of it', thread: 'thread left open', relation: 'relation' },
    ...{ appearance: 'appearance', weekday: 'day of the week' },
  },
}

/**
 * `check`: where the chapter of `--document` contradicts cards, threads or itself; `intend` and `restore` decide on one.
 * `check ready`: what a run at `--cursor` would lack. `check ripple CARD`: what rests on the sentence of `--input`.
 */
export const check: Command = async (context) => {
  const [subject = 'continuity', action, id] = context.line.rest
  if (subject === 'continuity' && action === undefined) return list(context)
  if (subject === 'continuity' && (action === 'intend' || action === 'restore') && id !== undefined)
    return decide(context, id, action === 'intend')
  if (subject === 'ready' && action === undefined) return ready(context)
  if (subject === 'ripple' && action !== undefined) return ripple(context, action)
  throw wrongUse(
    '请写 check continuity、check continuity intend|restore 编号、check ready，都要 --document 章节；或 check ripple 卡片 --input 旧句子。',
    'Write check continuity, check continuity intend|restore ID or check ready, each with --document CHAPTER; or check ripple CARD --input OLD-SENTENCE.',
  )
}

async function list(context: CommandContext): Promise<void> {
  const documentId = required(context.line, 'document')
  const { projectId } = await openProject(context)
  const answer = await call(context, 'continuity:list', { projectId, documentId })
  if (context.line.values.json) return printJson(context, answer)
  for (const finding of answer.findings) if (!finding.intended) print(context, finding)
}

async function decide(context: CommandContext, id: string, intended: boolean): Promise<void> {
  const documentId = required(context.line, 'document')
  const { projectId } = await openProject(context)
  const finding = await call(context, 'continuity:decide', { projectId, documentId, id, intended })
  if (context.line.values.json) printJson(context, finding)
  else print(context, finding)
}

function print(context: CommandContext, { id, rule, text, other }: Finding): void {
  printLine(context, [id, rules[context.language][rule], text].join('\t'))
  printLine(
    context,
    ['', [other.title, other.chapterTitle].filter(Boolean).join(' · '), other.text].join('\t'),
  )
}

const readyWords = {
  zh: { thread: '伏笔该收', stale: '梗概过时', missing: '没有梗概' },
  en: { thread: 'thread due', stale: 'synopsis out of date', missing: 'no synopsis' },
} as const
const kinds = {
  zh: { character: '人', location: '地', item: '物', faction: '势力' },
  en: { character: 'person', location: 'place', item: 'thing', faction: 'faction' },
} as const

async function ready(context: CommandContext): Promise<void> {
  const { line, language } = context
  const documentId = required(line, 'document')
  const cursorPosition = Number(line.values.cursor ?? 0)
  const { projectId } = await openProject(context)
  const answer = await call(context, 'scene:readiness:get', { projectId, documentId, cursorPosition })
  if (line.values.json) return printJson(context, answer)
  for (const { kind, text, aliases, of } of answer.names)
    printLine(context, [kinds[language][kind], text, aliases.join(' '), of ?? ''].join('\t'))
  for (const { id, title, sentence } of answer.threads)
    printLine(context, [readyWords[language].thread, id, title, sentence].join('\t'))
  for (const { title, state } of answer.synopses)
    printLine(context, [readyWords[language][state], title].join('\t'))
}

async function ripple(context: CommandContext, card: string): Promise<void> {
  const { input } = context.line.values
  if (!input) throw wrongUse('--input 后面要写卡片原来的句子。', '--input is the sentence that the card had.')
  const removed = [await givenText(context, input)]
  const { projectId } = await openProject(context)
  const { entries } = await call(context, 'codex:list', { projectId })
  const id = entries.find((entry) => entry.name === card)?.id ?? card
  const answer = await call(context, 'scene:ripple:list', { projectId, id, removed })
  if (context.line.values.json) return printJson(context, answer)
  for (const { in: where, title, text } of answer.sentences)
    printLine(context, [where, title, text].join('\t'))
}
