import { resolve } from 'node:path'
import { planColumns } from '../../contract/plans.ts'
import { typedIn } from '../../lib/dataFolder.ts'
import { wrongUse } from '../wrongUse.ts'
import { required } from './commandLine.ts'
import { call } from './dispatch.ts'
import { givenText } from './givenFile.ts'
import { openProject } from './openProject.ts'
import { type Command, type CommandContext, printJson, printLine } from './terminal.ts'
import { goesToStdout, report, writeResult } from './writeResult.ts'

type Place = 'before' | 'after' | 'volume'

/**
 * `plan`: the chapters with their plans as CSV, to stdout or `--out`. `plan set` states `--status` and `--label` of
 * `--document`, `-` for none. `plan add` plans chapters, a line of `--input` each with its plan behind a colon.
 */
export const plan: Command = async (context) => {
  const [action = 'csv'] = context.line.rest
  if (action === 'csv') return exportTable(context)
  if (action === 'set') return setStatus(context)
  if (action === 'add') return addChapters(context)
  throw wrongUse('请写 plan、plan set 或 plan add。', 'Write plan, plan set or plan add.')
}

async function exportTable(context: CommandContext): Promise<void> {
  const { columns: given, out, json } = context.line.values
  const columns = given === undefined ? [...planColumns] : given.split(',').map(columnNamed)
  const toStdout = out === undefined || goesToStdout(context, true)
  const { projectId } = await openProject(context)
  const answer = await call(context, 'plan:export', { projectId, columns, language: context.language })
  if (out !== undefined && !toStdout) {
    const file = resolve(typedIn(), out)
    await writeResult(file, answer.csv)
    report(context, false, { zh: `写好了：${file}`, en: `Written: ${file}` }[context.language])
  } else if (json) printJson(context, answer)
  else context.output.write(answer.csv)
}

function columnNamed(name: string): (typeof planColumns)[number] {
  const column = planColumns.find((each) => each === name.trim())
  if (column) return column
  const names = [...planColumns]
  throw wrongUse(`--columns 可以是 ${names.join('、')}。`, `--columns are of ${names.join(', ')}.`)
}

async function setStatus(context: CommandContext): Promise<void> {
  const documentId = required(context.line, 'document')
  const { status, label } = context.line.values
  if (status === undefined && label === undefined)
    throw wrongUse('请写 --status 或 --label。', 'Name --status or --label.')
  const stated = (word: string) => (word === '-' ? null : word)
  const { projectId } = await openProject(context)
  const { hash } = await call(context, 'plan:get', { projectId, documentId })
  const answer = await call(context, 'plan:set', {
    ...{ projectId, documentId, baseHash: hash },
    ...(status !== undefined && { status: stated(status) }),
    ...(label !== undefined && { label: stated(label) }),
  })
  if (context.line.values.json) printJson(context, answer)
  else printLine(context, [answer.documentId, answer.status ?? '-', answer.label ?? '-'].join('\t'))
}

async function addChapters(context: CommandContext): Promise<void> {
  const { values } = context.line
  const lines = (await givenText(context, values.input ?? '')).split(/\r\n|[\r\n]/).map((line) => line.trim())
  const chapters = lines.filter((line) => line !== '').map(chapterOf)
  if (chapters.length === 0)
    throw wrongUse(
      '请用 --input 写出要计划的章节，一行一章。',
      'Write the chapters to be planned with --input, one a line.',
    )
  const places = (['before', 'after', 'volume'] as const).filter((at) => values[at] !== undefined)
  if (places.length > 1)
    throw wrongUse(
      '--before、--after、--volume 只能写一个。',
      'Only one of --before, --after and --volume can be given.',
    )
  const { projectId } = await openProject(context)
  const place = places[0] && placeOf(places[0], values[places[0]] ?? '')
  const answer = await call(context, 'plan:insert', { projectId, chapters, ...(place && { place }) })
  if (values.json) printJson(context, answer)
  else
    for (const [at, id] of answer.documentIds.entries()) printLine(context, `${id}\t${chapters[at]?.title}`)
}

const placeOf = (at: Place, documentId: string) => ({ at, documentId })

/** What is behind the first colon is the plan. */
function chapterOf(line: string) {
  const [, title = line, text = ''] = /^(.+?)\s*[：:]\s*(.*)$/su.exec(line) ?? []
  return { title, ...(text !== '' && { plan: { text, beats: [] } }) }
}
