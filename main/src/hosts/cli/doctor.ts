import { access, constants } from 'node:fs/promises'
import { type Command, type CommandContext, printJson, printLine } from './terminal.ts'

interface Check {
  readonly name: string
  readonly ok: boolean
  readonly detail: string
}

/** Whether this machine can run CreoNow, one line per thing that can be wrong. */
export const doctor: Command = async (context) => {
  const checks = await Promise.all([node(), dataFolder(context), index(), tokenizer(context)])
  checks.push(...(await services(context)))
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

/** Each service is asked for a word with its first model; what is wrong is said in its own sentence. */
async function services({ app, signal }: CommandContext): Promise<readonly Check[]> {
  const { providers } = app.services.settings.current()
  const asked = providers.map(async ({ id, baseUrl, models: [model] }): Promise<Check> => {
    const name = `services/${id}`
    if (model === undefined) return { name, ok: false, detail: '还没有填模型名，请在设置里填上' }
    const failed = await app.testService({ provider: id, baseUrl, model }, signal)
    return { name, ok: failed === undefined, detail: failed ? failed.message : `${model} 可以用` }
  })
  return [{ name: 'services', ok: true, detail: '离线示范模型可以用' }, ...(await Promise.all(asked))]
}
