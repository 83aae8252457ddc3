import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { usageEn } from '../../../main/src/hosts/cli/helpEn.ts'
import { commandsIn } from '../../../main/src/hosts/cli/helpOf.ts'
import { creonowHere } from '../../support/commandHere.ts'
import { type Workplace, workplace } from '../../support/commandLine.ts'
import { startScriptedModel } from '../../support/scriptedModel.ts'

let place: Workplace
let chapters: readonly string[]
let server: Awaited<ReturnType<typeof startScriptedModel>>
beforeAll(async () => {
  place = await workplace()
  server = await startScriptedModel(place.dataFolder, () => '一封信浸了水。')
  chapters = (await readdir(join(place.project, 'manuscript'))).map((name) => `manuscript/${name}`)
})
afterAll(async () => {
  await server.close()
  await place.remove()
})

const validator = new AjvJsonSchemaValidator()
type Schema = Parameters<typeof validator.getValidator>[0]

const here = (args: readonly string[], input = '') => creonowHere(args, place.dataFolder, input)

/** What is wrong with the lines that a command printed, by its own schema; empty: nothing. */
async function faultsOf(args: readonly string[], input = '', exit = 0): Promise<readonly string[]> {
  const { stdout, code } = await here([...args, '--json'], input)
  const schema = (await here([...args, '--schema'])).json<Schema>()
  const check = validator.getValidator(schema)
  const lines = stdout.trimEnd().split('\n')
  const faults = lines.map((line) => check(JSON.parse(line)).errorMessage ?? '')
  return [...(code === exit ? [] : [`exit code ${code}`]), ...faults].filter((fault) => fault !== '')
}

const inBook = (...args: string[]) => [...args, '--project', place.project]

test('what a command prints is what its schema says, by an independent validator', async () => {
  const novel = join(place.folder, '新书.txt')
  await writeFile(novel, '第一章 起\n正文。\n第二章 承\n正文。\n')
  const [first = ''] = chapters
  const there = ['--document', first, '--cursor', '200']
  const sentence = ['--document', first, '--select', '60:80']
  const commands: readonly (readonly [args: readonly string[], input?: string, exit?: number])[] = [
    [['import', novel, '--preview']],
    [['import', novel, '--into', join(place.folder, 'new')]],
    [['import', novel, '--into', join(place.folder, 'new')], '', 4], // chapters are there
    [inBook('export', '--out', join(place.folder, 'x.txt'))],
    [inBook('assemble', ...there)],
    [inBook('inspect', ...there)],
    [inBook('explain', ...there)],
    [inBook('run', ...there, '--model', 'fake')],
    [inBook('agent', '数一数', '--model', 'fake')],
    [inBook('each', '一句话说说', '--preview')],
    [inBook('each', '一句话说说', '--yes')],
    [inBook('synopses', '--preview')],
    [inBook('synopses', '--yes')],
    [inBook('synopses', 'list')],
    [['count'], '["雾", ""]'],
    [['redact'], '["sk-live-4f9aK2mQ8xT7bV3nR6wY1zC5 /home/zhang/x"]'],
    [inBook('mentions'), '["林远和沈既明"]'],
    [inBook('search', '--k', '3'), '["灯塔"]'],
    [inBook('codex', 'export', '--out', join(place.folder, 'codex.json'))],
    [inBook('codex', 'import', join(place.folder, 'codex.json'))],
    [inBook('codex', 'suggestions')],
    [inBook('codex', 'drafts', 'read', '--preview')],
    [inBook('codex', 'drafts', 'list')],
    [inBook('codex', 'drafts', 'accept', 'all')],
    [inBook('codex', 'drafts', 'reject', 'all')],
    [inBook('codex', 'changes', 'read', '--preview')],
    [inBook('codex', 'changes', 'list')],
    [inBook('codex', 'changes', 'accept', 'all')],
    [inBook('codex', 'changes', 'reject', 'all')],
    [inBook('snapshots', 'create')],
    [inBook('snapshots')],
    [inBook('snapshots', 'compare', '0000000000000-00000000'), '', 3],
    [inBook('snapshots', 'restore', '0000000000000-00000000'), '', 3],
    [inBook('snapshots', 'delete', '0000000000000-00000000'), '', 3],
    [inBook('snapshots', 'undelete', '0000000000000-00000000'), '', 3],
    [inBook('threads')],
    [inBook('threads', 'add', ...sentence, '--input', '信')],
    [inBook('threads', 'pay', 'nothing', ...sentence), '', 3],
    [inBook('plan')],
    [inBook('plan', 'set', '--document', first, '--status', 'draft')],
    [inBook('plan', 'add', '--input', '夜渡：渡江')],
    [inBook('statistics')],
    [inBook('voice')],
    [inBook('voice', 'save')],
    [inBook('words', 'import', '-', '--format', 'typos', '--name', 'x'), '雾港=雾巷'],
    [inBook('words')],
    [inBook('words', 'lists')],
    [inBook('check', '--document', first)],
    [inBook('check', 'continuity', 'intend', 'x', '--document', first), '', 3],
    [inBook('check', 'ready', '--document', first)],
    [inBook('check', 'ripple', '林远', '--input', '林远是数石阶的人。')],
    [['doctor']],
    [inBook('rpc'), '{"id":1,"channel":"projects:list","input":{}}\n{broken\n'],
  ]
  const faults = []
  for (const [args, input, exit] of commands)
    for (const fault of await faultsOf(args, input, exit)) faults.push([args.slice(0, 3).join(' '), fault])
  expect(faults).toEqual([])
}, 120_000)

test('a receipt that is explained is in the schema too, and a value of another command is not', async () => {
  const [first = ''] = chapters
  const args = inBook('assemble', '--document', first, '--cursor', '200', '--json')
  const { receiptId } = (await here(args)).json<{ receiptId: string }>()
  expect(await faultsOf(inBook('explain', '--receipt', receiptId))).toEqual([])
  const schema = (await here(['count', '--schema'])).json<Schema>()
  expect(validator.getValidator(schema)({ results: [] }).valid).toBe(false)
})

test('each command of the help has a schema, or says that it prints no JSON', async () => {
  const answers: Record<string, number | null> = {}
  for (const { name } of commandsIn(usageEn([]))) {
    const { code, stdout } = await here([name, '--schema', '--lang', 'en'])
    answers[name] = code
    if (code === 0) expect(JSON.parse(stdout)).toMatchObject({ title: `creonow ${name}` })
  }
  const without = Object.keys(answers).filter((name) => answers[name] !== 0)
  expect([without, [...new Set(Object.values(answers))]]).toEqual([
    ['mcp', 'help', 'completion'],
    [0, 2],
  ])
})

test('a channel of rpc has the schemas of its input and its output', async () => {
  const schemas = await here(['rpc', 'jobs:cancel', '--schema'])
  const { input, output } = schemas.json<Record<'input' | 'output', Schema>>()
  expect([
    validator.getValidator(input)({ jobId: 'x' }).valid,
    validator.getValidator(input)({ jobId: 1 }).valid,
    validator.getValidator(output)({ cancelled: true }).valid,
  ]).toEqual([true, false, true])
  const { code } = await here(['rpc', 'constructor', '--schema'])
  expect(code).toBe(2)
})
