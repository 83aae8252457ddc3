import type { Inline, Marks } from '../document/block.ts'
import { type Binder, createBinder } from './binder.ts'
import { trimmedFacts } from './bookFacts.ts'
import { decodeSource } from './encoding.ts'
import type { ImportFormat } from './importFormat.ts'
import { omissions } from './issues.ts'
import { brokenMarkup, walkMarkup } from './markup.ts'
import type { MaterialCard, MaterialNote } from './material.ts'
import { createSheet, type ExtractedText, type Sheet } from './sheet.ts'
import { startMatches } from './signatures.ts'

/** Projects of yWriter 7: one XML file with chapters, scenes, characters, places and items. */
export const yWriter: ImportFormat = {
  extensions: ['.yw7'],
  mediaTypes: [],
  recognises: (bytes) => startMatches(bytes, /<YWRITER7[\s>]/),
  read: async (bytes) => ({ encoding: 'yw7', guesses: [], ...(await readYWriter(bytes)) }),
}

/** An element that stands for one thing of the project, with the texts of the elements in it. */
interface Item {
  readonly kind: string
  readonly fields: ReadonlyMap<string, string>
  /** Ids of a chapter's scenes, in order. */
  readonly scenes: readonly string[]
}

const kinds = new Set(['PROJECT', 'CHAPTER', 'SCENE', 'CHARACTER', 'LOCATION', 'ITEM', 'PROJECTNOTE'])
const maxItems = 100_000

async function readYWriter(bytes: Buffer): Promise<ExtractedText> {
  const items = await readItems((await decodeSource(bytes)).text)
  const scenes = new Map(
    items.filter(({ kind }) => kind === 'SCENE').map((item) => [field(item, 'ID'), item]),
  )
  const chapters = items
    .filter(({ kind }) => kind === 'CHAPTER')
    .toSorted((a, b) => Number(field(a, 'SortOrder')) - Number(field(b, 'SortOrder')))
  const binder = createBinder()
  const left = { excluded: 0, titles: 0, comments: 0, synopses: 0, notes: 0 }
  let parts: readonly string[] = []
  for (const chapter of chapters) {
    if (isOutside(chapter)) {
      left.excluded += chapter.scenes.length
      continue
    }
    if (isOn(chapter, 'SectionStart')) parts = [field(chapter, 'Title')]
    const sheet = createSheet()
    const synopses = [field(chapter, 'Desc')]
    const notes: MaterialNote[] = []
    const words: string[] = []
    let count = 0
    for (const id of chapter.scenes) {
      const scene = scenes.get(id)
      if (!scene) continue
      if (isOutside(scene)) {
        left.excluded += 1
        continue
      }
      if (field(scene, 'Title') !== '') left.titles += 1
      synopses.push(field(scene, 'Desc'))
      words.push(statuses[Number(field(scene, 'Status'))] ?? '')
      if (field(scene, 'Notes') !== '') notes.push({ at: sheet.next(), text: field(scene, 'Notes') })
      const text = field(scene, 'SceneContent')
      if (text === '') continue
      if (count > 0) sheet.sceneBreak()
      count += 1
      left.comments += writeScene(text, sheet)
    }
    // A part without text of its own is only the line above its first chapter.
    const synopsis = synopses.filter((text) => text !== '').join('\n')
    if (count === 0 && isOn(chapter, 'SectionStart')) {
      left.synopses += Number(synopsis !== '')
      left.notes += notes.length
      binder.leaveLabels(words.filter((word) => word !== '').length)
      continue
    }
    binder.chapter({
      title: field(chapter, 'Title'),
      parts,
      ...sheet.result(),
      synopsis,
      notes,
      statuses: words,
    })
  }
  for (const item of items) bindCard(item, binder)
  listLosses(left, binder)
  const project = items.find(({ kind }) => kind === 'PROJECT')
  const facts = project && {
    title: field(project, 'Title'),
    author: field(project, 'AuthorName'),
    language: field(project, 'LanguageCode'),
  }
  return binder.result(trimmedFacts(facts ?? {}))
}

const field = ({ fields }: Item, name: string) => fields.get(name)?.trim() ?? ''

/** yWriter writes -1 for true. */
const isOn = (item: Item, name: string) => field(item, name) === '-1'

