import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { splitNovel } from '../../main/src/services/manuscript/import/split.ts'
import { chapterPath, entryFile, openProject, type Project } from '../project.ts'
import {
  chinesePairs,
  englishPairs,
  type NamePair,
  occurrences,
  otherChinesePairs,
  realNames,
} from './pairs.ts'
import { plantNames } from './planting.ts'

const novels = [
  { name: '红楼梦', isChinese: true },
  { name: '三国演义', isChinese: true },
  { name: '儒林外史', isChinese: true },
  { name: 'bleak-house', isChinese: false },
  { name: 'pride-and-prejudice', isChinese: false },
]
const longestUtf16 = 200_000
/** Chapters that names are planted in. */
const plantedChapters = 5

/** `wrong`: the longer name is a match. `left`: the short one is none. */
interface Outcome {
  readonly pair: string
  readonly count: number
  readonly planted: number
  readonly wrong: number
  readonly left: number
  /** As the search reports them. */
  readonly doubtful: number
}

/**
 * Searches for a short name whose book also has a longer one with the same beginning, as renaming does (`book:search`,
 * mode `name`), only the short one in the codex. Needs novels in CREONOW_NOVELS; `book` selects one.
 */
export async function run({ json, book }: { readonly json: boolean; readonly book?: string }): Promise<void> {
  const left: object[] = []
  const rows: (Outcome & { novel: string; isOther: boolean })[] = []
  for (const { name, isChinese } of novels.filter((it) => book === undefined || it.name === book)) {
    const file = join(process.env.CREONOW_NOVELS ?? '', `${name}.txt`)
    if (!existsSync(file)) {
      process.stderr.write(`${name}.txt is not in the folder CREONOW_NOVELS: nothing measured\n`)
      continue
    }
    const text = readFileSync(file, 'utf8').replaceAll('\r\n', '\n').slice(0, longestUtf16)
    const chapters = splitNovel(text)
      .parts.filter(({ kind }) => kind === 'chapter')
      .map(({ from, to }) => text.slice(from, to))
    const files = Object.fromEntries(chapters.map((chapter, at) => [chapterPath(at), chapter]))
    const language = isChinese ? 'zh' : 'en'
    const project = await openProject({
      '.creonow/project.json': JSON.stringify({ id: 'rename', name, language }),
      ...files,
    })
    for (const real of realNames[name] ?? []) left.push(await searchReal(project, chapters, real, name))
    for (const pair of isChinese ? [...chinesePairs, ...otherChinesePairs] : englishPairs) {
      const isOther = otherChinesePairs.includes(pair)
      for (const count of occurrences) {
        const seed = count * 1000 + rows.length
        const outcome = await searchPlanted(project, chapters, pair, { count, isChinese, seed })
        rows.push({ novel: name, isOther, ...outcome })
        if (!json && outcome.wrong + outcome.left > 0)
          console.log(JSON.stringify({ novel: name, ...outcome }))
      }
    }
    await project.dispose()
  }
  const [given, others] = [rows.filter(({ isOther }) => !isOther), rows.filter(({ isOther }) => isOther)]
  const summaries = [
    ...occurrences.map((count) =>
      summarize(
        `${count} times`,
        given.filter((row) => row.count === count),
      ),
    ),
    ...[...new Set(rows.map(({ pair }) => pair))].map((pair) =>
      summarize(
        pair,
        rows.filter((row) => row.pair === pair),
      ),
    ),
    summarize('other pairs', others),
    summarize('all', given),
  ]
  if (json)
    console.log(JSON.stringify(Object.fromEntries(summaries.map(({ what, ...rest }) => [what, rest]))))
  else {
    console.table(left)
    console.table(summaries)
  }
}

/** Of the places of a name that the novel has, those that a search leaves to the author. */
async function searchReal(project: Project, chapters: readonly string[], name: string, novel: string) {
  const places = chapters.reduce((sum, text) => sum + text.split(name).length - 1, 0)
  await project.write('.creonow/characters/name.md', entryFile(name, [], '.'))
  const { hits } = await searchName(project, name)
  return {
    novel,
    name,
    places,
    'left to the author, %': Math.round((1000 * (places - hits.size)) / places) / 10,
  }
}

async function searchPlanted(
  project: Project,
  chapters: readonly string[],
  pair: NamePair,
  options: { readonly count: number; readonly isChinese: boolean; readonly seed: number },
): Promise<Outcome> {
  const { projectId, invoke, write } = project
  const { texts, planted } = plantNames(chapters.slice(0, plantedChapters), pair, options)
  for (const [at, text] of texts.entries()) await write(chapterPath(at), text)
  await write('.creonow/characters/name.md', entryFile(pair.short, [], '.'))
  const { hits, doubtful } = await searchName(project, pair.short)
  const { documents } = await invoke('documents:list', { projectId })
  const idOf = new Map(documents.map(({ path, documentId }) => [path, documentId]))
  const isHit = ({ chapter, from: at }: { chapter: number; from: number }) =>
    hits.has(`${idOf.get(chapterPath(chapter)) ?? chapterPath(chapter)} ${at}`)
  return {
    pair: `${pair.short}/${pair.long}`,
    ...{ count: options.count, planted: options.count, doubtful },
    wrong: planted.filter((name) => !name.isShort && isHit(name)).length,
    left: planted.filter((name) => name.isShort && !isHit(name)).length,
  }
}

/** Every place that a search for a name finds, as `documentId from`, and how many it leaves out. */
async function searchName({ projectId, invoke }: Project, text: string) {
  const query = { text, mode: 'name', fold: false } as const
  const hits = new Set<string>()
  let doubtful = 0
  let from: string | null | undefined
  while (from !== null) {
    const page: Awaited<ReturnType<typeof invoke<'book:search'>>> = await invoke('book:search', {
      ...{ projectId, query, hitsPerChapter: 200 },
      ...(from === undefined ? {} : { from }),
    })
    for (const { documentId, hits: found } of page.chapters)
      for (const hit of found) hits.add(`${documentId} ${hit.from}`)
    doubtful = Math.max(doubtful, page.doubtful)
    from = page.next
  }
  return { hits, doubtful }
}

function summarize(what: string, rows: readonly Outcome[]) {
  const sum = (part: (row: Outcome) => number) => rows.reduce((total, row) => total + part(row), 0)
  const planted = sum((row) => row.planted)
  return {
    what,
    searches: rows.length,
    'of each name': planted,
    'wrong without a doubt': sum(({ wrong }) => wrong),
    'searches with a wrong one': rows.filter(({ wrong }) => wrong > 0).length,
    'right ones left out, %': Math.round((1000 * sum(({ left }) => left)) / Math.max(1, planted)) / 10,
  }
}
