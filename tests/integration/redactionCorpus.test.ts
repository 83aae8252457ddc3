import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SecretKind } from '../../bench/redaction/invented.ts'
import { harmless, hostileUnits, secretKinds, surroundings } from '../../bench/redaction/secretCorpus.ts'
import type { RunEvent } from '../../main/src/contract/events.ts'
import type { DeepReadonly } from '../../main/src/contract/shared.ts'
import { sha256Hex } from '../../main/src/lib/hash.ts'
import { createLogger, silentLogger } from '../../main/src/lib/logger.ts'
import { createRedactor } from '../../main/src/services/redaction/index.ts'
import { createSecretFinder } from '../../main/src/services/secrets/index.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { creonowHere } from '../support/commandHere.ts'
import { creonow } from '../support/commandLine.ts'
import { novels } from './services/manuscript/novels.ts'

const scopes = ['creonow', 'manuscript'] as const
const freshRedactor = () => {
  const finder = createSecretFinder({
    hash: sha256Hex,
    monotonic: () => performance.now(),
    logger: silentLogger,
  })
  return createRedactor({ supplement: finder.find })
}
const redactor = freshRedactor()

/** The parts of a secret that give it away, also as JSON writes them. */
function traces({ secret }: SecretKind): string[] {
  const middle = secret.slice(Math.floor(secret.length / 2) - 5, Math.floor(secret.length / 2) + 5)
  return [secret, JSON.stringify(secret).slice(1, -1), ...(/^[A-Za-z0-9]{10}$/.test(middle) ? [middle] : [])]
}
const leaksIn = (output: string, kinds: readonly SecretKind[] = secretKinds) =>
  kinds.filter((kind) => traces(kind).some((trace) => output.includes(trace))).map(({ name }) => name)
const everywhere = secretKinds.filter((kind) => kind.everywhere)

describe('the redactor', () => {
  test.each(surroundings)(
    'hides every kind of secret and leaves the prose around it: $name',
    async ({ wrap }) => {
      for (const kind of secretKinds) {
        for (const scope of kind.everywhere ? scopes : (['creonow'] as const)) {
          const { text } = await redactor.redact(wrap(kind.text), scope)
          expect([kind.name, scope, leaksIn(text, [kind])]).toEqual([kind.name, scope, []])
          expect((await redactor.redact(text, scope)).text).toBe(text)
          expect(redactor.redactText(wrap(kind.text))).toBe(
            (await redactor.redact(wrap(kind.text), 'creonow')).text,
          )
          for (const prose of wrap(' ').match(/\p{Script=Han}{2,}/gu) ?? []) expect(text).toContain(prose)
        }
      }
    },
  )
})

describe('harmless text', () => {
  test('that only resembles a secret stays as it is', async () => {
    for (const text of harmless) {
      for (const scope of scopes) expect((await redactor.redact(text, scope)).text).toBe(text)
    }
  })

  test('of a whole novel, and each of 1,000 of its paragraphs, stays as it is', async () => {
    let state = 11
    const decoder = new TextDecoder()
    for (const novel of novels()) {
      const text = decoder.decode(novel.bytes)
      for (const scope of scopes) expect((await redactor.redact(text, scope)).replacements).toEqual([])
      const paragraphs = text.split(/\r?\n/).filter((line) => line.trim() !== '')
      for (let count = 0; count < 1000; count++) {
        state = (state * 48_271) % 2_147_483_647
        const paragraph = paragraphs[state % paragraphs.length] ?? ''
        expect((await redactor.redact(paragraph, 'creonow')).text).toBe(paragraph)
      }
    }
  })
})

