import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { readTruth } from '../../../../bench/codex/truth.ts'
import { createScriptedReader, gradeDrafts, lostFacts, type Truth } from '../../../support/draftReader.ts'
import type { JobsNovel } from '../jobs/fixture.ts'
import { listDrafts, promptOf, startDraftsBook } from './fixture.ts'

/** Only where a folder of novels is named: a million characters take a minute. */
const folder = process.env.CREONOW_NOVELS ?? ''
const novels = ['红楼梦', 'bleak-house'].filter((name) => existsSync(join(folder, `${name}.txt`)))
const bookUnits = 1_000_000
const chapterUnits = 8000
const factsOfPerson = 60

let book: JobsNovel | undefined
afterEach(async () => {
  await book?.dispose()
  book = undefined
})

/** Chapters of a novel, and its own sentences about people of a list that was written beforehand. */
function bookOf(novel: string) {
  const text = readFileSync(join(folder, `${novel}.txt`), 'utf8')
    .replace(/^\ufeff/, '')
    .replaceAll('\r\n', '\n')
    .slice(0, bookUnits)
  const language = /\p{Script=Han}/u.test(novel) ? ('zh' as const) : ('en' as const)
  const people = (readTruth().get(novel) ?? [])
    .filter(({ kind, names: [name = ''] }) => kind === 'character' && text.includes(name))
    .map(({ names }) => names)
  const sentences = [...text.matchAll(/[^。！？\n.!?“”"]{8,90}[。！？.!?]/gu)].map(([sentence]) =>
    sentence.trim(),
  )
  const seen = new Map<string, number>()
  for (const sentence of sentences) seen.set(sentence, (seen.get(sentence) ?? 0) + 1)
  const once = sentences.filter((sentence) => seen.get(sentence) === 1 && text.split(sentence).length === 2)
  const all = people.flat()
  const facts = people.flatMap((names, person) =>
    once
      .filter((sentence) => sentence.includes(names[0] ?? ''))
      .slice(0, factsOfPerson)
      .map((quote) => ({
        ...{ person, quote, field: language === 'zh' ? '能力' : 'ability' },
        // Long enough to be the value of one sentence only.
        value: quote.slice(language === 'zh' ? -9 : -25, -1).trim(),
      })),
  )
  const plain = once.filter((sentence) => !all.some((name) => sentence.includes(name)))
  const truth: Truth = { people, facts, plain, language }
  const files = Object.fromEntries(
    Array.from({ length: Math.ceil(text.length / chapterUnits) }, (_, at) => [
      `manuscript/${String(at + 1).padStart(4, '0')}.md`,
      `# ${at + 1}\n\n${text.slice(at * chapterUnits, (at + 1) * chapterUnits)}\n`,
    ]),
  )
  const project = JSON.stringify({ id: 'novel-under-test', name: novel, language })
  return { truth, files: { ...files, '.creonow/project.json': project }, units: text.length }
}

for (const novel of novels)
  it(`a novel of a million characters gives its facts, and none of the inventions of its reader: ${novel}`, async () => {
    const { truth, files, units } = bookOf(novel)
    book = await startDraftsBook(files)
    const own = book
    const reader = createScriptedReader(truth)
    own.answer = () => reader.read(promptOf(own))
    const times: Record<string, number> = {}
    const timed = async <T>(name: string, task: () => Promise<T>) => {
      const start = performance.now()
      const result = await task()
      times[name] = Math.round(performance.now() - start)
      return result
    }
    const preview = await timed('preview', () => own.preview({ kind: 'drafts', readings: 3 }))
    await timed('one reading', () => own.run({ kind: 'drafts' }))
    const { drafts: first } = await timed('list', () => listDrafts(own))
    const once = gradeDrafts(truth, reader.inventions, first)
    await timed('two readings more', () => own.run({ kind: 'drafts', readings: 2 }))
    const { drafts } = await timed('list of three', () => listDrafts(own))
    const thrice = gradeDrafts(truth, reader.inventions, drafts)
    const lost = lostFacts(reader.delivered, drafts).lost
    const accepted = await timed('accept ticked', () =>
      own.novel.invoke('codex:drafts:accept', { projectId: own.novel.projectId, facts: 'ticked' }),
    )
    const { entries } = await own.novel.invoke('codex:list', { projectId: own.novel.projectId })
    const names = entries.flatMap(({ name, aliases }) => [name, ...aliases])
    process.stdout.write(
      `${JSON.stringify({ novel, units, planted: truth.facts.length, people: truth.people.length, preview, once: once.recall, thrice, lost, invented: Object.values(reader.inventions).map(({ size }) => size), cards: entries.length, accepted: accepted.accepted, failed: accepted.failed.length, times })}\n`,
    )
    expect(once.recall).toBeGreaterThanOrEqual(0.5)
    expect(thrice.recall).toBeGreaterThanOrEqual(0.88)
    expect(thrice).toMatchObject({ admittedNowhere: 0, admittedElsewhere: 0, neitherTicked: 0, doubles: 0 })
    expect(lost).toBe(0)
    expect(accepted.failed).toEqual([])
    expect(new Set(names).size).toBe(names.length)
  }, 600_000)

it('novels are read where their folder is named', () => {
  expect(novels.every((name) => existsSync(join(folder, `${name}.txt`)))).toBe(true)
})
