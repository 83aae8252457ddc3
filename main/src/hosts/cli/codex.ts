import { basename, extname, resolve } from 'node:path'
import { type ChannelOutput, contract } from '../../contract/index.ts'
import { typedIn } from '../../lib/dataFolder.ts'
import { wrongUse } from '../wrongUse.ts'
import { drafts } from './cardDrafts.ts'
import { changes } from './chapterChanges.ts'
import { required } from './commandLine.ts'
import { call } from './dispatch.ts'
import { readGiven } from './givenFile.ts'
import { openProject } from './openProject.ts'
import { type Command, type CommandContext, printJson, printLine } from './terminal.ts'
import { goesToStdout, report as reportOn, writeResult } from './writeResult.ts'

const maxBytes = 100 * 1024 * 1024

/**
 * `codex import FILE`: lorebooks and character cards. `codex export --out FILE`: a lorebook, a story bible, names;
 * in the format of `--format` or of the file's name, else World Info.
 * `codex suggestions [KIND]`: names that the book uses and the codex does not have. `codex knowledge`: who is
 * aware of what at `--document` and `--cursor`. `codex drafts …`: `cardDrafts.ts`. `codex changes …`: `chapterChanges.ts`.
 */
export const codex: Command = async (context) => {
  const [action, file] = context.line.rest
  if (action === 'import' && file !== undefined) return importInto(context, file)
  if (action === 'export') return exportTo(context)
  if (action === 'suggestions') return suggest(context, file)
  if (action === 'knowledge') return knowledge(context)
  if (action === 'drafts') return drafts(context)
  if (action === 'changes') return changes(context)
  throw wrongUse(
    '请写 codex import 文件 --project 文件夹，codex export --project 文件夹 [--format …] --out 文件，codex suggestions --project 文件夹，codex knowledge --project 文件夹 --document 章节，codex drafts read|list|accept|reject --project 文件夹，或 codex changes read|list|accept|fact|reject --project 文件夹。',
    'Write codex import FILE --project DIR, codex export --project DIR [--format …] --out FILE, codex suggestions --project DIR, codex knowledge --project DIR --document CHAPTER, codex drafts read|list|accept|reject --project DIR, or codex changes read|list|accept|fact|reject --project DIR.',
  )
}

const kinds = ['character', 'location', 'item', 'faction'] as const

async function suggest(context: CommandContext, named: string | undefined): Promise<void> {
  const kind = kinds.find((candidate) => candidate === named)
  if (named !== undefined && kind === undefined)
    throw wrongUse(`类别是 ${kinds.join('、')} 之一。`, `The kind is one of ${kinds.join(', ')}.`)
  const { projectId } = await openProject(context)
  const answer = await call(context, 'codex:suggestions', { projectId, ...(kind ? { kind } : {}) })
  if (context.line.values.json) return printJson(context, answer)
  for (const { kind: itemKind, text, aliases, count, of = '', sample } of answer.items)
    printLine(context, [itemKind, count, [text, ...aliases].join('/'), of, sample].join('\t'))
}

const awareness = {
  zh: { knows: '知道', later: '还不知道', unstated: '没有写' },
  en: { knows: 'knows', later: 'not yet', unstated: 'not stated' },
} as const

/** One line with the people on stage, then one for each fact. */
async function knowledge(context: CommandContext): Promise<void> {
  const { line, language } = context
  const documentId = required(line, 'document')
  const { cursor } = line.values
  const { projectId } = await openProject(context)
  const at = { documentId, ...(cursor !== undefined && { cursorPosition: Number(cursor) }) }
  const answer = await call(context, 'codex:knowledge:get', { projectId, ...at })
  if (line.values.json) return printJson(context, answer)
  printLine(context, ['', ...answer.people.map(({ name }) => name)].join('\t'))
  for (const { name, text, people } of answer.facts) {
    const cells = people.map((each) => {
      const chapter = each.state === 'unstated' ? undefined : each.chapter?.title
      return [awareness[language][each.state], chapter].filter(Boolean).join(' · ')
    })
    printLine(context, [[name, text].filter(Boolean).join(' · '), ...cells].join('\t'))
  }
}

async function importInto(context: CommandContext, file: string): Promise<void> {
  const bytes = await readGiven(context, file, maxBytes)
  const { projectId } = await openProject(context)
  const upload = { fileName: basename(file), base64: bytes.toString('base64') }
  const { entries, loss } = await call(context, 'codex:import', { projectId, upload })
  report(context, { entries, loss }, 'imported')
}

async function exportTo(context: CommandContext): Promise<void> {
  const target = required(context.line, 'out')
  const { format = formatNamed.get(extname(target).toLowerCase()) ?? 'worldinfo' } = context.line.values
  if (!isFormat(format)) {
    const all = formats.join(' | ')
    throw wrongUse(`--format 只能是 ${all}。`, `--format is ${all}.`)
  }
  const out = resolve(typedIn(), target)
  const toStdout = goesToStdout(context, format !== 'docx')
  const { projectId } = await openProject(context)
  const answer = await call(context, 'codex:export', { projectId, format })
  const { content, encoding, entries, loss } = answer
  const bytes = Buffer.from(content, encoding)
  if (toStdout) context.output.write(bytes)
  else await writeResult(out, bytes)
  report(context, { entries, loss }, 'exported', toStdout)
}

/** Formats that the end of a file's name means, with the dot. */
const formatNamed: ReadonlyMap<string, (typeof formats)[number]> = new Map([
  ['.docx', 'docx'],
  ['.md', 'markdown'],
  ['.csv', 'csv'],
])

const formats = contract['codex:export'].input.shape.format.options
const isFormat = (name: string): name is (typeof formats)[number] => formats.some((format) => format === name)

type Report = Pick<ChannelOutput<'codex:import'>, 'entries' | 'loss'>

const messages = {
  zh: {
    imported: (entries: number) => `导入了 ${entries} 个条目`,
    exported: (entries: number) => `导出了 ${entries} 个条目`,
    omitted: (count: number) => `，${count} 处没有对应`,
    gap: '　',
  },
  en: {
    imported: (entries: number) => `Entries imported: ${entries}`,
    exported: (entries: number) => `Entries exported: ${entries}`,
    omitted: (count: number) => `; without an equivalent: ${count}`,
    gap: '  ',
  },
}

function report(
  context: CommandContext,
  { entries, loss }: Report,
  done: 'imported' | 'exported',
  toStdout = false,
): void {
  if (context.line.values.json) {
    printJson(context, { entries, loss })
    return
  }
  const wording = messages[context.language]
  reportOn(context, toStdout, `${wording[done](entries)}${wording.omitted(loss.length)}`)
  for (const { entry, field, reason, english } of loss) {
    const words = [entry, field, context.language === 'en' ? english : reason].filter((word) => word !== '')
    reportOn(context, toStdout, `  ${words.join(wording.gap)}`)
  }
}
