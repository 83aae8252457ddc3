import { type Binder, createBinder } from './binder.ts'
import { trimmedFacts } from './bookFacts.ts'
import { decodeSource } from './encoding.ts'
import type { FileTree } from './fileTree.ts'
import type { ProjectFormat } from './importFormat.ts'
import { omissions } from './issues.ts'
import { brokenMarkup, walkMarkup } from './markup.ts'
import type { MaterialNote } from './material.ts'
import type { ExtractedText } from './sheet.ts'

/** Projects of Manuskript, in its file version 1: a folder, or the same packed as `.msk`. */
export const manuskript: ProjectFormat = {
  matches: ({ names }) =>
    names.has('MANUSKRIPT') || (names.has('infos.txt') && names.has('outline/folder.txt')),
  read: readManuskript,
}

/** A text, or a folder of them. */
interface Item {
  readonly fields: ReadonlyMap<string, string>
  readonly title: string
  readonly text: string
  readonly children: readonly Item[]
}

interface LeftOut {
  excluded: number
  titles: number
  synopses: number
  notes: number
}

interface Place {
  readonly binder: Binder
  readonly left: LeftOut
  /** Words that items name by their numbers. */
  readonly lists: Readonly<Record<'status' | 'label', readonly string[]>>
}

const outline = 'outline'
const maxDepth = 30

async function readManuskript(tree: FileTree): Promise<ExtractedText> {
  const roots = await itemsIn(outline, tree, childrenByFolder(tree.names), 0)
  const binder = createBinder()
  const left: LeftOut = { excluded: 0, titles: 0, synopses: 0, notes: 0 }
  const lists = { status: await wordsIn('status.txt', tree), label: await wordsIn('labels.txt', tree) }
  for (const item of roots) bind(item, [], { binder, left, lists })
  if (binder.size() === 0) throw brokenMarkup()
  await bindCards(tree, binder)
  // Plots refer to people and scenes by their numbers.
  const plans = tree.names.has('plots.xml') ? ['plots.xml'] : []
  if (left.excluded > 0) binder.omit(omissions.notForCompile(left.excluded))
  if (left.titles > 0) binder.omit(omissions.sceneTitles(left.titles))
  if (left.synopses > 0) binder.omit(omissions.synopses(left.synopses))
  if (left.notes > 0) binder.omit(omissions.itemNotes(left.notes))
  if (plans.length > 0) binder.omit(omissions.otherFiles(plans.length, plans.join(', ')))
  const infos = fieldsOf((await textOf('infos.txt', tree)) ?? '').fields
  return binder.result(trimmedFacts({ title: infos.get('title'), author: infos.get('author') }))
}

/** People, the world, and what the project says of the book. */
async function bindCards(tree: FileTree, binder: Binder): Promise<void> {
  for (const name of [...tree.names].filter((each) => /^characters\/[^/]+\.txt$/.test(each)).sort()) {
    const { fields } = fieldsOf((await textOf(name, tree)) ?? '')
    const texts = [...fields].filter(([key, value]) => value !== '' && !ofProgram.test(key))
    const text = texts.map(([key, value]) => `**${key.charAt(0).toUpperCase()}${key.slice(1)}:** ${value}`)
    const called = name.replace(/^characters\/(?:\d+-)?|\.txt$/g, '').replace(/_/g, ' ')
    binder.card({
      ...{ type: 'character', name: fields.get('name') ?? called, aliases: [] },
      text: text.join('\n\n'),
    })
  }
  const world = await textOf('world.opml', tree)
  if (world !== undefined) await bindWorld(world, binder)
  const { fields } = fieldsOf((await textOf('summary.txt', tree)) ?? '')
  const longest = ['full', 'page', 'paragraph', 'sentence', 'situation'].find((key) => fields.get(key))
  if (longest !== undefined) binder.synopsis(fields.get(longest) ?? '')
}

/** What is no word about a person. */
const ofProgram = /^(?:name|id|importance|color|pov)$/

/** The places of the world; one that has nothing but others within is only their heading. */
async function bindWorld(opml: string, binder: Binder): Promise<void> {
  await walkMarkup(
    opml,
    {
      open(element, { name = '', type = '', description = '', passion = '', conflict = '' }) {
        const text = [type, description, passion, conflict].filter((each) => each.trim() !== '').join('\n\n')
        if (element === 'outline' && text !== '') binder.card({ type: 'location', name, aliases: [], text })
      },
    },
    true,
  )
}

/** The names of files and folders in each folder, in the order of their numbers. */
function childrenByFolder(names: ReadonlySet<string>): ReadonlyMap<string, readonly string[]> {
  const children = new Map<string, Set<string>>()
  for (const name of names) {
    const parts = name.split('/')
    if (parts[0] !== outline || parts.length > maxDepth) continue
    for (let depth = 1; depth < parts.length; depth++) {
      const folder = parts.slice(0, depth).join('/')
      const set = children.get(folder) ?? new Set()
      children.set(folder, set.add(parts[depth] ?? ''))
    }
  }
  const numberOf = (name: string) => Number.parseInt(name, 10) || 0
  return new Map(
    [...children].map(([folder, set]) => [folder, [...set].sort((a, b) => numberOf(a) - numberOf(b))]),
  )
}

