import type { BookFacts } from '../document/block.ts'
import { type Binder, createBinder } from './binder.ts'
import { trimmedFacts } from './bookFacts.ts'
import { decodeSource } from './encoding.ts'
import type { FileTree } from './fileTree.ts'
import type { ProjectFormat } from './importFormat.ts'
import { omissions } from './issues.ts'
import { brokenMarkup, walkMarkup } from './markup.ts'
import { readRtf } from './rtf.ts'
import type { ExtractedText } from './sheet.ts'

/** Projects of Scrivener 3 (file version 2.0), the `.scriv` folder. */
export const scrivener: ProjectFormat = {
  matches: ({ names }) => projectFileOf(names) !== undefined,
  read: readScrivener,
}

const projectFileOf = (names: ReadonlySet<string>) => [...names].find((name) => /^[^/]+\.scrivx$/.test(name))

interface Item {
  readonly id: string
  readonly type: string
  readonly children: Item[]
  title: string
  isIncluded: boolean
  /** Its label, its status and its keywords. */
  labels: number
}

/** What stays in the project, by its number. */
interface LeftOut {
  notes: number
  excluded: number
  synopses: number
  itemNotes: number
  labels: number
}

const maxItems = 20_000
const maxDepth = 100

async function readScrivener(tree: FileTree): Promise<ExtractedText> {
  const bytes = await tree.read(projectFileOf(tree.names) ?? '')
  if (!bytes) throw brokenMarkup()
  const { roots, facts } = await readProject((await decodeSource(bytes)).text)
  const draft = roots.find(({ type }) => type === 'DraftFolder')
  if (!draft) throw brokenMarkup()
  const binder = createBinder()
  const left: LeftOut = { notes: 0, excluded: 0, synopses: 0, itemNotes: 0, labels: 0 }
  for (const root of roots) if (root !== draft) left.notes += countTexts(root)
  for (const item of draft.children) await bind(item, [], { tree, binder, left })
  if (left.notes > 0) binder.omit(omissions.projectNotes(left.notes))
  if (left.excluded > 0) binder.omit(omissions.notForCompile(left.excluded))
  if (left.synopses > 0) binder.omit(omissions.synopses(left.synopses))
  if (left.itemNotes > 0) binder.omit(omissions.itemNotes(left.itemNotes))
  if (left.labels > 0) binder.omit(omissions.labels(left.labels))
  return binder.result(facts)
}

const countTexts = (item: Item): number =>
  Number(item.children.length === 0) + item.children.reduce((sum, child) => sum + countTexts(child), 0)

async function readProject(xml: string): Promise<{ roots: readonly Item[]; facts: BookFacts }> {
  const roots: Item[] = []
  const open: Item[] = []
  const path: string[] = []
  const stated: { title?: string; author?: string } = {}
  let count = 0
  await walkMarkup(
    xml,
    {
      open(name, attributes) {
        path.push(name)
        const top = open.at(-1)
        if (name !== 'BinderItem') {
          if (top && /^(?:LabelID|StatusID|KeywordID)$/.test(name)) top.labels += 1
          return
        }
        count += 1
        if (count > maxItems || open.length > maxDepth) throw brokenMarkup()
        const item: Item = {
          ...{ id: attributes.UUID ?? '', type: attributes.Type ?? '', title: '' },
          ...{ children: [], isIncluded: true, labels: 0 },
        }
        const siblings = top ? top.children : roots
        siblings.push(item)
        open.push(item)
      },
      text(text) {
        const place = path.slice(-2).join('/')
        const top = open.at(-1)
        if (place === 'BinderItem/Title' && top && top.title.length < 1000) top.title += text
        else if (place === 'MetaData/IncludeInCompile' && top) top.isIncluded = text.trim() !== 'No'
        else if (path.at(-1) === 'ProjectTitle') stated.title = (stated.title ?? '') + text
        else if (path.at(-1) === 'FullName') stated.author = (stated.author ?? '') + text
      },
      close(name) {
        path.pop()
        if (name === 'BinderItem') open.pop()
      },
    },
    true,
  )
  return { roots, facts: trimmedFacts(stated) }
}

interface Place {
  readonly tree: FileTree
  readonly binder: Binder
  readonly left: LeftOut
}

/** A folder of folders is a part; a folder of texts, or a text of its own, is a chapter. */
async function bind(item: Item, parts: readonly string[], place: Place): Promise<void> {
  const isPart = item.children.some(({ children }) => children.length > 0)
  if (!isPart) return bindChapter(item, parts, place)
  const inner = [...parts, item.title]
  if (hasText(item, place)) await bindChapter({ ...item, children: [] }, inner, place)
  else countLeftOut(item, place)
  for (const child of item.children) await bind(child, inner, place)
}

const folderOf = (item: Item) => (/^[\dA-F-]{36}$/i.test(item.id) ? `Files/Data/${item.id}` : undefined)

const hasText = (item: Item, { tree }: Place) => tree.names.has(`${folderOf(item)}/content.rtf`)

async function bindChapter(item: Item, parts: readonly string[], place: Place): Promise<void> {
  const texts: string[] = []
  const lost: ExtractedText['omissions'][number][] = []
  for (const scene of [item, ...item.children]) {
    const read = await textOf(scene, place)
    if (!read) continue
    const title = scene === item || scene.title.trim() === '' ? '' : `## ${scene.title.trim()}\n\n`
    // Ids of notes are counted from one in each file.
    const prefix = texts.length === 0 ? '' : `${texts.length + 1}-`
    const text = prefix === '' ? read.text : read.text.replace(/\[\^(\d+)\]/g, `[^${prefix}$1]`)
    texts.push(title + text.trim())
    lost.push(...read.omissions.map(({ sentence }) => ({ from: 0, sentence })))
  }
  if (texts.length === 0) return
  place.binder.chapter({ title: item.title, parts, text: texts.join('\n\n'), omissions: lost })
}

function countLeftOut(item: Item, { tree, left }: Place): void {
  const folder = folderOf(item)
  left.labels += item.labels
  if (tree.names.has(`${folder}/synopsis.txt`)) left.synopses += 1
  if (tree.names.has(`${folder}/notes.rtf`)) left.itemNotes += 1
}

async function textOf(item: Item, place: Place): Promise<ExtractedText | undefined> {
  const { tree, left } = place
  const folder = folderOf(item)
  countLeftOut(item, place)
  if (folder === undefined) return undefined
  if (!item.isIncluded) {
    left.excluded += 1
    return undefined
  }
  const bytes = await tree.read(`${folder}/content.rtf`)
  if (!bytes) return undefined
  const read = await readRtf(bytes)
  return { ...read, text: read.text.replace(/<!?\$Scr_\w{1,10}::\d{1,6}>/g, '') }
}
