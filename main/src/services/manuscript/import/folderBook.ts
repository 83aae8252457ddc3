import { posix } from 'node:path'
import { AppError, isAppError } from '../../../lib/appError.ts'
import type { BookFacts } from '../document/block.ts'
import { compareKeys, type OrderKey, orderKey } from '../order.ts'
import { type Binder, createBinder } from './binder.ts'
import { trimmedFacts } from './bookFacts.ts'
import { decodeSource } from './encoding.ts'
import type { FileTree } from './fileTree.ts'
import { parseHeading } from './headings.ts'
import type { ImportFormat } from './importFormat.ts'
import { omissions } from './issues.ts'
import type { ExtractedText } from './sheet.ts'
import { splitInSteps } from './split.ts'
import { type LongformDraft, longformDraft, textOfNote } from './vault.ts'

const hiddenFolder = /(?:^|\/)\.[^/]+\//
const templates = /(?:^|\/)_?templates?\//i
const afterwards = /^(?:尾声|终章|后记|番外|epilogue|afterword)/i
const maxNamed = 5
const maxNamedUnits = 300

/**
 * The book of a folder: its text files in natural order, sub-folders as parts; of an Obsidian vault with a Longform
 * draft, its scenes in the draft's order. A file with several chapters is as many. What is no text is listed.
 * @throws AppError IMPORT_UNSUPPORTED (no text in it), FILE_TOO_LARGE, IO_ERROR.
 */
export async function readFolderBook(
  tree: FileTree,
  formats: readonly ImportFormat[],
): Promise<ExtractedText> {
  const binder = createBinder()
  const formatOf = (name: string) =>
    formats.find(({ extensions }) => extensions.includes(posix.extname(name).toLowerCase()))
  const isVault = [...tree.names].some((name) => name.startsWith('.obsidian/'))
  const isOwn = [...tree.names].some((name) => name.startsWith('.creonow/'))
  const shown = [...tree.names].filter((name) => !hiddenFolder.test(name))
  const visible = shown.filter((name) => !posix.basename(name).startsWith('.') && !templates.test(name))
  const texts = inNaturalOrder(visible.filter((name) => formatOf(name) !== undefined))
  const draft = await findDraft(tree, texts)
  const selected = draft ? draft.names : texts
  const facts: Partial<Record<keyof BookFacts, string | undefined>> = {}
  const unreadable: string[] = []
  for (const name of selected) {
    const format = formatOf(name)
    const bytes = await tree.read(name)
    if (!format) continue
    if (!bytes) {
      unreadable.push(name)
      continue
    }
    try {
      const read = await format.read(bytes, undefined)
      facts.language ??= read.facts?.language
      facts.author ??= read.facts?.author
      await addFile(binder, name, format, read, {
        isVault: isVault || draft !== undefined,
        isDraft: draft !== undefined,
        isOwn,
      })
    } catch (error) {
      if (!isAppError(error) || error.code === 'FILE_TOO_LARGE' || error.code === 'IO_ERROR') throw error
      unreadable.push(name)
    }
  }
  if (binder.size() === 0) throw new AppError('IMPORT_UNSUPPORTED', { why: 'folder' })
  listLeftOut(binder, tree.names, { texts, selected, unreadable, shown, visible })
  if (draft?.title !== undefined) facts.title = draft.title
  return binder.result(trimmedFacts(facts))
}

/** Sorts paths: folders and files of one folder by the numbers in their names; an epilogue comes last. */
function inNaturalOrder(paths: readonly string[]): readonly string[] {
  const keys = new Map<string, OrderKey & { readonly isLast: number }>()
  const keyOf = (name: string) => {
    const key = keys.get(name) ?? {
      ...orderKey(name.replace(/\.[^.]{1,5}$/, ''), ''),
      isLast: Number(afterwards.test(name.replace(/^[\d\s._-]+/, ''))),
    }
    keys.set(name, key)
    return key
  }
  return [...paths].sort((a, b) => {
    const [left, right] = [a.split('/'), b.split('/')]
    let depth = 0
    while (left[depth] === right[depth] && depth < left.length - 1 && depth < right.length - 1) depth += 1
    const [first, second] = [keyOf(left[depth] ?? ''), keyOf(right[depth] ?? '')]
    return first.isLast - second.isLast || compareKeys(first, second) || (a < b ? -1 : 1)
  })
}

interface Draft {
  readonly title: string | undefined
  readonly names: readonly string[]
}

