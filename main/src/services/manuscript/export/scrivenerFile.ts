import { strToU8, type Zippable, zipSync } from 'fflate'
import { fileNameStem } from '../../../lib/fileName.ts'
import { sha256Hex } from '../../../lib/hash.ts'
import { unixEntry } from '../../../lib/zipFile.ts'
import { type Block, plainText } from '../document/block.ts'
import { type Book, chaptersOf } from './book.ts'
import { levelsOf, notesOf, withNotes } from './chapterBlocks.ts'
import { escaped } from './htmlBlocks.ts'
import { rtfText } from './rtfFile.ts'

/** A folder or a text of the binder. */
interface Item {
  readonly id: string
  readonly type: 'Folder' | 'Text'
  readonly title: string
  readonly children: Item[]
}

/**
 * The book as a project of Scrivener 3 in an archive, in the order of its templates: a folder for each part, in it one
 * for each chapter, in that a text for each scene with a heading. What a title cannot have, a note, stands at the
 * beginning of the text.
 */
export function toScrivener(book: Book): Uint8Array {
  const chapters = chaptersOf(book)
  const levels = levelsOf(chapters)
  const folder = `${fileNameStem(book.title)}.scriv`
  const files: Zippable = {}
  const roots: Item[] = []
  let count = 0
  /** Of the part that is open. */
  let siblings = roots
  const add = (type: Item['type'], title: string, into: Item[]): Item => {
    const item: Item = { id: idOf(book, count), type, title, children: [] }
    count += 1
    into.push(item)
    return item
  }
  for (const [at, blocks] of chapters.entries()) {
    const notes = blocks.filter(({ kind }) => kind === 'note')
    const flow = blocks.filter(({ kind }) => kind !== 'note')
    const headings = flow.filter(({ kind }) => kind === 'part' || kind === 'chapter')
    for (const part of headings.filter(({ kind }) => kind === 'part'))
      siblings = add('Folder', titleOf(part), roots).children
    const { kind, title: ownTitle = '' } = book.chapters[at] ?? {}
    const heading = headings.find(({ kind }) => kind === 'chapter')
    const title = heading === undefined ? ownTitle : titleOf(heading)
    const text = flow.filter((block) => !headings.includes(block))
    const whole = [...headings.flatMap(signsOf), ...text]
    const chapter = kind === 'front' ? undefined : add('Folder', title, siblings)
    const scenes = chapter === undefined ? [{ title, blocks: whole }] : scenesOf(whole)
    for (const [scene, given] of scenes.entries()) {
      const item = add('Text', given.title, chapter?.children ?? roots)
      const isOf = scenes.map(({ blocks }) => isIn(blocks, notes))
      // A note that nothing refers to is at the end of the chapter.
      const own = notes.filter(
        (note) => isOf[scene]?.(note) || (scene === scenes.length - 1 && !isOf.some((has) => has(note))),
      )
      const content = rtfText(withNotes([...given.blocks, ...own]), book, levels)
      files[`${folder}/Files/Data/${item.id}/content.rtf`] = [content, unixEntry]
    }
  }
  files[`${folder}/${fileNameStem(book.title)}.scrivx`] = [strToU8(projectOf(book, roots)), unixEntry]
  return zipSync(files)
}

/** A text before the first heading of a scene has no title of its own. */
function scenesOf(
  blocks: readonly Block[],
): readonly { readonly title: string; readonly blocks: readonly Block[] }[] {
  const scenes: { title: string; blocks: Block[] }[] = [{ title: '', blocks: [] }]
  for (const block of blocks) {
    if (block.kind === 'scene') scenes.push({ title: titleOf(block), blocks: [...signsOf(block)] })
    else scenes.at(-1)?.blocks.push(block)
  }
  return scenes[0]?.blocks.length === 0 && scenes.length > 1 ? scenes.slice(1) : scenes
}

/** Whether a note is one that these blocks, or notes of theirs, refer to. */
function isIn(blocks: readonly Block[], notes: readonly Block[]): (note: Block) => boolean {
  const ids = notesOf([...blocks, ...notes])
  return (note) => note.kind === 'note' && ids.has(note.id)
}

const titleOf = (heading: Block): string =>
  'content' in heading ? plainText(heading.content).replaceAll('\n', ' ') : ''

/** The notes of a heading as a paragraph; empty: it has none. */
function signsOf(heading: Block): readonly Block[] {
  if (!('content' in heading)) return []
  const signs = heading.content.filter(({ kind }) => kind === 'noteSign')
  return signs.length === 0 ? [] : [{ kind: 'paragraph', content: [{ kind: 'text', text: '※' }, ...signs] }]
}

/** The same for the same place in the same book. */
function idOf({ id }: Book, at: number): string {
  const hash = sha256Hex(`${id} ${at}`).toUpperCase()
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    hash.slice(12, 16),
    hash.slice(16, 20),
    hash.slice(20, 32),
  ].join('-')
}

function projectOf(book: Book, roots: readonly Item[]): string {
  const time = `${book.modified.slice(0, 10)} ${book.modified.slice(11, 19)} +0000`
  const item = (id: string, type: string, title: string, children: readonly Item[]): string =>
    `<BinderItem UUID="${id}" Type="${type}" Created="${time}" Modified="${time}"><Title>${escaped(title)}</Title>` +
    '<MetaData><IncludeInCompile>Yes</IncludeInCompile></MetaData>' +
    `<Children>${children.map((child) => item(child.id, child.type, child.title, child.children)).join('\n')}</Children></BinderItem>`
  const names = book.language.startsWith('zh') ? ['资料', '废纸篓'] : ['Research', 'Trash']
  const author = book.author === undefined ? '' : `<FullName>${escaped(book.author)}</FullName>`
  return `<?xml version="1.0" encoding="UTF-8"?>
<ScrivenerProject Template="No" Version="2.0" Identifier="${idOf(book, -1)}" Creator="CreoNow" Modified="${time}">
<Binder>
${item(idOf(book, -2), 'DraftFolder', book.title, roots)}
${item(idOf(book, -3), 'ResearchFolder', names[0] ?? '', [])}
${item(idOf(book, -4), 'TrashFolder', names[1] ?? '', [])}
</Binder>
<ProjectProperties><ProjectTitle>${escaped(book.title)}</ProjectTitle>${author}</ProjectProperties>
</ScrivenerProject>
`
}
