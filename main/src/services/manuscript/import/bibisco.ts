import { AppError } from '../../../lib/appError.ts'
import { excessOfJson } from '../../../lib/bounds.ts'
import { type Binder, createBinder } from './binder.ts'
import { trimmedFacts } from './bookFacts.ts'
import { decodeSource } from './encoding.ts'
import type { FileTree } from './fileTree.ts'
import type { ProjectFormat } from './importFormat.ts'
import { omissions } from './issues.ts'
import { brokenMarkup } from './markup.ts'
import type { MaterialNote } from './material.ts'
import { type PageBlocks, readPage } from './page.ts'
import { writePages } from './pageNotes.ts'
import { createSheet, type ExtractedText, type Sheet } from './sheet.ts'

/** Projects of bibisco 2 and later: one database of LokiJS as JSON, named by its UUID, and pictures. */
export const bibisco: ProjectFormat = {
  matches: ({ names }) => databaseOf(names) !== undefined,
  read: readBibisco,
}

/** Its folder has the same name, which archives have and `withoutTopFolder` has taken away. */
const database = /^(?:[^/]+\/)?[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}\.json$/i
const databaseOf = (names: ReadonlySet<string>) => [...names].find((name) => database.test(name))

type Fields = Readonly<Record<string, unknown>>
/** The items of each collection, in the order of their positions. */
type Collections = ReadonlyMap<string, readonly Fields[]>

const bounds = { maxDepth: 64, maxValues: 3_000_000 }
const [prologue, epilogue] = [-1, -2]

async function readBibisco(tree: FileTree): Promise<ExtractedText> {
  const name = databaseOf(tree.names) ?? ''
  const collections = parsed((await decodeSource((await tree.read(name)) ?? Buffer.of(), 'utf-8')).text)
  const of = (collection: string) => collections.get(collection) ?? []
  const chapters = of('chapters')
  if (!collections.has('chapters')) throw brokenMarkup()
  const binder = createBinder()
  const left = { titles: 0 }
  const partOf = partsByPosition(of('parts'))
  const scenesOf = Map.groupBy(of('scenes'), (scene) => numberOf(scene.chapterid))
  for (const chapter of inOrder(chapters)) {
    const part = partOf(numberOf(chapter.position))
    const scenes = scenesOf.get(numberOf(chapter.$loki)) ?? []
    await bindChapter(binder, { chapter, scenes, parts: part === undefined ? [] : [part] }, left)
  }
  if (left.titles > 0) binder.omit(omissions.sceneTitles(left.titles))
  await bindCards(binder, collections)
  const strands = ['relationsedges', 'groups', 'mindmaps'].flatMap(of).length
  if (strands > 0) binder.omit(omissions.projectNotes(strands))
  const pictures = [...tree.names].filter((each) => each !== name).length
  if (pictures > 0) binder.omit(omissions.otherFiles(pictures, 'images'))
  const project = of('project')[0] ?? {}
  return binder.result(
    trimmedFacts({
      title: stringOf(project.name),
      author: stringOf(project.author),
      language: stringOf(project.language).replace('_', '-'),
    }),
  )
}

/** @throws AppError IMPORT_BROKEN, FILE_TOO_LARGE. */
function parsed(text: string): Collections {
  const excess = excessOfJson(text, bounds)
  if (excess?.over === 'depth') throw new AppError('IMPORT_BROKEN', { why: 'depth' })
  if (excess) throw new AppError('FILE_TOO_LARGE', { why: 'jsonValues' })
  let root: unknown
  try {
    root = JSON.parse(text)
  } catch (error) {
    throw new AppError('IMPORT_BROKEN', { why: 'json' }, { cause: error })
  }
  const byPosition = (a: Fields, b: Fields) => numberOf(a.position) - numberOf(b.position)
  return new Map(
    listOf(recordOf(root).collections).map((each) => {
      const collection = recordOf(each)
      return [stringOf(collection.name), listOf(collection.data).map(recordOf).sort(byPosition)]
    }),
  )
}

/** The prologue comes first and the epilogue last, whatever their numbers. */
function inOrder(chapters: readonly Fields[]): readonly Fields[] {
  const at = (position: number) => chapters.filter((chapter) => chapter.position === position)
  const numbered = chapters.filter(({ position }) => position !== prologue && position !== epilogue)
  return [...at(prologue), ...numbered, ...at(epilogue)]
}

/** A part has as many chapters as it counts; the prologue and the epilogue are in none. */
function partsByPosition(parts: readonly Fields[]): (position: number) => string | undefined {
  let last = 0
  const ends = parts.map((part) => {
    last += numberOf(part.chaptersincluded)
    return { last, title: stringOf(part.title) }
  })
  return (position) => (position < 1 ? undefined : ends.find((end) => position <= end.last)?.title)
}

