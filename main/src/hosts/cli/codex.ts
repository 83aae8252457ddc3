import { basename, resolve } from 'node:path'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError } from '../../lib/appError.ts'
import { typedIn } from '../../lib/dataFolder.ts'
import { required } from './commandLine.ts'
import { call } from './dispatch.ts'
import { readGiven } from './givenFile.ts'
import { openProject } from './openProject.ts'
import { type Command, type CommandContext, printJson, printLine } from './terminal.ts'
import { writeResult } from './writeResult.ts'

const maxBytes = 100 * 1024 * 1024

/** `codex import FILE` and `codex export --out FILE`: lorebooks and character cards in, World Info out. */
export const codex: Command = async (context) => {
  const [action, file] = context.line.rest
  if (action === 'import' && file !== undefined) return importInto(context, file)
  if (action === 'export') return exportTo(context)
  throw new AppError(
    ErrorCode.INVALID_ARGUMENT,
    '请写 codex import 文件 --project 文件夹，或 codex export --project 文件夹 --format worldinfo --out 文件。',
  )
}

async function importInto(context: CommandContext, file: string): Promise<void> {
  const bytes = await readGiven(file, maxBytes)
  const { projectId } = await openProject(context)
  const upload = { fileName: basename(file), base64: bytes.toString('base64') }
  const { entries, loss } = await call(context, 'codex:import', { projectId, upload })
  report(context, { entries, loss }, `导入了 ${entries} 个条目`)
}

async function exportTo(context: CommandContext): Promise<void> {
  const { format = 'worldinfo' } = context.line.values
  if (format !== 'worldinfo') throw new AppError(ErrorCode.INVALID_ARGUMENT, '--format 现在只有 worldinfo。')
  const out = resolve(typedIn(), required(context.line, 'out'))
  const { projectId } = await openProject(context)
  const { content, entries, loss } = await call(context, 'codex:export', { projectId, format })
  await writeResult(out, content)
  report(context, { entries, loss }, `导出了 ${entries} 个条目`)
}

interface Report {
  readonly entries: number
  readonly loss: readonly { readonly entry: string; readonly field: string; readonly reason: string }[]
}

function report(context: CommandContext, { entries, loss }: Report, summary: string): void {
  if (context.line.values.json) {
    printJson(context, { entries, loss })
    return
  }
  printLine(context, `${summary}，${loss.length} 处没有对应`)
  for (const { entry, field, reason } of loss)
    printLine(context, `  ${[entry, field, reason].filter((word) => word !== '').join('　')}`)
}
