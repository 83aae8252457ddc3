import { AppError } from '../../../lib/appError.ts'
import { type Binder, createBinder } from './binder.ts'
import { decodeSource } from './encoding.ts'
import type { FileTree } from './fileTree.ts'
import type { ProjectFormat } from './importFormat.ts'
import { omissions } from './issues.ts'
import { brokenMarkup } from './markup.ts'
import type { MaterialNote } from './material.ts'
import { readRtf } from './rtf.ts'
import {
  allItems,
  cardTypeOf,
  readScrivenerProject,
  type ScrivenerItem,
  type ScrivenerProject,
} from './scrivenerProject.ts'
import type { ExtractedText } from './sheet.ts'

/** Projects of Scrivener 3 (file version 2.0) and of 1 and 2 (1.0), the `.scriv` folder. */
export const scrivener: ProjectFormat = {
  matches: ({ names }) => projectFileOf(names) !== undefined,
  read: readScrivener,
}

/** Scrivener 1 for the Mac had it under a name of its own. */
const projectFileOf = (names: ReadonlySet<string>) =>
  [...names].find((name) => /^[^/]+\.scrivx$/.test(name)) ??
  (names.has('binder.scrivproj') ? 'binder.scrivproj' : undefined)

/** What stays in the project, by its number. */
interface LeftOut {
  notes: number
  excluded: number
  synopses: number
  itemNotes: number
  empty: number
}

async function readScrivener(tree: FileTree): Promise<ExtractedText> {
  const bytes = await tree.read(projectFileOf(tree.names) ?? '')
  if (!bytes) throw brokenMarkup()
  // The first version could have a property list of the Mac instead.
  if (bytes.subarray(0, 6).toString('latin1') === 'bplist')
    throw new AppError('IMPORT_UNSUPPORTED', { why: 'oldScrivener' })
  const project = await readScrivenerProject((await decodeSource(bytes)).text)
  const draft = project.roots.find(({ type }) => type === 'DraftFolder')
  if (!draft) throw brokenMarkup()
  const binder = createBinder()
  const left: LeftOut = { notes: 0, excluded: 0, synopses: 0, itemNotes: 0, empty: 0 }
  const place: Place = { tree, binder, left, project }
  for (const item of draft.children) await bind(item, [], place)
  const outside = project.roots.filter((root) => root !== draft)
  for (const root of outside) await bindCards(root, undefined, place, project.templatesId)
  if (left.notes > 0) binder.omit(omissions.projectNotes(left.notes))
  if (left.excluded > 0) binder.omit(omissions.notForCompile(left.excluded))
  if (left.synopses > 0) binder.omit(omissions.synopses(left.synopses))
  if (left.itemNotes > 0) binder.omit(omissions.itemNotes(left.itemNotes))
  if (left.empty > 0) binder.omit(omissions.emptyItems(left.empty))
  return binder.result(project.facts)
}

interface Place {
  readonly tree: FileTree
  readonly binder: Binder
  readonly left: LeftOut
  readonly project: ScrivenerProject
}

/** A folder of folders is a part; a folder of texts, or a text of its own, is a chapter. */
async function bind(item: ScrivenerItem, parts: readonly string[], place: Place): Promise<void> {
  const isPart = item.children.some(({ children }) => children.length > 0)
  if (!isPart) return bindChapter(item, parts, place)
  const inner = [...parts, item.title]
  if (hasText(item, place)) await bindChapter({ ...item, children: [] }, inner, place)
  else await leaveOut(item, place)
  for (const child of item.children) await bind(child, inner, place)
}

type ItemFile = 'content' | 'notes' | 'synopsis'

/** The files of an item; undefined where its id is none that Scrivener gives. */
function pathOf({ id }: ScrivenerItem, file: ItemFile, { tree }: Place): string | undefined {
  if (/^[\dA-F-]{36}$/i.test(id)) return `Files/Data/${id}/${file}${endingsOf(file)[0]}`
  if (!/^\d{1,9}$/.test(id)) return undefined
  const name = `${id}${file === 'content' ? '' : `_${file}`}`
  const places = [`Files/Docs/${name}`, name]
  return places
    .flatMap((path) => endingsOf(file).map((ending) => path + ending))
    .find((path) => tree.names.has(path))
}

const plain = '.txt'
const rich = '.rtf'
const endingsOf = (file: ItemFile) => (file === 'synopsis' ? [plain] : [rich, `${rich}d/TXT${rich}`, plain])

const hasText = (item: ScrivenerItem, place: Place) =>
  place.tree.names.has(pathOf(item, 'content', place) ?? '')