async function bindChapter(
  binder: Binder,
  { chapter, scenes, parts }: { chapter: Fields; scenes: readonly Fields[]; parts: readonly string[] },
  left: { titles: number },
): Promise<void> {
  const sheet = createSheet()
  const pages: string[] = []
  for (const scene of scenes) {
    const revisions = listOf(scene.revisions).map(recordOf)
    const text = stringOf((revisions[numberOf(scene.revision)] ?? revisions.at(-1))?.text)
    if (stringOf(scene.title) !== '') left.titles += 1
    if (text.trim() !== '') pages.push(`<div>${text}</div>`)
  }
  // All as one page, so that its notes are numbered through.
  await writePage(pages.join('<hr>'), sheet)
  const notes: MaterialNote[] = []
  for (const field of ['reason', 'notes'])
    notes.push({ at: 0, text: await plain(stringOf(recordOf(chapter[field]).text)) })
  binder.chapter({
    ...{ title: stringOf(chapter.title), parts, ...sheet.result() },
    ...{ synopsis: await plain(stringOf(chapter.description)), notes },
  })
}

const sheets = [
  ['maincharacters', 'character'],
  ['secondarycharacters', 'character'],
  ['locations', 'location'],
  ['objects', 'item'],
  ['strands', 'lore'],
  ['notes', 'lore'],
] as const

/** Sheets with every answer that has words, one paragraph each. */
async function bindCards(binder: Binder, collections: Collections): Promise<void> {
  for (const [collection, type] of sheets)
    for (const item of collections.get(collection) ?? []) {
      const paragraphs: string[] = []
      for (const text of textsOf(item)) paragraphs.push(await plain(text))
      const place = ['nation', 'state', 'city'].map((field) => stringOf(item[field])).filter(Boolean)
      binder.card({
        ...{ type, name: stringOf(item.name) || stringOf(item.location), aliases: [] },
        text: [place.join(', '), ...paragraphs].filter((text) => text.trim() !== '').join('\n\n'),
      })
    }
  for (const item of collections.get('architecture') ?? []) {
    const text = await plain(stringOf(item.text))
    if (item.type === 'premise') binder.synopsis(text)
    else if (text !== '') binder.card({ type: 'lore', name: stringOf(item.type), aliases: [], text })
  }
}

const answers = ['personaldata', 'physionomy', 'behaviors', 'sociology', 'psychology', 'ideas', 'custom']
const chaptersOfLife = ['lifebeforestorybeginning', 'conflict', 'evolutionduringthestory', 'notes']

function textsOf(item: Fields): readonly string[] {
  const texts = [stringOf(item.description)]
  for (const field of answers) {
    const { freetext, freetextenabled, questions } = recordOf(item[field])
    if (freetextenabled === true) texts.push(stringOf(freetext))
    else texts.push(...listOf(questions).map((question) => stringOf(recordOf(question).text)))
  }
  for (const field of chaptersOfLife) texts.push(stringOf(recordOf(item[field]).text))
  return texts.filter((text) => text.trim() !== '')
}

/** Its notes are attributes of the words they are about; as links to the end of the page they are found. */
function withLinkedNotes(html: string): string {
  const chunks: string[] = []
  const notes: string[] = []
  let copied = 0
  for (let at = html.indexOf('<span'); at >= 0; ) {
    const end = html.indexOf('>', at)
    const close = html.indexOf('</span>', at)
    if (end < 0 || close < 0) break
    const tag = html.slice(at, Math.min(end, at + maxTagUnits))
    const words = /\sdata-note="([^"]*)"/.exec(tag)?.[1]
    if (words && /\sclass="[^"]*footendnote/.test(tag) && close > end) {
      notes.push(words)
      chunks.push(
        html.slice(copied, close),
        `<a epub:type="noteref" href="#n${notes.length}">${notes.length}</a>`,
      )
      copied = close
    }
    at = html.indexOf('<span', end)
  }
  const texts = notes.map(
    (words, index) => `<aside epub:type="footnote" id="n${index + 1}"><p>${words}</p></aside>`,
  )
  return [...chunks, html.slice(copied), ...texts].join('')
}

const maxTagUnits = 40_000

async function writePage(html: string, sheet: Sheet): Promise<void> {
  const pages: PageBlocks = { blocks: [], places: new Map() }
  await readPage(withLinkedNotes(html), { path: '', classStyles: new Map() }, pages)
  writePages(pages, sheet, () => undefined)
}

/** The Markdown of a page, or words without any element. */
async function plain(html: string): Promise<string> {
  if (!/[<&]/.test(html)) return html.trim()
  const sheet = createSheet()
  await writePage(html, sheet)
  return sheet.result().text.trim()
}

const recordOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {} // checked
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0)
