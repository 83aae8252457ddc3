import type { BookFacts } from '../document/block.ts'
import { type Binder, createBinder } from './binder.ts'
import { trimmedFacts } from './bookFacts.ts'
import { decodeSource } from './encoding.ts'
import type { FileTree } from './fileTree.ts'
import type { ProjectFormat } from './importFormat.ts'
import { omissions } from './issues.ts'
import { brokenMarkup, walkMarkup } from './markup.ts'
import type { MaterialCard } from './material.ts'
import type { ExtractedText } from './sheet.ts'

const projectFile = 'nwProject.nwx'

/** Projects of novelWriter, of its file version 1.5 (novelWriter 2 and later). */
export const novelWriter: ProjectFormat = {
  matches: ({ names }) => names.has(projectFile),
  read: readNovelWriter,
}

interface Item {
  readonly handle: string
  readonly parent: string
  readonly order: number
  readonly type: string
  readonly class: string
  readonly layout: string
  name: string
  active: boolean
  /** Key of its status in the project's list. */
  status: string
}

const maxItems = 20_000
const maxDepth = 100

async function readNovelWriter(tree: FileTree): Promise<ExtractedText> {
  const bytes = await tree.read(projectFile)
  if (!bytes) throw brokenMarkup()
  const { items, facts, statuses } = await readProject((await decodeSource(bytes)).text)
  const binder = createBinder()
  const left = { notes: 0, inactive: 0 }
  const book = createBook(binder)
  const cards: { readonly item: Item; readonly text: string }[] = []
  for (const item of inOrder(items)) {
    if (item.type !== 'FILE') continue
    const text = async () => (await readDocument(tree, item.handle)) ?? ''
    if (item.class === 'NOVEL' && item.layout !== 'NOTE') {
      if (item.active) book.document(await text(), item.name, statuses.get(item.status) ?? '')
      else left.inactive += 1
    } else if (cardTypes.has(item.class) && item.active) cards.push({ item, text: await text() })
    else left.notes += 1
  }
  book.end()
  for (const { item, text } of cards) binder.card(cardOf(item, text))
  if (left.notes > 0) binder.omit(omissions.projectNotes(left.notes))
  if (left.inactive > 0) binder.omit(omissions.notForCompile(left.inactive))
  return binder.result(facts)
}

/** What the notes of a root folder are about; archive, templates and trash are left out. */
const cardTypes: ReadonlyMap<string, MaterialCard['type']> = new Map([
  ['NOVEL', 'lore'],
  ['PLOT', 'lore'],
  ['CHARACTER', 'character'],
  ['WORLD', 'location'],
  ['TIMELINE', 'event'],
  ['OBJECT', 'item'],
  ['ENTITY', 'faction'],
  ['CUSTOM', 'lore'],
])