/** The first draft that a note of the folder describes and whose scenes are there. */
async function findDraft(tree: FileTree, texts: readonly string[]): Promise<Draft | undefined> {
  for (const name of texts.filter((name) => name.endsWith('.md'))) {
    const bytes = await tree.read(name)
    // Decoding all of a large vault twice would take long; an index says so at its start.
    if (!bytes?.subarray(0, 4096).includes('longform')) continue
    const draft = longformDraft((await decodeSource(bytes)).text)
    const names = draft && scenesOf(draft, name).filter((scene) => tree.names.has(scene))
    if (draft && names && names.length > 0) return { title: draft.title, names }
  }
  return undefined
}

function scenesOf({ scenes, folder }: LongformDraft, note: string): readonly string[] {
  if (scenes === undefined) return [note]
  const base = posix.dirname(note)
  return scenes.map((scene) => posix.join(base, folder, `${scene}.md`))
}

async function addFile(
  binder: Binder,
  name: string,
  format: ImportFormat,
  read: ExtractedText,
  {
    isVault,
    isDraft,
    isOwn,
  }: { readonly isVault: boolean; readonly isDraft: boolean; readonly isOwn: boolean },
): Promise<void> {
  const note = isVault && format.isMarkdown ? textOfNote(read.text) : { text: read.text, omissions: [] }
  const lost = [...read.omissions, ...note.omissions]
  const source = { ...read, text: note.text }
  // In a book of this app the chapters are in a folder that is no part of the book.
  const folders = posix.dirname(isOwn ? name.replace(/^manuscript\//, '') : name).split('/')
  const parts = isDraft || folders[0] === '.' ? [] : folders.map(withoutNumber)
  const own = withoutNumber(posix.basename(name, posix.extname(name)))
  const { parts: sections } = await splitInSteps(source.text, {
    ...source,
    markdown: format.isMarkdown === true,
  })
  const chapters = sections.filter(
    ({ title }) => title !== undefined && parseHeading(title)?.kind === 'chapter',
  )
  if (chapters.length < 2) {
    const heading = /^\s*#{1,6}[ \t]+(\S.*)/.exec(source.text)?.[1]?.trim()
    const first = sections[0]?.title
    const title =
      heading ?? (first !== undefined && sections.length === 1 ? first : (read.facts?.title ?? own))
    binder.chapter({ title, parts, text: source.text, omissions: lost })
    return
  }
  for (const [index, { from, to, title, volume }] of sections.entries()) {
    const text = source.text.slice(from, to)
    const inner = volume === undefined ? [] : [volume]
    binder.chapter({
      title: title ?? own,
      parts: [...parts, ...inner],
      text:
        volume === undefined
          ? text
          : text
              .replace(/^\s*(?:#+[ \t]*)?/, '')
              .replace(volume, '')
              .trimStart(),
      omissions: index === 0 ? lost : [],
    })
  }
}

/** `03 - The Pier` → `The Pier`; a name that is only a number stays, and so does 1984 followed by nothing. */
function withoutNumber(name: string): string {
  return name.replace(/^\d{1,4}(?:[-_.]\d{1,4})*(?:\s*[-_.、]\s*|\s+)(?=\S)/, '')
}

interface LeftOut {
  readonly texts: readonly string[]
  readonly selected: readonly string[]
  readonly unreadable: readonly string[]
  readonly shown: readonly string[]
  readonly visible: readonly string[]
}

/** Everything of the folder that is no part of the book. */
function listLeftOut(binder: Binder, names: ReadonlySet<string>, left: LeftOut): void {
  const isText = new Set(left.texts)
  const isSelected = new Set(left.selected)
  const otherFiles = left.visible.filter((name) => !isText.has(name))
  const unselected = left.texts.filter((name) => !isSelected.has(name))
  const inTemplates = left.shown.filter((name) => templates.test(name))
  const named = (files: readonly string[]) => files.slice(0, maxNamed).join(', ').slice(0, maxNamedUnits)
  if (left.unreadable.length > 0)
    binder.omit(omissions.unreadableFiles(left.unreadable.length, named(left.unreadable)))
  if (unselected.length > 0) binder.omit(omissions.outsideDraft(unselected.length, named(unselected)))
  if (otherFiles.length > 0) binder.omit(omissions.otherFiles(otherFiles.length, named(otherFiles)))
  if (inTemplates.length > 0) binder.omit(omissions.templates(inTemplates.length))
  const hidden = [...names].filter((name) => hiddenFolder.test(name))
  const own = hidden.filter((name) => /(?:^|\/)\.creonow\//.test(name)).length
  if (own > 0) binder.omit(omissions.ownFiles(own))
  if (hidden.length > own) binder.omit(omissions.hiddenFiles(hidden.length - own))
}