async function itemsIn(
  folder: string,
  tree: FileTree,
  children: ReadonlyMap<string, readonly string[]>,
  depth: number,
): Promise<readonly Item[]> {
  const items: Item[] = []
  for (const name of children.get(folder) ?? []) {
    const path = `${folder}/${name}`
    const isFolder = children.has(path)
    if (!isFolder && (name === 'folder.txt' || !/\.(?:md|txt|t2t)$/.test(name))) continue
    const source = await textOf(isFolder ? `${path}/folder.txt` : path, tree)
    const { fields, text } = fieldsOf(source ?? '')
    const title =
      fields.get('title') ??
      name
        .replace(/^\d+-/, '')
        .replace(/\.[a-z\d]+$/, '')
        .replace(/_/g, ' ')
    const inner = isFolder ? await itemsIn(path, tree, children, depth + 1) : []
    items.push({ fields, title, text: isFolder ? '' : text, children: inner })
  }
  return items
}

async function textOf(name: string, tree: FileTree): Promise<string | undefined> {
  const bytes = await tree.read(name)
  return bytes && (await decodeSource(bytes, 'utf-8')).text
}

/** `key:   value` lines, values going on in indented ones, up to the first blank line; then the text. */
function fieldsOf(source: string): Pick<Item, 'fields' | 'text'> {
  const fields = new Map<string, string>()
  const lines = source.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  let last = ''
  let at = 0
  for (; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const [, key, value = ''] = /^([\w -]{1,40}):[ \t]*(.*)$/.exec(line) ?? []
    if (key !== undefined) {
      last = key.trim().toLowerCase()
      fields.set(last, value.trim())
    } else if (last !== '' && /^[ \t]+\S/.test(line)) fields.set(last, `${fields.get(last)}\n${line.trim()}`)
    else break
  }
  return { fields, text: lines.slice(at).join('\n').replace(/^\n+/, '') }
}

/** As in Scrivener: a folder of folders is a part, a folder of texts or a text of its own a chapter. */
function bind(item: Item, parts: readonly string[], place: Place): void {
  const { binder, left, lists } = place
  if (item.fields.get('compile') === '0') {
    left.excluded += countTexts(item)
    leaveWords(item, binder)
    return
  }
  if (item.children.some(({ children }) => children.length > 0)) {
    countLeftOut(item, left)
    leaveWords(item, binder)
    for (const child of item.children) bind(child, [...parts, item.title], place)
    return
  }
  const scenes = item.children.filter(({ fields }) => fields.get('compile') !== '0')
  left.excluded += item.children.length - scenes.length
  for (const each of item.children) if (!scenes.includes(each)) leaveWords(each, binder)
  const texts: string[] = []
  const notes: MaterialNote[] = []
  const gap = '\n\n* * *\n\n'
  let length = 0
  for (const each of [item, ...scenes]) {
    if (each.fields.get('pov')) binder.leaveLabels(1)
    const note = each.fields.get('notes')
    if (note) notes.push({ at: length, text: note })
    if (each.text.trim() === '') continue
    texts.push(each.text.trim())
    length += each.text.trim().length + gap.length
    if (each !== item) left.titles += 1
  }
  const synopsis = [item, ...scenes].flatMap((each) => synopsisOf(each) ?? []).join('\n')
  if (texts.length > 0 || item.children.length > 0)
    binder.chapter({
      ...{ title: item.title, parts, text: texts.join(gap), synopsis, notes },
      statuses: [item, ...scenes].map(({ fields }) => wordOf(fields.get('status'), lists.status)),
      labels: [item, ...scenes].map(({ fields }) => wordOf(fields.get('label'), lists.label)),
    })
  else binder.leaveLabels(['label', 'status'].filter((name) => item.fields.get(name)).length)
}

const synopsisOf = ({ fields }: Item) => fields.get('summaryfull') || fields.get('summarysentence')

/** A number in the project's list, from 1, or a word that the list does not have. */
function wordOf(given: string | undefined, list: readonly string[]): string {
  const number = Number(given)
  return given === undefined || number === 0 ? '' : (list[number - 1] ?? given)
}

/** Of what is no chapter. */
function leaveWords({ fields }: Item, binder: Binder): void {
  binder.leaveLabels(['label', 'status', 'pov'].filter((name) => fields.get(name)).length)
}

/** The words of a list, one a line, without the colour behind them. */
async function wordsIn(name: string, tree: FileTree): Promise<readonly string[]> {
  const lines = ((await textOf(name, tree)) ?? '').split(/\r\n|\r|\n/).filter((line) => line.trim() !== '')
  return lines.map((line) => line.replace(/:[ \t]*#[\da-f]{3,8}[ \t]*$/i, '').trim())
}

/** Of a part, which has no place for it. */
function countLeftOut(item: Item, left: LeftOut): void {
  if (synopsisOf(item)) left.synopses += 1
  if (item.fields.get('notes')) left.notes += 1
}

const countTexts = ({ children }: Item): number =>
  children.length === 0 ? 1 : children.reduce((sum, child) => sum + countTexts(child), 0)
