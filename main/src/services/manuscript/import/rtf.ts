import iconv from 'iconv-lite'
import { isWebAddress } from '../document/markdownParser.ts'
import { trimmedFacts } from './bookFacts.ts'
import type { ImportFormat } from './importFormat.ts'
import { omissions } from './issues.ts'
import { createRtfBody, type Field } from './rtfBody.ts'
import type { Group, Style } from './rtfState.ts'
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
import { signOf } from './signFonts.ts'

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
  const fonts = new Map<number, { charset: number; name: string }>()
  const styles = new Map<number, Style>()
  const stated = { title: '', author: '' }
  const outer: Group[] = []
  const fields: Field[] = []
  const body = createRtfBody(sheet, { styles, fields, stated })
  let group: Group = {
    ...{ destination: 'text', letters: {}, deleted: false },
    ...{ paragraph: {}, font: -1, fallback: 1 },
  }
  let codePage = 1252
  /** Bytes that are not decoded yet: a character may have two. */
  let pending: Uint8Array[] = []
  /** How many characters to leave out behind `\u`. */
  let skipping = 0
  let isAtStart = false
  /** A group has just begun with `\*`, which anywhere else means nothing. */
  let isIgnorable = false
  /** The header or footer that is open has words, and is counted. */
  let isPageLineCounted = false
  let tableFont = -1
  let style: Style | undefined

  const set = (change: Partial<Group>) => {
    group = { ...group, ...change }
  }

  function flush(): void {
    if (pending.length === 0) return
    const bytes = Buffer.concat(pending)
    pending = []
    if (isInSigns()) {
      addSigns(bytes)
      return
    }
    const charset = fonts.get(group.font)?.charset ?? 0
    const encoding = encodingOf(codePagesOfCharsets.get(charset) ?? codePage)
    add(iconv.decode(bytes, iconv.encodingExists(encoding) ? encoding : 'cp1252'))
  }

  /** The letters of the font are pictures. */
  const isInSigns = () => group.destination === 'text' && fonts.get(group.font)?.charset === symbolCharset

  function addSigns(codes: Iterable<number>): void {
    const { name = '' } = fonts.get(group.font) ?? {}
    const signs = Array.from(codes, (code) => signOf(name, code))
    if (signs.includes(undefined)) sheet.omit(omissions.symbol)
    add(signs.join(''))
  }

  function add(text: string): void {
    const { destination } = group
    if (destination === 'text') body.text(text, group)
    else if (destination === 'fonts') nameFont(text)
    else if (destination === 'pageLine') countPageLine(text)
    else if (destination === 'styles' && style) style.name = (style.name + text).slice(0, maxCollected)
    else if (destination === 'title' || destination === 'author')
      stated[destination] = (stated[destination] + text).slice(0, maxCollected)
    else if (destination === 'code') {
      const field = fields.at(-1)
      if (field) field.code = (field.code + text).slice(0, maxCollected)
    }
  }

  function nameFont(text: string): void {
    const { charset = 0, name = '' } = fonts.get(tableFont) ?? {}
    fonts.set(tableFont, {
      charset,
      name: (name + text).replace(/;.*$/s, '').slice(0, maxCollected).trimStart(),
    })
  }

  /** A page's number is no word. */
  function countPageLine(text: string): void {
    if (isPageLineCounted || !/\p{L}/u.test(text)) return
    sheet.count('pageLines')
    isPageLineCounted = true
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
      body.startFlow('note')
      set({ destination: 'text', ends: 'note', letters: {}, paragraph: {} })
    } else if (name === 'shptxt') {
      body.startFlow('box')
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
      else if (name === 'fcharset')
        fonts.set(tableFont, { name: '', ...fonts.get(tableFont), charset: value ?? 0 })
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
    if (name === 'par' || name === 'sect') body.endParagraph(group)
    else if (/^(?:page|column|cell|nestcell|row|nestrow)$/.test(name)) body.endOpenParagraph(group)
    else if (name === 'line' || name === 'lbr') body.lineBreak(group)
    else if (name === 'trowd') body.startRow()
    else {
      const character = characters.get(name)
      if (character !== undefined) body.text(character, group)
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
      if (ends === 'note' || ends === 'box') body.endFlow(ends, group)
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
        if (isInSigns()) addSigns([(value ?? 0) & 0xffff])
        else add(String.fromCharCode((value ?? 0) & 0xffff))
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
  body.endOpenParagraph(group)
  const facts = trimmedFacts(stated)
  return { ...sheet.result(), ...(Object.keys(facts).length > 0 && { facts }) }
}
