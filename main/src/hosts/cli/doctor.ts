import { access, constants } from 'node:fs/promises'
import { type Command, type CommandContext, printJson, printLine } from './terminal.ts'

interface Check {
  readonly name: string
  readonly ok: boolean
  readonly detail: string
}

/** Whether this machine can run CreoNow, one line per thing that can be wrong. */
export const doctor: Command = async (context) => {
  const checks = await Promise.all([
    node(),
    dataFolder(context),
    index(),
    tokenizer(context),
    providers(context),
  ])
  if (context.line.values.json) return printJson(context, { checks })
  for (const { name, ok, detail } of checks) printLine(context, `${ok ? '好' : '坏'}　${name}　${detail}`)
}

async function node(): Promise<Check> {
  const major = Number(process.versions.node.split('.')[0])
  return { name: 'node', ok: major >= 24, detail: `Node ${process.versions.node}` }
}

async function dataFolder({ app }: CommandContext): Promise<Check> {
  const ok = await access(app.dataFolder, constants.R_OK | constants.W_OK).then(
    () => true,
    () => false,
  )
  return {
    name: 'dataFolder',
    ok,
    detail: ok ? '数据文件夹可读可写' : '数据文件夹不能写，请检查权限或用 --data 换一个',
  }
}

async function index(): Promise<Check> {
  try {
    const { default: Database } = await import('better-sqlite3')
    const version = new Database(':memory:').prepare('select sqlite_version() as version').get()
    return { name: 'sqlite', ok: true, detail: JSON.stringify(version) }
  } catch (error) {
    return { name: 'sqlite', ok: false, detail: error instanceof Error ? error.message : '打不开' }
  }
}

async function tokenizer({ app }: CommandContext): Promise<Check> {
  const { id, count } = await app.tokenizer({ modelId: undefined, encoding: 'o200k_base' })
  const tokens = count('雾从海面上爬过来。')
  return { name: 'tokenizer', ok: tokens > 0, detail: `${id}：「雾从海面上爬过来。」= ${tokens} tokens` }
}

async function providers({ app }: CommandContext): Promise<Check> {
  const { providers: own } = app.services.settings.current()
  const keys = new Set(app.services.settings.keys.list())
  const names = own.map(({ id }) => `${id}${keys.has(id) ? '（有密钥）' : ''}`)
  return { name: 'providers', ok: true, detail: ['fake', ...names].join('、') }
}
