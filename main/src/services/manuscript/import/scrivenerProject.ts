import type { BookFacts } from '../document/block.ts'
import { trimmedFacts } from './bookFacts.ts'
import { brokenMarkup, walkMarkup } from './markup.ts'

/** A folder or a text of the binder. */
export interface ScrivenerItem {
  /** A UUID in Scrivener 3, a number before; as the file has it, so not to be trusted. */
  readonly id: string
  /** `DraftFolder`, `Folder`, `Text`, `Image` and others. */
  readonly type: string
  /** What the binder shows below it, in its order. */
  readonly children: ScrivenerItem[]
  /** As the binder shows it; may be empty. */
  title: string
  /** Part of the manuscript that the program prints. */
  isIncluded: boolean
  /** The id of its label in the project's list; empty: none. */
  label: string
  /** The id of its status in the project's list; empty: none. */
  status: string
  /** How many keywords it has. */
  keywords: number
  /** The name of its icon, which says what a sheet is about. */
  icon: string
}

/** What the project's file says. */
export interface ScrivenerProject {
  /** The binder's own items: the draft, research, trash and others. */
  readonly roots: readonly ScrivenerItem[]
  /** What the program prints on a title page. */
  readonly facts: BookFacts
  /** Of the folder of templates; undefined: there is none. */
  readonly templatesId: string | undefined
  /** Words by their ids. */
  readonly labels: ReadonlyMap<string, string>
  /** Words by their ids. */
  readonly statuses: ReadonlyMap<string, string>
}

const maxItems = 20_000
const maxDepth = 100

/** @throws AppError IMPORT_BROKEN. */
export async function readScrivenerProject(xml: string): Promise<ScrivenerProject> {
  const roots: ScrivenerItem[] = []
  const open: ScrivenerItem[] = []
  const path: string[] = []
  const stated: { title?: string; author?: string } = {}
  let templatesId = ''
  const labels = new Map<string, string>()
  const statuses = new Map<string, string>()
  let wordId = ''
  /** -1 is “No Label” and “No Status”. */
  const addWord = (words: Map<string, string>, text: string) => {
    if (wordId !== '-1' && words.size < maxItems)
      words.set(wordId, ((words.get(wordId) ?? '') + text).slice(0, 1000))
  }
  let count = 0
  await walkMarkup(
    xml,
    {
      open(name, attributes) {
        path.push(name)
        const top = open.at(-1)
        if (name !== 'BinderItem') {
          if (top && name === 'KeywordID') top.keywords += 1
          if (name === 'Label' || name === 'Status') wordId = attributes.ID ?? ''
          return
        }
        count += 1
        if (count > maxItems || open.length > maxDepth) throw brokenMarkup()
        const item: ScrivenerItem = {
          ...{ id: attributes.UUID ?? attributes.ID ?? '', type: attributes.Type ?? '', title: '' },
          ...{ children: [], isIncluded: true, icon: '' },
          ...{ label: '', status: '', keywords: 0 },
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
        else if (place === 'MetaData/IconFileName' && top && top.icon.length < 200) top.icon += text
        else if (place === 'MetaData/LabelID' && top) top.label += text.trim().slice(0, 40)
        else if (place === 'MetaData/StatusID' && top) top.status += text.trim().slice(0, 40)
        else if (place === 'Labels/Label') addWord(labels, text)
        else if (place === 'StatusItems/Status') addWord(statuses, text)
        else if (/^TemplateFolder(?:UU)?ID$/.test(path.at(-1) ?? '')) templatesId += text.trim().slice(0, 40)
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
  return { roots, facts: trimmedFacts(stated), templatesId: templatesId || undefined, labels, statuses }
}

/** An item and everything in it. */
export const allItems = (item: ScrivenerItem): readonly ScrivenerItem[] => [
  item,
  ...item.children.flatMap(allItems),
]

const people = /\bcharacters?\b|人物|角色|登场人物|キャラクター/i
const places = /\b(?:places?|locations?|settings?)\b|地点|场景|场所|場所/i

/** Whether the sheets in a folder are about people or places, by its icon or its title; undefined: neither. */
export function cardTypeOf({ icon, title, type }: ScrivenerItem): 'character' | 'location' | undefined {
  if (/character sheet/i.test(icon)) return 'character'
  if (/(?:setting|location) sheet/i.test(icon)) return 'location'
  if (type !== 'Folder') return undefined
  return people.test(title) ? 'character' : places.test(title) ? 'location' : undefined
}