/** Unused, or notes and lists of what is to be done: their texts are none of the book. */
const isOutside = (item: Item): boolean =>
  isOn(item, 'Unused') ||
  (item.kind === 'CHAPTER' && /^[12]$/.test(field(item, 'ChapterType') || field(item, 'Type'))) ||
  (item.kind === 'SCENE' && /^[12]$/.test(field(item, 'Field_SceneType')))

const cardTypes: ReadonlyMap<string, MaterialCard['type']> = new Map([
  ['CHARACTER', 'character'],
  ['LOCATION', 'location'],
  ['ITEM', 'item'],
  ['PROJECTNOTE', 'lore'],
])

/** People, places, things and notes of the project; and what the project says of the book. */
function bindCard(item: Item, binder: Binder): void {
  if (item.kind === 'PROJECT') binder.synopsis(field(item, 'Desc'))
  const type = cardTypes.get(item.kind)
  if (!type) return
  const texts = ['Desc', 'Bio', 'Goals', 'Notes'].map((name) => field(item, name))
  binder.card({
    ...{ type, name: field(item, 'Title'), text: texts.filter((text) => text !== '').join('\n\n') },
    aliases: [field(item, 'FullName'), ...field(item, 'AKA').split(/[,;，；、]/)],
  })
}

/** By their numbers; 1, an outline, is what a scene is at first, whether or not it has been written. */
const statuses = ['', '', 'draft', '1st edit', '2nd edit', 'done']

function listLosses(
  left: Readonly<Record<'excluded' | 'titles' | 'comments' | 'synopses' | 'notes', number>>,
  binder: Binder,
): void {
  if (left.excluded > 0) binder.omit(omissions.notForCompile(left.excluded))
  if (left.titles > 0) binder.omit(omissions.sceneTitles(left.titles))
  if (left.synopses > 0) binder.omit(omissions.synopses(left.synopses))
  if (left.notes > 0) binder.omit(omissions.itemNotes(left.notes))
  if (left.comments > 0) binder.omit(omissions.comments(left.comments))
}

/** @throws AppError IMPORT_BROKEN. */
async function readItems(xml: string): Promise<readonly Item[]> {
  const items: Item[] = []
  const path: string[] = []
  let current: { kind: string; fields: Map<string, string>; scenes: string[] } | undefined
  await walkMarkup(
    xml,
    {
      open(name) {
        if (path.length === 0 && name !== 'YWRITER7') throw brokenMarkup()
        path.push(name)
        if (current && path.at(-2) === 'Scenes' && name === 'ScID') current.scenes.push('')
        // Lists of ids have elements of the same names in them.
        if (!kinds.has(name) || current) return
        current = { kind: name, fields: new Map(), scenes: [] }
        items.push(current)
        if (items.length > maxItems) throw brokenMarkup()
      },
      text(text) {
        const name = path.at(-1) ?? ''
        if (!current || name === current.kind) return
        const { scenes, fields } = current
        if (name === 'ScID') scenes[scenes.length - 1] = (scenes.at(-1) ?? '') + text.trim()
        else fields.set(name, (fields.get(name) ?? '') + text)
      },
      close(name) {
        path.pop()
        if (current && name === current.kind) current = undefined
      },
    },
    true,
  )
  return items
}

const marks: Readonly<Record<string, Marks>> = {
  i: { emphasis: true },
  b: { strong: true },
  s: { strike: true },
}
const code = /\[(\/?)([ibsucrh])\]/gi
const comment = /\/\*[\s\S]{0,50000}?\*\/|<(HTM|TEX|RTF) [\s\S]{0,50000}?\/\1>/g

/** Each line is a paragraph. Returns how many comments of the author are left out. */
function writeScene(text: string, sheet: Sheet): number {
  let comments = 0
  const words = text.replace(comment, () => {
    comments += 1
    return ''
  })
  const open = new Map<string, Marks>()
  for (const line of words.split(/\r\n|\r|\n/)) {
    const content: Inline[] = []
    let at = 0
    const add = (piece: string) =>
      content.push({ ...Object.assign({}, ...open.values()), kind: 'text', text: piece })
    for (const { 0: whole, 1: slash, 2: sign = '', index } of line.matchAll(code)) {
      if (index > at) add(line.slice(at, index))
      at = index + whole.length
      const name = sign.toLowerCase()
      const mark = marks[name]
      if (mark && slash === '') open.set(name, mark)
      else if (mark) open.delete(name)
      else if (name === 'u' && slash === '') sheet.count('underline')
    }
    add(line.slice(at))
    sheet.paragraph(content)
  }
  return comments
}
