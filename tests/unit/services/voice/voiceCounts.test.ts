import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commonWords, type VoiceLanguage } from '../../../../main/src/services/voice/commonWords.ts'
import { ticLabels } from '../../../../main/src/services/voice/tics.ts'
import {
  addedCounts,
  countUnits,
  countVoice,
  noCounts,
} from '../../../../main/src/services/voice/voiceCounts.ts'
import { countedChecks } from '../../../support/countedChecks.ts'

/** What is counted, by name. */
function named(text: string, language: VoiceLanguage) {
  const { common, tics, sentences, paragraphs, marks: _marks, ...rest } = countVoice(text, language)
  const shown = (names: readonly string[], counts: readonly number[]) =>
    Object.fromEntries(names.flatMap((name, at) => (counts[at] ? [[name, counts[at]]] : [])))
  const lengths = (counts: readonly number[]) =>
    counts.flatMap((count, length) => (count > 0 ? [[length, count]] : []))
  return {
    ...rest,
    sentences: lengths(sentences),
    paragraphs: lengths(paragraphs),
    common: shown([...commonWords[language].keys()], common),
    tics: shown(ticLabels(language), tics),
  }
}

test('a Chinese text is counted by characters, its person in narration only, Traditional ones as Simplified', () => {
  expect(named('他緩緩說：“我不是怕，而是冷。”\n他走了。', 'zh')).toEqual({
    units: 14,
    dialogueUnits: 7,
    sentences: [
      [3, 1],
      [11, 1],
    ],
    paragraphs: [
      [3, 1],
      [11, 1],
    ],
    persons: [0, 2],
    tenses: [0, 0],
    common: { 了: 1, 是: 2, 不: 1, 而: 1, 说: 1 },
    tics: { '不是……而是': 1, 缓缓: 1 },
  })
})

test('an English text is counted by words, with person and tense of the narration', () => {
  expect(named('He slowly rose, tired, cold, and wet. "I am here," she said.', 'en')).toEqual({
    units: 12,
    dialogueUnits: 3,
    sentences: [
      [5, 1],
      [7, 1],
    ],
    paragraphs: [[12, 1]],
    persons: [0, 2],
    tenses: [1, 0],
    common: { and: 1 },
    tics: { 'slowly, softly, gently': 1, 'a, b, and c': 1 },
  })
})

test('a language without rules has lengths and dialogue, and nothing of words', () => {
  const { units, dialogueUnits, common, tics, persons } = countVoice('「吾輩は猫である。」と云う。', 'other')
  expect({ units, dialogueUnits, common, tics, persons }).toEqual({
    units: 10,
    dialogueUnits: 7,
    common: [],
    tics: [],
    persons: [0, 0],
  })
})

test.each([
  ['𠮷野 Ωμέγα don’t 3', 5],
  ['中文mixed文字', 5],
  ['', 0],
])('%s has its characters of Chinese and words of other scripts', (text, units) => {
  expect(countUnits(text)).toBe(units)
})

test('counts of chapters add up to the counts of all of them', () => {
  const counter = countedChecks()
  const line = fc.constantFrom(
    '他缓缓说：“走。”',
    '雾来了，又散了。',
    '不是你，而是我！',
    'It was late -- or was it?',
    '# 标题',
  )
  const chapter = fc.array(line, { maxLength: 8 }).map((lines) => lines.join('\n'))
  fc.assert(
    fc.property(
      fc.array(chapter, { maxLength: 6 }),
      fc.constantFrom('zh', 'en', 'other'),
      (chapters, language) => {
        const sum = chapters.map((text) => countVoice(text, language)).reduce(addedCounts, noCounts(language))
        expect(sum).toEqual(countVoice(chapters.join('\n'), language))
        counter.when(sum.units > 0 && chapters.length > 1)
      },
    ),
  )
  counter.expectShare(0.4)
})
