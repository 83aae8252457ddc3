import { AppError } from '../../../lib/appError.ts'
import { excessOfJson } from '../../../lib/bounds.ts'
import { trimmedFacts } from './bookFacts.ts'
import { decodeSource } from './encoding.ts'
import type { ImportFormat } from './importFormat.ts'
import { omissions, type Sentence } from './issues.ts'
import { readEditorDocument } from './novelAiDocument.ts'
import { withPlainSigns } from './plainSigns.ts'
import { startMatches } from './signatures.ts'

/** Stories of NovelAI in container version 1: their text is in `content.story`, that of newer ones in `content.document`. */
export const novelAi: ImportFormat = {
  extensions: ['.story'],
  mediaTypes: [],
  recognises: (bytes) => startMatches(bytes, /^\s*\{\s*"storyContainerVersion"/),
  async read(bytes) {
    const story = parsed((await decodeSource(bytes, 'utf-8')).text)
    if (!('storyContainerVersion' in story)) throw new AppError('IMPORT_BROKEN', { why: 'content' })
    const content = memberOf(story, 'content')
    const { text: words, pictures } = stringOf(content.document)
      ? readEditorDocument(stringOf(content.document))
      : { text: textOf(memberOf(content, 'story')), pictures: 0 }
    const { text, escaped } = await withPlainSigns(words)
    const omitted: Sentence[] = []
    const entries = listOf(memberOf(content, 'lorebook').entries).length
    const notes = listOf(content.context).filter((part) => stringOf(recordOf(part).text).trim() !== '').length
    const description = stringOf(memberOf(story, 'metadata').description).trim()
    if (entries > 0) omitted.push(omissions.lorebook(entries))
    // Memory and author's note.
    if (notes > 0) omitted.push(omissions.itemNotes(notes))
    if (description !== '') omitted.push(omissions.synopses(1))
    if (pictures > 0) omitted.push(omissions.picture)
    if (escaped > 0) omitted.push(omissions.plainSigns(escaped))
    const facts = trimmedFacts({ title: stringOf(memberOf(story, 'metadata').title) })
    return {
      ...{ encoding: 'story', guesses: [], headings: [], text },
      omissions: omitted.map((sentence) => ({ from: 0, sentence })),
      ...(Object.keys(facts).length > 0 && { facts }),
    }
  },
}

type Fields = Readonly<Record<string, unknown>>

/** A long story of years has some ten thousand fragments. */
const bounds = { maxDepth: 64, maxValues: 3_000_000 }

/** @throws AppError IMPORT_BROKEN, FILE_TOO_LARGE. */
function parsed(text: string): Fields {
  const excess = excessOfJson(text, bounds)
  if (excess?.over === 'depth') throw new AppError('IMPORT_BROKEN', { why: 'depth' })
  if (excess) throw new AppError('FILE_TOO_LARGE', { why: 'jsonValues' })
  try {
    return recordOf(JSON.parse(text))
  } catch (error) {
    throw new AppError('IMPORT_BROKEN', { why: 'json' }, { cause: error })
  }
}

/** The fragments in order, each by whom it was written; a story without any has its text as one. */
function textOf(story: Fields): string {
  const fragments = listOf(story.fragments).map((fragment) => stringOf(recordOf(fragment).data))
  const joined = fragments.join('')
  return (joined === '' ? stringOf(story.text) : joined).toWellFormed()
}

const recordOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {} // checked
const memberOf = (value: Fields, name: string): Fields => recordOf(value[name])
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '')
