import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { splitNovel } from '../../main/src/services/manuscript/import/split.ts'
import { chapterPath, entryFile, openProject, type Project } from '../project.ts'

interface BookOfThreads {
  readonly book: string
  readonly language: 'zh' | 'en'
  /** Aliases by name: the codex of the book. */
  readonly people: Readonly<Record<string, readonly string[]>>
  readonly threads: readonly {
    readonly title: string
    /** Names of the codex. */
    readonly people: readonly string[]
    /** Word for word in the novel. */
    readonly planted: string
    readonly paid: string
  }[]
}

interface Cursor {
  readonly chapter: number
  readonly offset: number
}

const root = import.meta.dirname
/** Evenly over the whole book. */
const otherCursors = 200

/**
 * Threads of two novels: at how many payoffs they are in the prompt, at how many other cursors, and whether after
 * payoff; with the author's plan of the chapter in which each is due, and by words and people alone. Novels are read
 * from CREONOW_NOVELS.
 */
export async function run({ json }: { readonly json: boolean }): Promise<void> {
  for (const name of ['threeKingdoms', 'bleakHouse']) {
    const book: BookOfThreads = JSON.parse(readFileSync(join(root, `${name}.json`), 'utf8'))
    const file = join(process.env.CREONOW_NOVELS ?? '', `${book.book}.txt`)
    if (!existsSync(file)) {
      process.stderr.write(`${book.book}.txt is not in the folder CREONOW_NOVELS: nothing measured\n`)
      continue
    }
    for (const plan of ['due', 'words'] as const) {
      const result = { book: book.book, plan, ...(await measure(book, readFileSync(file, 'utf8'), plan)) }
      process.stdout.write(json ? `${JSON.stringify(result)}\n` : `${JSON.stringify(result, null, 1)}\n`)
    }
  }
}

async function measure(
  { book, language, people, threads }: BookOfThreads,
  text: string,
  plan: 'due' | 'words',
) {
  const parts = splitNovel(text).parts.filter(({ kind }) => kind === 'chapter')
  const chapters = parts.map(({ from, to }) => text.slice(from, to))
  const project = await openProject({
    '.creonow/project.json': JSON.stringify({ id: 'threads', name: book, language }),
    ...Object.fromEntries(chapters.map((chapter, at) => [chapterPath(at), chapter])),
    ...Object.fromEntries(
      Object.entries(people).map(([name, aliases], at) => [
        `.creonow/characters/${at}.md`,
        entryFile(name, aliases, name),
      ]),
    ),
  })
  const cursorOf = (words: string): Cursor => {
    const chapter = chapters.findIndex((each) => each.includes(words))
    if (chapter < 0) throw new Error(`not in one chapter of ${book}: ${words}`)
    return { chapter, offset: chapters[chapter]?.indexOf(words) ?? 0 }
  }
  const places = threads.map(({ planted, paid }) => ({ planted: cursorOf(planted), paid: cursorOf(paid) }))
  for (const [at, { title, people: who, planted, paid }] of threads.entries()) {
    const place = places[at]
    if (!place) continue
    const sentence = ({ chapter, offset }: Cursor, words: string) => ({
      documentId: chapterPath(chapter),
      start: offset,
      end: offset + words.length,
    })
    const { projectId } = project
    const { id } = await project.invoke('threads:create', {
      ...{ projectId, title, people: [...who], selection: sentence(place.planted, planted) },
      ...(plan === 'due' && { due: chapterPath(place.paid.chapter) }),
    })
    await project.invoke('threads:mark', {
      projectId,
      id,
      add: { role: 'paid', ...sentence(place.paid, paid) },
    })
  }
  const payoffs = await Promise.all(places.map(({ paid }) => sentAt(project, threads, paid)))
  const after = await Promise.all(
    places.map(({ paid }, at) =>
      sentAt(project, threads, { ...paid, offset: paid.offset + (threads[at]?.paid.length ?? 0) }),
    ),
  )
  const units = chapters.reduce((sum, { length }) => sum + length, 0)
  const [counts, open] = [
    { asked: 0, sent: 0 },
    { asked: 0, sent: 0 },
  ]
  let closed = 0
  for (let at = 0; at < otherCursors; at += 1) {
    const cursor = cursorAt(chapters, Math.floor(((at + 0.5) / otherCursors) * units))
    const sent = await sentAt(project, threads, cursor)
    for (const [index, { planted, paid }] of places.entries()) {
      const isSent = sent[index] ?? false
      counts.asked += 1
      if (isSent) counts.sent += 1
      if (isBefore(paid, cursor) && isSent) closed += 1
      if (!isBefore(planted, cursor) || isBefore(paid, cursor)) continue
      open.asked += 1
      if (isSent) open.sent += 1
    }
  }
  await project.dispose()
  const missed = threads.flatMap(({ title }, at) => (payoffs[at]?.[at] ? [] : title))
  return {
    payoffs: threads.length,
    sentAtPayoff: threads.length - missed.length,
    sentAtOthers: counts.sent / counts.asked,
    sentWhileOpen: open.sent / open.asked,
    sentAfterPayoff: closed + after.filter((sent, at) => sent[at]).length,
    ...(missed.length > 0 && { missed: missed.join(' · ') }),
  }
}

const isBefore = (a: Cursor, b: Cursor) =>
  a.chapter < b.chapter || (a.chapter === b.chapter && a.offset < b.offset)

function cursorAt(chapters: readonly string[], offset: number): Cursor {
  let rest = offset
  for (const [chapter, { length }] of chapters.entries()) {
    if (rest < length) return { chapter, offset: rest }
    rest -= length
  }
  return { chapter: 0, offset: 0 }
}

/** Which threads the prompt of a cursor has. */
async function sentAt(
  { projectId, invoke }: Project,
  threads: BookOfThreads['threads'],
  { chapter, offset }: Cursor,
): Promise<readonly boolean[]> {
  const { chunks } = await invoke('context:inspect', {
    ...{ projectId, documentId: chapterPath(chapter), cursorPosition: offset, skillId: 'continue' },
    stateless: true,
  })
  const labels = new Set(
    chunks
      .filter(({ source, action }) => source.startsWith('.creonow/threads.json') && action !== 'dropped')
      .map(({ label }) => label),
  )
  return threads.map(({ title }) => labels.has(`伏笔 ${title}`) || labels.has(`Thread ${title}`))
}
