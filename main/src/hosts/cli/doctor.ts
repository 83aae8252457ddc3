import { access, constants } from 'node:fs/promises'
import { errorSentence } from '../../contract/sentences/errorSentence.ts'
import { systemCode, toPayload } from '../../lib/appError.ts'
import { type Command, type CommandContext, printJson, printLine } from './terminal.ts'

interface Check {
  readonly name: string
  readonly ok: boolean
  readonly detail: string
}

const messages = {
  zh: {
    good: '好',
    bad: '坏',
    gap: '　',
    writable: '数据文件夹可读可写',
    notWritable: '数据文件夹不能写，请检查权限或用 --data 换一个',
    noIndex: (code: string) => `索引的程序库打不开（${code}），请删除 node_modules 后再运行一次`,
    counted: (id: string, text: string, tokens: number) => `${id}：「${text}」= ${tokens} tokens`,
    noModel: '还没有填模型名，请在设置里填上',
    usable: (model: string) => `${model} 可以用`,
    example: '离线示范模型可以用',
  },
  en: {
    good: 'good',
    bad: 'bad',
    gap: '  ',
    writable: 'the data folder can be read and written',
    notWritable: 'the data folder cannot be written; check its permissions or name another with --data',
    noIndex: (code: string) =>
      `the index’s library does not open (${code}); delete node_modules and run again`,
    counted: (id: string, _text: string, tokens: number) =>
      `${id} counts ${tokens} tokens in a Chinese sentence`,
    noModel: 'no model is named yet; name one in the settings',
    usable: (model: string) => `${model} can be used`,
    example: 'the offline example model can be used',
  },
}

/** Whether this machine can run CreoNow, one line per thing that can be wrong. */
export const doctor: Command = async (context) => {
  const checks = await Promise.all([node(), dataFolder(context), index(context), tokenizer(context)])
  checks.push(...(await services(context)))
  if (context.line.values.json) return printJson(context, { checks })
  const { good, bad, gap } = messages[context.language]
  for (const { name, ok, detail } of checks) printLine(context, [ok ? good : bad, name, detail].join(gap))
}

async function node(): Promise<Check> {
  const major = Number(process.versions.node.split('.')[0])
  return { name: 'node', ok: major >= 24, detail: `Node ${process.versions.node}` }
}

async function dataFolder({ app, language }: CommandContext): Promise<Check> {
  const ok = await access(app.dataFolder, constants.R_OK | constants.W_OK).then(
    () => true,
    () => false,
  )
  const wording = messages[language]
  return { name: 'dataFolder', ok, detail: ok ? wording.writable : wording.notWritable }
}

async function index({ language }: CommandContext): Promise<Check> {
  try {
    const { default: Database } = await import('better-sqlite3')
    const version = new Database(':memory:').prepare('select sqlite_version() as version').get()
    return { name: 'sqlite', ok: true, detail: JSON.stringify(version) }
  } catch (error) {
    return {
      name: 'sqlite',
      ok: false,
      detail: messages[language].noIndex(systemCode(error) ?? String(error)),
    }
  }
}

async function tokenizer({ app, language }: CommandContext): Promise<Check> {
  const text = '雾从海面上爬过来。'
  const { id, count } = await app.tokenizer({ modelId: undefined, encoding: 'o200k_base' })
  const tokens = count(text)
  return { name: 'tokenizer', ok: tokens > 0, detail: messages[language].counted(id, text, tokens) }
}

/** Sends each service a short request with its first model; a failure is shown in its own sentence. */
async function services({ app, language, signal }: CommandContext): Promise<readonly Check[]> {
  const wording = messages[language]
  const { providers } = app.services.settings.current()
  const checks = providers.map(async ({ id, baseUrl, models: [model] }): Promise<Check> => {
    const name = `services/${id}`
    if (model === undefined) return { name, ok: false, detail: wording.noModel }
    const failed = await app.testService({ provider: id, baseUrl, model }, signal)
    return {
      name,
      ok: failed === undefined,
      detail: failed ? errorSentence(toPayload(failed), language) : wording.usable(model),
    }
  })
  return [{ name: 'services', ok: true, detail: wording.example }, ...(await Promise.all(checks))]
}