describe('redaction of one megabyte of hostile text', () => {
  /** Milliseconds this process works for it; the least of several rounds. */
  const effort = async (text: string, rounds: number) => {
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      const fresh = freshRedactor()
      const start = process.cpuUsage()
      await fresh.redact(text, 'creonow')
      const { user, system } = process.cpuUsage(start)
      times.push((user + system) / 1000)
    }
    return Math.min(...times)
  }

  test.each(hostileUnits)('takes time linear in its length: %j', { tags: ['whole'] }, async (unit) => {
    const build = (units: number) => unit.repeat(Math.ceil(units / unit.length)).slice(0, units)
    const [whole, half] = [build(1_000_000), build(500_000)]
    await effort(build(20_000), 1)
    let ratio = Number.POSITIVE_INFINITY
    // Where one look says linear, it is: what collecting garbage adds is only asked about where it does not.
    for (const rounds of [1, 3, 3, 3])
      if (ratio > 3) ratio = ((await effort(whole, rounds)) + 1) / ((await effort(half, rounds)) + 1)
    expect(ratio).toBeLessThanOrEqual(3)
  })
})

describe('a project full of secrets', () => {
  let app: TestApp
  let documentId: string
  let selection: { from: number; to: number }
  let log = ''
  const notes = surroundings.flatMap(({ wrap }) => secretKinds.map(({ text }) => wrap(text)))

  beforeAll(async () => {
    const write = (line: string) => {
      log += line
    }
    const logger = createLogger({ level: 'debug', destination: { write } })
    app = await startApp({ logger })
    const rules = join(app.project, '.creonow/rules')
    await writeFile(join(app.project, '.creonow/settings/密钥.md'), notes.join('\n'))
    await writeFile(join(rules, 'style.md'), secretKinds.map(({ text }) => `短句。${text}。`).join('\n'))
    await writeFile(
      join(rules, 'constraints.json'),
      JSON.stringify({ version: 2, items: secretKinds.map(({ text }) => `不要写出${text}。`) }),
    )
    // In names and aliases too, which reasons and labels quote.
    for (const [index, { text }] of secretKinds.entries()) {
      const entry = {
        name: `口令${text}`.slice(0, 200),
        aliases: [text.slice(0, 200)],
        constraints: [`不泄露${text}`.slice(0, 400)],
        aiContextLevel: index % 2 === 0 ? 'always' : 'when_detected',
        body: `他记得${text}。`,
      }
      await writeFile(join(app.project, `.creonow/characters/密${index}.json`), JSON.stringify(entry))
    }
    const chapter = everywhere.map(({ text, name }) => `林远读到${text}。${name}\n`)
    const before = `# 第十二章 口令${everywhere[0]?.text}\n\n${chapter.join('')}`
    const selected = chapter.slice(0, 8).join('')
    documentId = 'manuscript/012-口令.md'
    await writeFile(join(app.project, documentId), `${before}${selected}他合上信。\n`)
    await writeFile(join(app.project, 'manuscript/001-前文.md'), `# 第一章\n\n${chapter.join('')}`)
    selection = { from: before.length, to: before.length + selected.length }
    await app.app.services.retrieval.ensureIndexed(app.projectId)
  })
  afterAll(() => app.remove())

  const request = () => ({
    projectId: app.projectId,
    documentId,
    cursorPosition: selection.to,
    skillId: 'continue',
    additionalInput: secretKinds.map(({ text }) => `接着写，提到${text}。`).join('\n'),
  })

  test('shows none in prompt, inspection, receipt (also on disk) and log', async () => {
    const result = await app.invoke('context:assemble', request())
    expect(result.layers.rules.tokens).toBeGreaterThan(1000)
    const inspected = await app.invoke('context:inspect', { ...request(), selection })
    const { projectId } = app
    const receipt = await app.invoke('context:receipt:read', { projectId, receiptId: result.receiptId ?? '' })
    await app.app.services.context.dispose()
    const folder = join(app.project, '.creonow/cache/receipts')
    const stored = await Promise.all(
      (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')),
    )
    expect(leaksIn(result.prompt)).toEqual([])
    for (const value of [result, inspected, receipt, stored])
      expect(leaksIn(JSON.stringify(value))).toEqual([])
    expect(leaksIn(log)).toEqual([])
  })

  test('shows none in the events of a run', async () => {
    const events: DeepReadonly<RunEvent>[] = []
    const input = { ...request(), selection, skillId: 'polish' }
    const { runId, finished } = await app.app.services.runs.start(input, (event) => void events.push(event))
    await finished
    expect(leaksIn(JSON.stringify(events))).toEqual([])
    expect(events.at(-1)).toMatchObject({ type: 'done', markers: 'restorable' })
    const { text } = await app.invoke('ai:restore', { projectId: app.projectId, runId })
    for (const { secret } of everywhere.slice(0, 8)) expect(text).toContain(secret)
    expect(leaksIn(log)).toEqual([])
  })

  test('shows none in an error', async () => {
    const { projectId } = app
    const session = app.app.createSession({ id: 'errors', mayInspect: () => true })
    session.openProjects.add(projectId)
    const answers: unknown[] = []
    for (const { text } of secretKinds) {
      for (const [channel, input] of [
        ['documents:read', { projectId, documentId: `manuscript/${text}.md` }],
        ['projects:open', { rootPath: text }],
        ['ai:run', { ...request(), skillId: text.slice(0, 128) }],
        ['ai:run', { ...request(), modelId: text.slice(0, 128) }],
        ['constraints:update', { projectId, id: text.slice(0, 128), patch: {} }],
        ['constraints:create', { projectId, text: `不要写出${text}。`, kind: 'plot' }],
        ['context:receipt:read', { projectId, receiptId: text.slice(0, 128) }],
        ['constraints:list', { projectId, [text]: 1 }],
        ['redaction:matches', { projectId, sourceRef: `.creonow/${text}` }],
      ] as const) {
        const answer = await app.app.router.dispatch(session, channel, input)
        answers.push(answer)
        expect(answer.ok).toBe(false)
      }
    }
    expect(leaksIn(JSON.stringify(answers))).toEqual([])
    expect(log.length).toBeGreaterThan(10_000)
    expect(leaksIn(log)).toEqual([])
  })

  test('shows none in an answer of rpc and on its stderr', async () => {
    const { projectId } = app
    const lines = [
      { id: 1, channel: 'context:assemble', input: request() },
      { id: 2, channel: 'context:inspect', input: request() },
      { id: 3, channel: 'ai:run', input: { ...request(), skillId: 'polish', selection } },
      { id: 4, channel: 'redaction:matches', input: { projectId, sourceRef: '.creonow/settings/密钥.md' } },
    ]
    const ended = await creonow(
      ['rpc', '--project', app.project, '--debug'],
      app.dataFolder,
      lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
    )
    expect(ended.stdout.match(/"ok":true/g)).toHaveLength(4)
    expect([leaksIn(ended.stdout), leaksIn(ended.stderr)]).toEqual([[], []])
  })

  test('loses them in creonow redact, which leaves harmless text alone and adds no byte', async () => {
    const ended = await creonowHere(
      ['redact', '--json'],
      app.dataFolder,
      JSON.stringify([...notes, ...harmless]),
    )
    const { results } = ended.json<{ results: { text: string; evidence: { matchCount: number }[] }[] }>()
    expect(leaksIn(ended.stdout)).toEqual([])
    expect(results.slice(notes.length)).toEqual(harmless.map((text) => ({ text, evidence: [] })))
    expect(results.slice(0, notes.length).filter(({ evidence }) => evidence.length === 0)).toEqual([])
    const manuscript = notes.join('\n')
    const plain = await creonowHere(['redact', '--scope', 'manuscript'], app.dataFolder, manuscript)
    expect(leaksIn(plain.stdout, everywhere)).toEqual([])
    expect(plain.stdout).toContain(`/home/${'bob'}/novels`)
    const clean = `${harmless.join('\n')}末尾没有换行`
    expect((await creonowHere(['redact'], app.dataFolder, clean)).stdout).toBe(clean)
  })
})
