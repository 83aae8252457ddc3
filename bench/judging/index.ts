import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { RunEvent } from '../../main/src/contract/events.ts'
import { chapterPath, openProject, type Project } from '../project.ts'

type Category = 'narrative' | 'style' | 'words' | 'terms' | 'plot' | 'character' | 'world'

/** A rule, and texts with the parts of them that break it; a text alone breaks nothing. */
interface JudgingCase {
  readonly category: Category
  readonly language: 'zh' | 'en'
  /** In the author's words; absent: the word list is the rule. */
  readonly rule?: string
  /** Of the constraint. */
  readonly kind?: string
  readonly terminology?: object
  /** In which the text is written, from 1; absent: the third. */
  readonly chapter?: number
  readonly texts: readonly (readonly [text: string, ...broken: string[]])[]
}

type Verdict = NonNullable<Extract<RunEvent, { type: 'done' }>['judged']>

interface Judged {
  readonly category: Category
  readonly language: string
  readonly rule: string
  readonly text: string
  readonly isChecked: boolean
  readonly hits: number
  readonly missed: readonly string[]
  readonly wrong: readonly string[]
}

/** The kinds of a verdict that mean a category. */
const kindsOf: Readonly<Record<Category, readonly string[]>> = {
  narrative: ['narrative'],
  style: ['style'],
  words: ['terminology'],
  terms: ['terminology'],
  plot: ['plot'],
  character: ['character'],
  world: ['world'],
}
const chapters = 8

/**
 * Runs a skill whose model writes each text, and compares the verdict with the answers by hand, without a model that
 * checks. Precision and recall are over the texts whose rule is said to be checked.
 */
export async function run({ json }: { readonly json: boolean }): Promise<void> {
  const model = await startModel()
  const results: Judged[] = []
  for (const [file, language] of [
    ['chinese', 'zh'],
    ['english', 'en'],
  ] as const) {
    const cases: readonly JudgingCase[] = JSON.parse(
      readFileSync(join(import.meta.dirname, `${file}.json`), 'utf8'),
    )
    const project = await openProject(filesIn(language))
    const provider = { id: 'local', name: 'local', baseUrl: model.baseUrl, models: ['m'] }
    await project.invoke('settings:update', { patch: { providers: [provider] } })
    for (const item of cases) {
      await writeRule(project, item)
      for (const [text, ...broken] of item.texts) {
        model.write(text)
        const verdict = await verdictOf(project, item.chapter ?? 3)
        results.push(compare(item, text, broken, verdict))
      }
    }
    await project.dispose()
  }
  await model.close()
  const groups = ['narrative', 'style', 'words', 'terms', 'plot', 'character', 'world'].flatMap((category) =>
    ['zh', 'en'].map((language) => ({
      what: `${category} ${language}`,
      rows: results.filter((row) => row.category === category && row.language === language),
    })),
  )
  const plain = results.filter(({ category }) => !['plot', 'character', 'world'].includes(category))
  const summaries = [
    ...groups.map(({ what, rows }) => summarize(what, rows)),
    ...['zh', 'en'].map((language) =>
      summarize(
        `first four kinds ${language}`,
        plain.filter((row) => row.language === language),
      ),
    ),
    summarize('first four kinds', plain),
    summarize('all', results),
  ]
  if (json) {
    console.log(JSON.stringify(Object.fromEntries(summaries.map(({ what, ...rest }) => [what, rest]))))
    return
  }
  for (const { category, rule, text, isChecked, missed, wrong } of results) {
    if (missed.length + wrong.length === 0) continue
    const state = isChecked ? 'said to be checked' : 'not checked'
    console.log(
      `${category} · ${rule} · ${text} · ${state} · missed ${missed.join(' | ')} · wrong ${wrong.join(' | ')}`,
    )
  }
  console.table(summaries)
}

const filesIn = (language: 'zh' | 'en'): Record<string, string> => ({
  '.creonow/project.json': JSON.stringify({ id: 'judging', name: 'judging', language }),
  ...Object.fromEntries(
    Array.from({ length: chapters }, (_, at) => [
      chapterPath(at),
      language === 'zh' ? `# 第${at + 1}章\n\n雾起了。\n` : `# Chapter ${at + 1}\n\nThe fog came in.\n`,
    ]),
  ),
})

async function writeRule({ write }: Project, { rule, kind, terminology }: JudgingCase) {
  const item = { id: 'rule', text: rule, kind, priority: 100, updatedAt: '2026-01-01T00:00:00.000Z' }
  const items = rule === undefined ? [] : [item]
  await write('.creonow/rules/constraints.json', JSON.stringify({ version: 2, items }))
  await write('.creonow/rules/terminology.json', JSON.stringify(terminology ?? { terms: [], banned: [] }))
}

async function verdictOf({ projectId, invoke, runs }: Project, chapter: number): Promise<Verdict> {
  const { runId } = await invoke('ai:run', {
    ...{ projectId, documentId: chapterPath(chapter - 1), cursorPosition: 1000 },
    ...{ skillId: 'continue', modelId: 'local/m' },
  })
  while (!runs.has(runId)) await setTimeout(2)
  const last = runs.get(runId)
  if (last?.type !== 'done' || !last.judged)
    throw new Error(`the run has no verdict: ${JSON.stringify(last)}`)
  return last.judged
}

function compare(
  { category, language, rule = '', terminology }: JudgingCase,
  text: string,
  broken: readonly string[],
  { checked, findings }: Verdict,
): Judged {
  const isAt = (quote: string, part: string) => quote.includes(part) || part.includes(quote.trim())
  return {
    ...{ category, language, text, rule: rule || JSON.stringify(terminology) },
    isChecked: kindsOf[category].some((kind) => checked.some((it) => it === kind)),
    hits: broken.filter((part) => findings.some(({ quote }) => isAt(quote, part))).length,
    missed: broken.filter((part) => !findings.some(({ quote }) => isAt(quote, part))),
    // In a text that breaks the rule, more than the first place may be marked.
    wrong: broken.length > 0 ? [] : findings.map(({ quote }) => quote),
  }
}

function summarize(what: string, rows: readonly Judged[]) {
  const applied = rows.filter(({ isChecked }) => isChecked)
  const sum = (of: readonly Judged[], part: (row: Judged) => number) =>
    of.reduce((total, row) => total + part(row), 0)
  const hits = sum(applied, (row) => row.hits)
  const missed = sum(applied, (row) => row.missed.length)
  const wrong = sum(applied, (row) => row.wrong.length)
  const share = (part: number, whole: number) => (whole === 0 ? '-' : (part / whole).toFixed(2))
  return {
    what,
    texts: rows.length,
    violations: sum(rows, (row) => row.hits + row.missed.length),
    'share checked': share(applied.length, rows.length),
    precision: share(hits, hits + wrong),
    recall: share(hits, hits + missed),
    'missed though checked': missed,
    'recall of all': share(
      sum(rows, (row) => row.hits),
      sum(rows, (row) => row.hits + row.missed.length),
    ),
  }
}

/** An endpoint of chat completions on loopback that answers with one text. */
async function startModel() {
  let answer = ''
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const part = (delta: object, finish: string | null) =>
        `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end(`${part({ role: 'assistant', content: answer }, 'stop')}data: [DONE]\n\n`)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // It listens.
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    write: (text: string) => {
      answer = text
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
