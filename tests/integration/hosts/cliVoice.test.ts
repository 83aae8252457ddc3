import { afterEach, beforeEach, expect, test } from 'vitest'
import { creonowHere } from '../../support/commandHere.ts'
import { type Workplace, workplace } from '../../support/commandLine.ts'
import { tagWholeBut } from '../../support/whole.ts'

let place: Workplace
beforeEach(async () => {
  place = await workplace()
})
afterEach(() => place.remove())

for (const [lang, sentence, person] of [
  ['zh', '句长', '人称\t'],
  ['en', 'Sentences', 'Person\t'],
] as const)
  test(
    `the command shows the voice of a book and writes it once, in ${lang}`,
    tagWholeBut(lang === 'zh'),
    async () => {
      const at = ['--project', place.project, '--lang', lang]
      const shown = await creonowHere(['voice', ...at], place.dataFolder)
      const lines = shown.stdout.split('\n')
      expect([shown.code, lines[0]?.split('\t')[0], lines.some((line) => line.startsWith(person))]).toEqual([
        0,
        sentence,
        true,
      ])
      const saved = await creonowHere(['voice', 'save', ...at], place.dataFolder)
      expect([saved.code, saved.stdout]).toEqual([0, '.creonow/settings/文笔.md\n'])
      const again = await creonowHere(['voice', 'save', ...at, '--json'], place.dataFolder)
      expect([again.code, JSON.parse(again.stdout).error.code]).toEqual([4, 'CONFLICT'])
      const wrong = await creonowHere(['voice', 'sing', ...at, '--json'], place.dataFolder)
      expect([wrong.code, JSON.parse(wrong.stdout).error.code]).toEqual([2, 'INVALID_ARGUMENT'])
    },
  )
