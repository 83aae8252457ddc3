import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sha256Hex } from '../../main/src/lib/hash.ts'
import { splitNovel } from '../../main/src/services/manuscript/import/split.ts'

export const settings = {
  /** Characters in front of the cursor that the writer's prompt shows anyway. */
  window: 3000,
  /** Characters behind the cursor: what the author really wrote next. */
  hidden: 1500,
  /** Passages that are judged, and of each no more characters than `cap`. */
  top: 8,
  cap: 500,
  /** Of the reference passages, from which the oracle chooses. */
  passageUnits: 400,
}

interface Chapter {
  readonly number: number
  readonly from: number
  readonly to: number
}

export interface ReferencePassage {
  readonly from: number
  readonly to: number
  readonly chapter: number
}

export interface Cursor {
  readonly id: number
  readonly offset: number
}

export interface Book {
  readonly name: string
  readonly text: string
  readonly isChinese: boolean
  /** Files of the project, as the product would import them. */
  readonly documents: readonly { readonly documentId: string; readonly from: number; readonly to: number }[]
  readonly chapters: readonly Chapter[]
  readonly passages: readonly ReferencePassage[]
}

/** The novel that was named, else all of the folder `CREONOW_NOVELS`; says so when there is none. */
export function novelFiles(novel?: string): readonly string[] {
  const folder = process.env.CREONOW_NOVELS ?? ''
  const files = novel
    ? [novel]
    : readdirSync(folder || '.')
        .filter((name) => name.endsWith('.txt'))
        .map((name) => join(folder, name))
  if (files.length === 0) process.stderr.write('no novel: --novel FILE or the folder CREONOW_NOVELS\n')
  return files
}

/** A novel with its reference passages: whole lines packed inside a chapter, long lines cut at sentence ends. */
export function readBook(name: string, raw: string): Book {
  const text = raw.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  const isChinese = /\p{sc=Han}{5}/u.test(text.slice(0, 5000))
  const documents = splitNovel(text).parts.map(({ from, to }, at) => ({
    documentId: `manuscript/${String(at + 1).padStart(3, '0')}-章.md`,
    from,
    to,
  }))
  const chapters = isChinese
    ? chineseChapters(text)
    : documents.map(({ from, to }, at) => ({ number: at + 1, from, to }))
  return { name, text, isChinese, documents, chapters, passages: packed(text, chapters) }
}

function chineseChapters(text: string): Chapter[] {
  const heading = /^[ \t\u3000]*(?:第[零〇一二三四五六七八九十百千两\d]+[回章节卷]|楔子|序章).*$/gm
  const heads = [...text.matchAll(heading)].map(({ index }) => index)
  return heads.map((from, at) => ({ number: at + 1, from, to: heads[at + 1] ?? text.length }))
}

function packed(text: string, chapters: readonly Chapter[]): ReferencePassage[] {
  const found: ReferencePassage[] = []
  for (const { from, to, number } of chapters) {
    let open: { from: number; to: number } | undefined
    const flush = () => {
      if (open && text.slice(open.from, open.to).trim() !== '') found.push({ ...open, chapter: number })
      open = undefined
    }
    const add = (start: number, end: number) => {
      if (open && end - open.from > settings.passageUnits) flush()
      open = { from: open?.from ?? start, to: end }
    }
    let at = from
    for (const line of text.slice(from, to).split('\n')) {
      if (line.trim() !== '') {
        if (line.length <= settings.passageUnits * 1.25) add(at, at + line.length)
        else
          for (const { index, 0: sentence } of line.matchAll(
            /[^。！？!?]*[。！？!?]+[”’」』"]*|[^。！？!?]+$/g,
          ))
            add(at + index, at + index + sentence.length)
      }
      at += line.length + 1
    }
    flush()
  }
  return found
}

/** Ends of paragraphs spread over the book, 300 characters into a chapter at least, the continuation inside it. */
export function cursorsOf({ text, chapters }: Book, wanted = 60, fromChapter = 8): Cursor[] {
  const eligible: number[] = []
  for (const { number, from, to } of chapters) {
    let at = from
    for (const line of number < fromChapter ? [] : text.slice(from, to).split('\n')) {
      const end = at + line.length
      const inside = end - from >= 300 && end + settings.hidden <= to && end > settings.window
      if (line.trim() !== '' && inside) eligible.push(end)
      at = end + 1
    }
  }
  const [first = 0] = eligible
  const last = (eligible.at(-1) ?? 0) + 1
  const random = randomFrom(`foresight-1:${sha256Hex(text)}`)
  return Array.from({ length: wanted }).flatMap((_, bin) => {
    const here = eligible.filter((at) => Math.floor(((at - first) / (last - first)) * wanted) === bin)
    const offset = here[Math.floor(random() * here.length)]
    return offset === undefined ? [] : { id: bin, offset }
  })
}

/** Numbers in [0, 1) from a string. */
export function randomFrom(seed: string): () => number {
  let state = Number.parseInt(sha256Hex(seed).slice(0, 8), 16)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}