/** A note with its heading as name and its `@tag:` as another one. */
function cardOf(item: Item, source: string): MaterialCard {
  const lines = source.replace(/\r\n?/g, '\n').split('\n')
  const name = lines
    .map((line) => /^#{1,4}!?[ \t]+(\S.*)$/.exec(line)?.[1])
    .find((title) => title !== undefined)
  const aliases = lines.flatMap((line) => /^@tag\s*:\s*(.+)$/i.exec(line)?.[1]?.split('|') ?? [])
  let isFirst = true
  const text = lines.filter((line) => {
    if (/^%%~|^@tag\s*:/i.test(line)) return false
    const isName = isFirst && name !== undefined && line.endsWith(name)
    if (isName) isFirst = false
    return !isName
  })
  const body = text.map((line) =>
    withElements(line.replace(/^%\s?(?:\w[\w.]*\s*:\s*)?/, '').replace(/^@/, '')),
  )
  return {
    type: cardTypes.get(item.class) ?? 'lore',
    name: name ?? item.name,
    aliases,
    text: body.join('\n'),
  }
}

/** Names of files come from the project, so only what they can be is read. */
async function readDocument(tree: FileTree, handle: string): Promise<string | undefined> {
  const bytes = /^[\da-f]{13}$/.test(handle) ? await tree.read(`content/${handle}.nwd`) : undefined
  return bytes && (await decodeSource(bytes, 'utf-8')).text
}

async function readProject(
  xml: string,
): Promise<{ items: readonly Item[]; facts: BookFacts; statuses: ReadonlyMap<string, string> }> {
  const items: Item[] = []
  const statuses = new Map<string, string>()
  let statusKey = ''
  const stated: { title?: string; author?: string; language?: string } = {}
  const path: string[] = []
  await walkMarkup(
    xml,
    {
      open(name, attributes) {
        path.push(name)
        const item = items.at(-1)
        if (name === 'item' && items.length < maxItems) items.push(itemOf(attributes))
        else if (name === 'name' && item && path.at(-2) === 'item') {
          item.active = attributes.active !== 'no'
          item.status = attributes.status ?? ''
        } else if (name === 'entry') statusKey = attributes.key ?? ''
      },
      text(text) {
        const place = path.slice(-2).join('/')
        const item = items.at(-1)
        if (place === 'project/name') stated.title = (stated.title ?? '') + text
        else if (place === 'project/author') stated.author = (stated.author ?? '') + text
        else if (place === 'status/entry' && statuses.size < maxItems)
          statuses.set(statusKey, ((statuses.get(statusKey) ?? '') + text).slice(0, 1000))
        else if (place === 'settings/language') stated.language = text.replace('_', '-')
        else if (place === 'item/name' && item && item.name.length < 1000) item.name += text
      },
      close() {
        path.pop()
      },
    },
    true,
  )
  // The first is what every document has from its beginning, whether or not it has been written.
  const [first = ''] = statuses.keys()
  statuses.delete(first)
  return { items, facts: trimmedFacts(stated), statuses }
}

const itemOf = (attributes: Readonly<Record<string, string>>): Item => ({
  handle: attributes.handle ?? '',
  parent: attributes.parent ?? '',
  order: Number(attributes.order) || 0,
  type: attributes.type ?? '',
  class: attributes.class ?? '',
  layout: attributes.layout ?? '',
  name: '',
  active: true,
  status: '',
})

/** As the project's tree shows them: each item before those within it. */
function inOrder(items: readonly Item[]): readonly Item[] {
  const children = new Map<string, Item[]>()
  for (const item of items) {
    const siblings = children.get(item.parent)
    if (siblings) siblings.push(item)
    else children.set(item.parent, [item])
  }
  const ordered: Item[] = []
  const visited = new Set<Item>()
  const visit = (handle: string, depth: number): void => {
    if (depth > maxDepth) throw brokenMarkup()
    for (const item of (children.get(handle) ?? []).toSorted((a, b) => a.order - b.order)) {
      if (visited.has(item)) continue
      visited.add(item)
      ordered.push(item)
      visit(item.handle, depth + 1)
    }
  }
  visit('None', 0)
  return ordered
}

/** Headings of novelWriter: `#` a part, `##` a chapter, `###` a scene, `####` a section; `!` changes their layout. */
const heading = /^(#{1,4})!?[ \t]+(\S.*)$/

/** Collects the lines of the documents into chapters. */
function createBook(binder: Binder) {
  const left = { comments: 0, tags: 0, codes: 0 }
  let part: string[] = []
  let chapter:
    | {
        title: string
        parts: readonly string[]
        lines: string[]
        readonly synopses: string[]
        /** Of the documents with words of it. */
        readonly statuses: string[]
        /** Of the document with its heading alone, which the program gives a status too. */
        readonly ofHeading: string[]
        /** The number of the last document in `statuses`. */
        document: number
      }
    | undefined
  let documents = 0
  /** Of the document that is being read. */
  let statusNow = ''
  let isStatusPlaced = false
  const notes = new Map<string, string>()

  function end(): void {
    if (chapter)
      binder.chapter({
        title: chapter.title,
        parts: chapter.parts,
        text: chapter.lines.join('\n').replace(/\n{3,}/g, '\n\n'),
        synopsis: chapter.synopses.join('\n'),
        statuses: [...chapter.statuses, ...chapter.ofHeading],
      })
    chapter = undefined
  }

  function line(text: string, name: string): void {
    const [, marks = '', title = ''] = heading.exec(text) ?? []
    if (text.startsWith('#!')) part = []
    if (marks.length === 1 && !text.startsWith('#!')) {
      end()
      part = [title]
    } else if (marks.length === 2) {
      end()
      chapter = newChapter(title, part)
      chapter.ofHeading.push(statusNow)
      isStatusPlaced = true
    } else {
      chapter ??= newChapter(part[0] ?? name, [])
      if (text.trim() !== '' && chapter.document !== documents) {
        chapter.document = documents
        chapter.statuses.push(statusNow)
        isStatusPlaced = true
      }
      const level = Math.max(2, marks.length - 1)
      // `#!` is the title on a title page.
      if (marks !== '') chapter.lines.push('', `${'#'.repeat(level)} ${title}`, '')
      else chapter.lines.push(text)
    }
  }

  const newChapter = (title: string, parts: readonly string[]): NonNullable<typeof chapter> => ({
    ...{ title, parts, lines: [], synopses: [], statuses: [], ofHeading: [], document: 0 },
  })

  return {
    /** `status`: in the author's words; empty: none. */
    document(source: string, name: string, status: string): void {
      const text = source.replace(/\r\n?/g, '\n')
      documents += 1
      statusNow = status
      isStatusPlaced = false
      for (const [, key = '', words = ''] of text.matchAll(/^%footnote\.([\w-]+)\s*:\s*(.*)$/gim))
        notes.set(key, words)
      for (const given of text.split('\n')) {
        if (given.startsWith('%%~') || /^%footnote\./i.test(given)) continue
        const synopsis = /^%\s*(?:synopsis|short)\s*:\s*(\S.*)$/i.exec(given)?.[1]
        if (synopsis !== undefined && chapter) chapter.synopses.push(synopsis)
        else if (/^%/.test(given)) left.comments += 1
        else if (/^@\w+\s*:/.test(given)) left.tags += 1
        else if (given.trim() !== '' || chapter) line(heading.test(given) ? given : toMarkdown(given), name)
      }
      if (!isStatusPlaced && status !== '') binder.leaveLabels(1)
      chapter?.lines.push('')
      for (const key of notesIn(chapter?.lines ?? [])) {
        const words = notes.get(key)
        if (words !== undefined && !chapter?.lines.includes(`[^${key}]: ${words}`))
          chapter?.lines.push(`[^${key}]: ${words}`, '')
      }
    },
    end(): void {
      end()
      if (left.comments > 0) binder.omit(omissions.comments(left.comments))
      if (left.tags > 0) binder.omit(omissions.tags(left.tags))
      if (left.codes > 0) binder.omit(omissions.codes(left.codes))
    },
  }

  /** Alignment is dropped, marks become those of Markdown. */
  function toMarkdown(given: string): string {
    const quoted = /^>[ \t].*[ \t]<$/.test(given)
    const text = given.replace(/^>{1,2}[ \t]/, '').replace(/[ \t]<{1,2}$/, '')
    const words = withElements(text.replace(/\[footnote:([\w-]+)\]/gi, '[^$1]'))
      .replace(/\[br\]\s*$/i, '  ')
      .replace(/\[br\]/gi, '  \n')
      .replace(/\[(?:\/?(?:u|m|sup|sub)|vspace(?::\d+)?|newpage|new page|field:\w+)\]/gi, () => {
        left.codes += 1
        return ''
      })
    return quoted ? `> ${words}` : words
  }
}

const withElements = (text: string) =>
  text.replace(
    /\[(\/?)(i|b|s)\]/gi,
    (_, slash: string, mark: string) => `<${slash}${elements[mark.toLowerCase()]}>`,
  )

const elements: Readonly<Record<string, string>> = { i: 'em', b: 'strong', s: 'del' }

const notesIn = (lines: readonly string[]) =>
  new Set([...lines.join('\n').matchAll(/\[\^([\w-]+)\](?!:)/g)].map(([, key = '']) => key))
