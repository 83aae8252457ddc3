import { describe, expect, it } from 'vitest'
import { createFold } from '../../../../main/src/services/codex/fold.ts'
import { findMentions } from '../../../../main/src/services/codex/mentions.ts'
import { buildNameIndex } from '../../../../main/src/services/codex/nameIndex.ts'
import { readChapter } from '../../../../main/src/services/continuity/chapterText.ts'
import { checkContinuity } from '../../../../main/src/services/continuity/continuity.ts'
import { type PlantedBook, plantedBooks, plantedChapters } from '../../../fixtures/continuity/planted.ts'

const order = new Map(plantedChapters.map((path, at) => [path, at]))

/** A paragraph among those of the chapter. */
function withParagraph(chapter: string, paragraph: string): string {
  const paragraphs = chapter.split('\n\n')
  return [...paragraphs.slice(0, 4), paragraph, ...paragraphs.slice(4)].join('\n\n')
}

function check({ language, entries }: PlantedBook, text: string) {
  const mentions = findMentions(text, buildNameIndex(entries, createFold())).map(
    ({ entry, key, from, to, confidence }) => ({
      ...{ entityId: entry.id, name: entry.name, key, from, to, confidence },
    }),
  )
  const chapter = readChapter(text, language, mentions)
  return checkContinuity({ chapter, entries, order, position: 4, overdue: [] })
}

describe.each(plantedBooks)('continuity in $language', (book) => {
  it('lists nothing in a clean chapter', () => {
    expect(check(book, book.chapter)).toEqual([])
  })

  it.each(book.planted)('finds one planted contradiction: $rule', ({ rule, text, against = '' }) => {
    const findings = check(book, withParagraph(book.chapter, text))
    expect(findings.map((finding) => finding.rule)).toEqual([rule])
    const [{ sentence, other } = { sentence: undefined, other: undefined }] = findings
    expect(text).toContain(sentence?.text ?? '?')
    expect(other?.text).toContain(against)
  })

  it.each(book.innocent)(
    'lists nothing for what only resembles a contradiction: $rule, $text',
    ({ text }) => {
      expect(check(book, withParagraph(book.chapter, text))).toEqual([])
    },
  )
})
