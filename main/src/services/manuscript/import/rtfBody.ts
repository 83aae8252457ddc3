import { type Inline, plainText, tidied } from '../document/block.ts'
import { trimmedFacts } from './bookFacts.ts'
import { omissions } from './issues.ts'
import { isStyled, type LetterProperties, marksOfLetters, quotationStyle } from './letters.ts'
import { type Flow, type Group, newFlow, type Style } from './rtfState.ts'
import type { Sheet } from './sheet.ts'
import { createTitlePage } from './titlePage.ts'

/** What the words of a field are. */
export interface Field {
  /** As the program wrote it: `HYPERLINK "https://…"`. */
  code: string
  /** Where they lead. */
  link: string | undefined
}

/** The state of a file that its text is read with. */
interface RtfState {
  /** By their numbers. */
  readonly styles: ReadonlyMap<number, Style>
  /** Those that are open, the innermost last. */
  readonly fields: readonly Field[]
  /** What the file says about the book, before its text begins. */
  readonly stated: { readonly title: string; readonly author: string }
}

/** Writes the text of a file into a sheet: paragraphs, and the notes and text boxes within them. */
export function createRtfBody(sheet: Sheet, { styles, fields, stated }: RtfState) {
  const flows: Flow[] = [newFlow()]
  let noteCount = 0
  let isTableListed = false
  /** The last piece of text, and what it was written with. */
  let run: { inline?: Inline; letters?: LetterProperties; link?: string | undefined } = {}
  /** Those of the hidden passage that is open. */
  let hidden: LetterProperties | undefined
  let titlePage: ReturnType<typeof createTitlePage> | undefined

  const top = (): Flow => flows.at(-1) ?? newFlow()

  function text(text: string, { letters, deleted, paragraph }: Group): void {
    const flow = top()
    const isBlank = text.trim() === ''
    if (deleted || letters.hidden) {
      if (deleted) sheet.omit(omissions.deleted)
      else if (!isBlank && letters !== hidden) sheet.count('hidden')
      if (!isBlank) hidden = letters
      return
    }
    hidden = undefined
    flow.properties ??= paragraph
    const ofStyle = styles.get(paragraph.style ?? 0)?.letters ?? {}
    const link = fields.findLast(({ link }) => link !== undefined)?.link
    // What the style of the paragraph does to all its letters is no mark in it.
    const own = {
      ...letters,
      ...(ofStyle.emphasis && { emphasis: false }),
      ...(ofStyle.strong && { strong: false }),
    }
    const last = flow.content.at(-1)
    // Halves of a pair come one after the other, and so do Chinese characters.
    const isSame =
      last?.kind === 'text' && last === run.inline && run.letters === letters && run.link === link
    countLosses(isSame ? last.text : '', text, letters)
    const inline: Inline = isSame
      ? { ...last, text: last.text + text }
      : { ...marksOfLetters(own), ...(link && { link }), kind: 'text', text }
    flow.content.splice(isSame ? -1 : flow.content.length, 1, inline)
    run = { inline, letters, link }
  }

  /** What the letters of a passage lose, once for all of it: its piece `text` comes behind those in `before`. */
  function countLosses(before: string, text: string, letters: LetterProperties): void {
    const isCased = (words: string) => words !== words.toUpperCase()
    if (letters.capitals && !isCased(before) && isCased(text)) sheet.count('capitals')
    if (before.trim() !== '' || text.trim() === '') return
    if (letters.raised) sheet.count('raised')
    if (letters.highlighted) sheet.count('highlights')
    if (letters.underline && fields.length === 0) sheet.count('underline')
  }

  function lineBreak({ paragraph }: Group): void {
    top().properties ??= paragraph
    top().content.push({ kind: 'lineBreak' })
  }

  function endParagraph({ paragraph }: Group): void {
    const flow = top()
    const { content, notes, properties = paragraph, note } = flow
    flow.content = []
    flow.notes = []
    flow.properties = undefined
    if (note) {
      note.push(...content.map((inline) => (inline.kind === 'lineBreak' ? space : inline)), space)
      return
    }
    const { name = '', outline, letters = {} } = styles.get(properties.style ?? 0) ?? {}
    const words = plainText(content)
    const level = (properties.outline ?? outline ?? levelOfName(name) - 1) + 1
    const quoted = quotationStyle.test(name)
    titlePage ??= createTitlePage(trimmedFacts(stated))
    if (properties.ruled && words.trim() === '') sheet.sceneBreak()
    else if (titlePage.has(name, words)) {
      if (titlePage.size() === 1) sheet.omit(omissions.titlePage)
    } else if (level > 0 && level < 10) sheet.heading(content, level)
    else {
      if (words.trim() !== '' && !quoted && isStyled(letters)) sheet.count('styledParagraphs')
      sheet.paragraph(content, { quoted })
    }
    for (const { id, content } of notes) sheet.note(id, content)
    if (!properties.inTable) isTableListed = false
  }

  const endOpenParagraph = (group: Group) => {
    if (top().content.length > 0) endParagraph(group)
  }

  return {
    text,
    lineBreak,
    endParagraph,
    endOpenParagraph,
    /** A row begins: the first of a table is listed. */
    startRow() {
      if (!isTableListed) sheet.omit(omissions.table)
      isTableListed = true
    },
    startFlow: (kind: 'note' | 'box') => void flows.push(newFlow(kind === 'note' ? [] : undefined)),
    /** A note or a box ends; a note with words belongs to the paragraph that is open around it. */
    endFlow(kind: 'note' | 'box', group: Group) {
      endOpenParagraph(group)
      const content = tidied(flows.pop()?.note ?? [])
      if (kind === 'box' || content.length === 0) return
      noteCount += 1
      const id = String(noteCount)
      const owner = top()
      owner.properties ??= group.paragraph
      owner.content.push({ kind: 'noteSign', id })
      owner.notes.push({ id, content })
    },
  }
}

const space: Inline = { kind: 'text', text: ' ' }

const levelOfName = (name: string) => Number(/^heading ([1-9])$/.exec(name)?.[1] ?? 0)
