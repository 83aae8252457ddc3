import { z } from 'zod'
import { receipt, receiptChunk } from '../../contract/context.ts'
import { events } from '../../contract/events.ts'
import { redactionEvidence } from '../../contract/evidence.ts'
import { contract } from '../../contract/index.ts'
import type { UiLanguage } from '../../contract/sentences/errorKeys.ts'
import { failure, id, path, tokens } from '../../contract/shared.ts'
import { wrongUse } from '../wrongUse.ts'

const outputOf = <C extends keyof typeof contract>(channel: C): (typeof contract)[C]['output'] =>
  contract[channel].output

const inspected = outputOf('context:inspect')
const importedBook = outputOf('documents:import')
const codexReport = outputOf('codex:import')
const preview = outputOf('jobs:preview')
const chunk = inspected.shape.chunks.element
const spread = redactionEvidence.element

/** What each command prints with `--json`, by the words it begins with: one value, or one a line. */
const results: Readonly<Record<string, z.ZodType>> = {
  import: z.union([importedBook.extend({ projectRoot: path, projectId: id }), outputOf('import:preview')]),
  export: z.strictObject({ file: path, chapters: z.int().min(0), bytes: z.int().min(0) }),
  assemble: outputOf('context:assemble'),
  inspect: inspected,
  explain: z.union([
    inspected.extend({ chunks: z.array(chunk.omit({ tokenCount: true }).extend({ tokens })) }),
    receipt.extend({ chunks: z.array(receiptChunk) }),
  ]),
  run: events.run,
  agent: events.agent,
  each: z.union([
    preview,
    z.strictObject({ path, text: z.string() }),
    z.strictObject({ path, error: z.string().max(80) }),
  ]),
  synopses: z.union([preview, outputOf('jobs:start')]),
  'synopses list': outputOf('retrieval:synopses:list'),
  count: z.strictObject({ counts: z.array(tokens) }),
  redact: z.strictObject({
    results: z.array(z.strictObject({ text: z.string(), evidence: z.array(spread) })),
  }),
  mentions: z.strictObject({ results: z.array(outputOf('codex:mentions').shape.mentions) }),
  search: outputOf('retrieval:search'),
  'codex import': codexReport,
  'codex export': codexReport,
  'codex suggestions': outputOf('codex:suggestions'),
  'codex knowledge': outputOf('codex:knowledge:get'),
  'codex drafts read': z.union([preview, outputOf('codex:drafts:list')]),
  'codex drafts list': outputOf('codex:drafts:list'),
  'codex drafts accept': outputOf('codex:drafts:accept'),
  'codex drafts reject': outputOf('codex:drafts:reject'),
  'codex changes read': z.union([preview, outputOf('codex:changes:list')]),
  'codex changes list': outputOf('codex:changes:list'),
  'codex changes accept': outputOf('codex:changes:accept'),
  'codex changes fact': outputOf('codex:changes:accept'),
  'codex changes reject': outputOf('codex:changes:reject'),
  snapshots: outputOf('snapshots:list'),
  'snapshots create': outputOf('snapshots:create'),
  'snapshots compare': outputOf('snapshots:compare'),
  'snapshots restore': outputOf('snapshots:restore'),
  'snapshots delete': outputOf('snapshots:delete'),
  'snapshots undelete': outputOf('snapshots:undelete'),
  plan: outputOf('plan:export'),
  'plan set': outputOf('plan:set'),
  'plan add': outputOf('plan:insert'),
  threads: outputOf('threads:list'),
  'threads add': outputOf('threads:create'),
  'threads pay': outputOf('threads:mark'),
  backup: outputOf('backup:now'),
  statistics: outputOf('words:statistics:get'),
  voice: outputOf('voice:get'),
  'voice save': outputOf('voice:save'),
  words: outputOf('wordLists:search'),
  'words lists': outputOf('wordLists:list'),
  'words import': outputOf('wordLists:import'),
  check: outputOf('continuity:list'),
  'check continuity intend': outputOf('continuity:decide'),
  'check continuity restore': outputOf('continuity:decide'),
  'check ready': outputOf('scene:readiness:get'),
  'check ripple': outputOf('scene:ripple:list'),
  doctor: z.strictObject({
    checks: z.array(z.strictObject({ name: z.string(), ok: z.boolean(), detail: z.string() })),
  }),
  rpc: z.union([
    z.strictObject({ id: z.union([z.string(), z.int(), z.null()]), ok: z.literal(true), data: z.unknown() }),
    z.strictObject({
      id: z.union([z.string(), z.int(), z.null()]),
      ok: z.literal(false),
      error: failure,
    }),
    z.strictObject({ event: z.string(), runId: id.optional(), payload: z.unknown() }),
  ]),
}

/** Commands that print a value each line, and not one in all. */
const inLines = new Set(['run', 'agent', 'each', 'rpc'])

/** What a command prints with `--json` when it fails. */
const failed = z.strictObject({ ok: z.literal(false), error: failure })

const descriptions = {
  zh: { single: '标准输出上的一个值。', lines: '标准输出上一行一个值。' },
  en: { single: 'One value on stdout.', lines: 'One value in each line of stdout.' },
} as const

/**
 * The JSON Schema of what a command prints with `--json`, its failure included; `words`: the command and what follows
 * it, such as `codex drafts list`, or `rpc` and a channel, which answers the schemas of its input and output.
 * @throws AppError INVALID_ARGUMENT when it prints no JSON.
 */
export function resultSchema(words: readonly string[], language: UiLanguage): object {
  const [command = '', channel] = words
  if (command === 'rpc' && channel !== undefined) return channelSchemas(channel)
  const names = namesFor(words)
  const schemas = [...new Set(names.flatMap((name) => results[name] ?? []))]
  if (schemas.length === 0)
    throw wrongUse(`${command} 不输出 JSON。`, `The command ${command} prints no JSON.`)
  const wording = descriptions[language]
  return {
    ...jsonSchema(z.union([...schemas, failed])),
    title: `creonow ${names.length === 1 ? names[0] : command}`,
    description: inLines.has(command) ? wording.lines : wording.single,
  }
}

/** The longest name that the words begin with; else all names that begin with the words. */
function namesFor(words: readonly string[]): readonly string[] {
  for (let count = words.length; count > 0; count--) {
    const name = words.slice(0, count).join(' ')
    if (Object.hasOwn(results, name)) return [name]
    const longer = Object.keys(results).filter((each) => each.startsWith(`${name} `))
    if (longer.length > 0) return longer
  }
  return []
}

function channelSchemas(name: string): object {
  if (!isChannel(name)) throw wrongUse(`没有 ${name} 这个通道。`, `There is no channel ${name}.`)
  const { input, output } = contract[name]
  return { input: jsonSchema(input, 'input'), output: jsonSchema(output) }
}

const isChannel = (name: string): name is keyof typeof contract => Object.hasOwn(contract, name)

/** Draft 7, which most validators read. */
const jsonSchema = (schema: z.ZodType, io: 'input' | 'output' = 'output') =>
  z.toJSONSchema(schema, { target: 'draft-7', reused: 'ref', io })