async function bindChapter(item: ScrivenerItem, parts: readonly string[], place: Place): Promise<void> {
  const texts: string[] = []
  const synopses: string[] = []
  const notes: MaterialNote[] = []
  const lost: ExtractedText['omissions'][number][] = []
  const words: Words = { statuses: [], labels: [] }
  let length = 0
  for (const scene of [item, ...item.children]) {
    place.binder.leaveLabels(scene.keywords)
    if (!scene.isIncluded) {
      place.left.excluded += Number(hasText(scene, place))
      leaveWords(scene, place)
      continue
    }
    const [read, synopsis, note] = [
      await readText(scene, 'content', place),
      await readText(scene, 'synopsis', place),
      await readText(scene, 'notes', place),
    ]
    addWords(words, scene, place)
    if (synopsis) synopses.push(synopsis.text.trim())
    if (note) notes.push({ at: length, text: note.text })
    const title = scene === item || scene.title.trim() === '' ? '' : `## ${scene.title.trim()}\n\n`
    if (!read) {
      if (scene !== item || item.children.length === 0) place.left.empty += 1
      continue
    }
    // Ids of notes are counted from one in each file.
    const prefix = texts.length === 0 ? '' : `${texts.length + 1}-`
    const text = prefix === '' ? read.text : read.text.replace(/\[\^(\d+)\]/g, `[^${prefix}$1]`)
    texts.push(title + text.trim())
    length += title.length + text.trim().length + 2
    lost.push(...read.omissions.map(({ sentence }) => ({ from: 0, sentence })))
  }
  if (texts.length === 0) {
    place.left.synopses += synopses.length
    place.left.itemNotes += notes.length
    place.binder.leaveLabels(words.statuses.length + words.labels.length)
    return
  }
  place.binder.chapter({
    ...{ title: item.title, parts, text: texts.join('\n\n'), omissions: lost },
    ...{ synopsis: synopses.join('\n'), notes, ...words },
  })
}

/** In the words of the project's lists. */
interface Words {
  readonly statuses: string[]
  readonly labels: string[]
}

function addWords({ statuses, labels }: Words, item: ScrivenerItem, { project, binder }: Place): void {
  const places = [
    [project.statuses, item.status, statuses],
    [project.labels, item.label, labels],
  ] as const
  for (const [list, id, words] of places) {
    const word = list.get(id) ?? ''
    if (word.trim() !== '') words.push(word)
    // Scrivener 1 and 2 write -1 for none.
    else if (id !== '' && id !== '-1') binder.leaveLabels(1)
  }
}

function leaveWords(item: ScrivenerItem, place: Place): void {
  const words: Words = { statuses: [], labels: [] }
  addWords(words, item, place)
  place.binder.leaveLabels(words.statuses.length + words.labels.length)
}

/** Of a part, which has no place for it. */
async function leaveOut(item: ScrivenerItem, place: Place): Promise<void> {
  place.binder.leaveLabels(item.keywords)
  leaveWords(item, place)
  if (await readText(item, 'synopsis', place)) place.left.synopses += 1
  if (await readText(item, 'notes', place)) place.left.itemNotes += 1
}

/** Texts outside the draft become entries: sheets of people and places as such, the rest as lore. */
async function bindCards(
  item: ScrivenerItem,
  within: 'character' | 'location' | undefined,
  place: Place,
  templatesId: string | undefined,
): Promise<void> {
  if (item.type === 'TrashFolder' || (templatesId !== undefined && item.id === templatesId)) {
    for (const each of allItems(item)) if (hasText(each, place)) place.left.notes += 1
    return
  }
  const type = cardTypeOf(item) ?? within
  const text = await readText(item, 'content', place)
  const notes = await readText(item, 'notes', place)
  const synopsis = await readText(item, 'synopsis', place)
  const body = [synopsis, text, notes].flatMap((each) => each?.text.trim() || []).join('\n\n')
  if (body !== '') place.binder.card({ type: type ?? 'lore', name: item.title, aliases: [], text: body })
  // Pictures, sounds and web pages.
  else if (item.children.length === 0 && item.type !== 'Folder' && item.type !== 'ResearchFolder')
    place.left.notes += 1
  for (const child of item.children) await bindCards(child, type, place, templatesId)
}

/** Undefined: there is none, or nothing in it. */
async function readText(
  item: ScrivenerItem,
  file: ItemFile,
  place: Place,
): Promise<Pick<ExtractedText, 'text' | 'omissions'> | undefined> {
  const path = pathOf(item, file, place)
  const bytes = path === undefined ? undefined : await place.tree.read(path)
  if (path === undefined || !bytes) return undefined
  const read = path.endsWith('.rtf')
    ? await readRtf(bytes)
    : { text: (await decodeSource(bytes)).text, omissions: [] }
  const text = read.text.replace(/<!?\$Scr_\w{1,10}::\d{1,6}>/g, '')
  return text.trim() === '' ? undefined : { text, omissions: read.omissions }
}
