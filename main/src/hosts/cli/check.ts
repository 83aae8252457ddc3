import type { ChannelOutput } from '../../contract/index.ts'
import { wrongUse } from '../wrongUse.ts'
import { required } from './commandLine.ts'
import { call } from './dispatch.ts'
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

/** `check`: where the chapter of `--document` contradicts cards, threads or itself; `intend` and `restore` decide on one. */
export const check: Command = async (context) => {
  const [subject = 'continuity', action, id] = context.line.rest
  if (subject === 'continuity' && action === undefined) return list(context)
  if (subject === 'continuity' && (action === 'intend' || action === 'restore') && id !== undefined)
    return decide(context, id, action === 'intend')
  throw wrongUse(
    '请写 check continuity，或 check continuity intend 编号、check continuity restore 编号，都要 --document 章节。',
    'Write check continuity, or check continuity intend ID or restore ID, each with --document CHAPTER.',
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
