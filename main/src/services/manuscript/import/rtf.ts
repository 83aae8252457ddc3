import iconv from 'iconv-lite'
import { type Inline, plainText, tidied } from '../document/block.ts'
import { isWebAddress } from '../document/markdownParser.ts'
import { trimmedFacts } from './bookFacts.ts'
import type { ImportFormat } from './importFormat.ts'
import { omissions } from './issues.ts'
import { type LetterProperties, marksOfLetters, quotationStyle } from './letters.ts'
import { type Flow, type Group, newFlow, type Style } from './rtfState.ts'
import {
  characters,
  codePagesOfCharsets,
  encodingOf,
  lettersAfter,
  omittedGroups,
  pageLineGroup,
  readIgnorable,
  skippedGroups,
  symbolCharset,
  symbols,
} from './rtfTables.ts'
import { walkRtf } from './rtfTokens.ts'
import { createSheet, type ExtractedText } from './sheet.ts'
import { startMatches } from './signatures.ts'
import { createTitlePage } from './titlePage.ts'

/** The Rich Text Format: Word, TextEdit, WordPad, Scrivener. */
export const rtf: ImportFormat = {
  extensions: ['.rtf'],
  mediaTypes: ['application/rtf', 'text/rtf'],
  recognises: (bytes) => startMatches(bytes, /^\{\\rtf/),
  read: async (bytes) => ({ encoding: 'rtf', guesses: [], ...(await readRtf(bytes)) }),
}

const maxCollected = 4000

/**
 * The text of a document: paragraphs, headings by outline level or the name of their style, notes behind the paragraph
 * that refers to them. What has no place in a text is listed as omitted. @throws AppError IMPORT_BROKEN.
 */
export async function readRtf(file: Uint8Array): Promise<ExtractedText> {
  const sheet = createSheet()
  const charsets = new Map<number, number>()
  const styles = new Map<number, Style>()
  const stated = { title: '', author: '' }
  const outer: Group[] = []
  const flows: Flow[] = [newFlow()]
  const fields: { code: string; link: string | undefined }[] = []
  let group: Group = {
    ...{ destination: 'text', letters: {}, deleted: false },
    ...{ paragraph: {}, font: -1, fallback: 1 },
  }
  let codePage = 1252
  let noteCount = 0
  /** Bytes that are not decoded yet: a character may have two. */
  let pending: Uint8Array[] = []
  /** How many characters to leave out behind `\u`. */
  let skipping = 0
  let isAtStart = false
  /** A group has just begun with `\*`, which anywhere else means nothing. */
  let isIgnorable = false
  let isTableListed = false
  /** The header or footer that is open has words, and is counted. */
  let isPageLineCounted = false
  let tableFont = -1
  let style: Style | undefined
  /** The last piece of text, and what it was written with. */
  let run: { inline?: Inline; letters?: LetterProperties; link?: string | undefined } = {}
  let titlePage: ReturnType<typeof createTitlePage> | undefined

  const set = (change: Partial<Group>) => {
    group = { ...group, ...change }
  }

  function flush(): void {
    if (pending.length === 0) return
    const bytes = Buffer.concat(pending)
    pending = []
    const charset = charsets.get(group.font) ?? 0
    if (charset === symbolCharset && group.destination === 'text') {
      if (bytes.some((byte) => byte > 32)) sheet.omit(omissions.symbol)
      return
    }
    const encoding = encodingOf(codePagesOfCharsets.get(charset) ?? codePage)
    add(iconv.decode(bytes, iconv.encodingExists(encoding) ? encoding : 'cp1252'))
  }

  function add(text: string): void {
    const { destination } = group
    if (destination === 'text') addText(text)
    else if (destination === 'pageLine') countPageLine(text)
    else if (destination === 'styles' && style) style.name = (style.name + text).slice(0, maxCollected)
    else if (destination === 'title' || destination === 'author')
      stated[destination] = (stated[destination] + text).slice(0, maxCollected)
    else if (destination === 'code') {
      const field = fields.at(-1)
      if (field) field.code = (field.code + text).slice(0, maxCollected)
    }
  }

  /** A page's number is no word. */
  function countPageLine(text: string): void {
    if (isPageLineCounted || !/\p{L}/u.test(text)) return
    sheet.count('pageLines')
    isPageLineCounted = true
  }

  function addText(text: string): void {
    const { letters, deleted } = group
    const flow = top()
    const isBlank = text.trim() === ''
    if (deleted || letters.hidden) {
      if (deleted) sheet.omit(omissions.deleted)
      else if (!isBlank) sheet.count('hidden')
      return
    }
    flow.properties ??= group.paragraph
    const ofStyle = styles.get(group.paragraph.style ?? 0)?.letters ?? {}
    const link = fields.findLast(({ link }) => link !== undefined)?.link
    if (!isBlank && letters.raised) sheet.count('raised')
    if (letters.capitals && text !== text.toUpperCase()) sheet.count('capitals')
    if (!isBlank && letters.underline && fields.length === 0) sheet.count('underline')
    // What the style of the paragraph does to all its letters is no mark in it.
    const own = {
      ...letters,
      ...(ofStyle.emphasis && { emphasis: false }),
      ...(ofStyle.strong && { strong: false }),
    }
    const last = flow.content.at(-1)
    // Halves of a pair come one after the other.
    const isSame =
      last?.kind === 'text' && last === run.inline && run.letters === letters && run.link === link
    const inline: Inline = isSame
      ? { ...last, text: last.text + text }
      : { ...marksOfLetters(own), ...(link && { link }), kind: 'text', text }
    flow.content.splice(isSame ? -1 : flow.content.length, 1, inline)
    run = { inline, letters, link }
  }

  const top = (): Flow => flows.at(-1) ?? newFlow()

  function endParagraph(): void {
    const flow = top()
    const { content, notes, properties = group.paragraph, note } = flow
    flow.content = []
    flow.notes = []
    flow.properties = undefined
    if (note) {
      note.push(...content.map((inline) => (inline.kind === 'lineBreak' ? space : inline)), space)
      return
    }
    const { name = '', outline } = styles.get(properties.style ?? 0) ?? {}
    const words = plainText(content)
    const level = (properties.outline ?? outline ?? levelOfName(name) - 1) + 1
    titlePage ??= createTitlePage(trimmedFacts(stated))
    if (properties.ruled && words.trim() === '') sheet.sceneBreak()
    else if (titlePage.has(name, words)) {
      if (titlePage.size() === 1) sheet.omit(omissions.titlePage)
    } else if (level > 0 && level < 10) sheet.heading(content, level)
    else sheet.paragraph(content, { quoted: quotationStyle.test(name) })
    for (const { id, content } of notes) sheet.note(id, content)
    if (!properties.inTable) isTableListed = false
  }

  const endOpenParagraph = () => {
    if (top().content.length > 0) endParagraph()
  }

  function endFlow(kind: 'note' | 'box'): void {
    endOpenParagraph()
    const flow = flows.pop()
    const content = tidied(flow?.note ?? [])
    if (kind === 'box' || content.length === 0) return
    noteCount += 1
    const id = String(noteCount)
    const owner = top()
    owner.properties ??= group.paragraph
    owner.content.push({ kind: 'noteSign', id })
    owner.notes.push({ id, content })
  }

  /** A control word that says what its group is. Returns whether it is one. */
  function startDestination(name: string): boolean {
    const wasIgnorable = isIgnorable
    isIgnorable = false
    const { destination } = group
    if (destination === 'skipped') return false
    if (destination === 'pageLine') {
      if (wasIgnorable || name === 'fldinst' || name === 'pict') set({ destination: 'skipped' })
      return false
    }
    const omission = omittedGroups.get(name)
    if (name === 'fonttbl') set({ destination: 'fonts' })
    else if (name === 'stylesheet') {
      set({ destination: 'styles' })
      style = newStyle(0)
    } else if (name === 'title' || name === 'author') set({ destination: name })
    else if (omission) {
      sheet.omit(omission)
      set({ destination: 'skipped' })
    } else if (name === 'listtext' || name === 'pntext') {
      sheet.count('listSigns')
      set({ destination: 'skipped' })
    } else if (pageLineGroup.test(name)) {
      isPageLineCounted = false
      set({ destination: 'pageLine' })
    } else if (name === 'footnote') {
      flows.push(newFlow([]))
      set({ destination: 'text', ends: 'note', letters: {}, paragraph: {} })
    } else if (name === 'shptxt') {
      flows.push(newFlow())
      set({ destination: 'text', ends: 'box', letters: {}, paragraph: {} })
    } else if (name === 'field') {
      fields.push({ code: '', link: undefined })
      set({ ends: 'field' })
    } else if (name === 'fldinst') set({ destination: 'code' })
    else if (name === 'fldrslt') startResult()
    else if (name === 'ud') set({ destination: 'text' })
    else if (name === 'upr' || name === 'shpinst' || name === 'info' || name === 'shppict')
      set({ destination: 'container' })
    else if (skippedGroups.has(name) || (wasIgnorable && !readIgnorable.has(name)))
      set({ destination: 'skipped' })
    else return false
    return true
  }

  function startResult(): void {
    const field = fields.at(-1)
    const code = field?.code.trim() ?? ''
    if (/^TOC\b/.test(code)) {
      sheet.omit(omissions.tableOfContents)
      set({ destination: 'skipped' })
      return
    }
    set({ destination: 'text' })
    const target = /^HYPERLINK\s+(?:"([^"]*)"|\\l)/i.exec(code)
    if (!field || !target) return
    if (target[1] !== undefined && isWebAddress(target[1])) field.link = target[1]
    else sheet.count('links')
  }

  /** Lists of fonts and of styles. Returns whether the word is one of theirs. */
  function readTable(name: string, value: number | undefined): boolean {
    if (group.destination === 'fonts') {
      if (name === 'f') tableFont = value ?? 0
      else if (name === 'fcharset') charsets.set(tableFont, value ?? 0)
      return true
    }
    if (group.destination !== 'styles') return false
    if (name === 's') style = newStyle(value ?? 0)
    else if (style && name === 'outlinelevel') style.outline = value ?? 0
    else if (style) style.letters = lettersAfter(style.letters, name, value) ?? style.letters
    return true
  }

  /** Styles without a number are the one that paragraphs have without one. */
  function newStyle(number: number): Style {
    const created: Style = { name: '', outline: undefined, letters: {} }
    styles.set(number, created)
    return created
  }

  function setProperty(name: string, value: number | undefined): void {
    const { paragraph } = group
    const letters = lettersAfter(group.letters, name, value)
    if (letters) set({ letters, ...(name === 'plain' && { deleted: false, font: -1 }) })
    else if (name === 'pard') set({ paragraph: {} })
    else if (name === 's') set({ paragraph: { ...paragraph, style: value ?? 0 } })
    else if (name === 'outlinelevel') set({ paragraph: { ...paragraph, outline: value ?? 0 } })
    else if (/^brdr(?:b|t|btw)$/.test(name)) set({ paragraph: { ...paragraph, ruled: true } })
    else if (name === 'intbl') set({ paragraph: { ...paragraph, inTable: true } })
    else if (name === 'f') set({ font: value ?? 0 })
    else if (name === 'uc') set({ fallback: Math.max(0, value ?? 1) })
    else if (name === 'deleted') set({ deleted: value !== 0 })
    else if (name === 'ansicpg') codePage = value || codePage
    else if (name === 'mac') codePage = 10_000
    else if (name === 'pc') codePage = 437
    else if (name === 'pca') codePage = 850
    else setPlace(name)
  }

  /** Control words that end something. */
  function setPlace(name: string): void {
    if (group.destination !== 'text') return
    if (name === 'par' || name === 'sect') endParagraph()
    else if (/^(?:page|column|cell|nestcell|row|nestrow)$/.test(name)) endOpenParagraph()
    else if (name === 'line' || name === 'lbr') {
      top().properties ??= group.paragraph
      top().content.push({ kind: 'lineBreak' })
    } else if (name === 'trowd' && !isTableListed) {
      sheet.omit(omissions.table)
      isTableListed = true
    } else {
      const character = characters.get(name)
      if (character !== undefined) addText(character)
    }
  }

  await walkRtf(file, {
    open() {
      flush()
      skipping = 0
      isIgnorable = false
      isAtStart = true
      outer.push(group)
      const { ends, ...inner } = group
      group = inner
    },
    close() {
      flush()
      skipping = 0
      const { ends, destination } = group
      if (ends === 'field') fields.pop()
      group = outer.pop() ?? group
      if (ends === 'note' || ends === 'box') endFlow(ends)
      if (destination === 'styles' && style) {
        style.name = style.name.replace(/;.*$/s, '').trim().toLowerCase()
        style = undefined
      }
    },
    word(name, value) {
      isAtStart = false
      if (skipping > 0) {
        skipping -= 1
        return
      }
      flush()
      if (name === 'u') {
        add(String.fromCharCode((value ?? 0) & 0xffff))
        skipping = group.fallback
      } else if (!startDestination(name) && !readTable(name, value)) setProperty(name, value)
    },
    symbol(sign) {
      if (skipping > 0) {
        skipping -= 1
        return
      }
      if (/[\\{}]/.test(sign)) {
        // The second byte of a character, in old Chinese and Japanese files.
        if (group.destination !== 'skipped') pending.push(Uint8Array.of(sign.charCodeAt(0)))
        return
      }
      flush()
      if (sign === '*') isIgnorable = isAtStart
      else if (sign === '\n' || sign === '\r') setPlace('par')
      else if (symbols.has(sign)) add(symbols.get(sign) ?? '')
    },
    bytes(bytes) {
      const rest = skipping > 0 ? bytes.subarray(skipping) : bytes
      skipping = Math.max(0, skipping - bytes.length)
      if (rest.length > 0 && group.destination !== 'skipped') pending.push(rest)
    },
  })
  endOpenParagraph()
  const facts = trimmedFacts(stated)
  return { ...sheet.result(), ...(Object.keys(facts).length > 0 && { facts }) }
}

const space: Inline = { kind: 'text', text: ' ' }

function levelOfName(name: string): number {
  return Number(/^heading ([1-9])$/.exec(name)?.[1] ?? 0)
}
