import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkedWords } from '../../../../renderer/src/features/spelling/checkedWords.ts'
import { createDictionary } from '../../../../renderer/src/features/spelling/dictionary.ts'
import { nameWords, withoutNames } from '../../../../renderer/src/features/spelling/nameWords.ts'
import { countedChecks } from '../../../support/countedChecks.ts'

const packages = join(import.meta.dirname, '..', '..', '..', '..', 'node_modules')
const filesOf = (name: string) => {
  const read = (ending: string) => readFileSync(join(packages, name, `index.${ending}`), 'utf8')
  return { aff: read('aff'), dic: read('dic') }
}
const dictionary = createDictionary(['dictionary-en', 'dictionary-en-gb'].map(filesOf))

/** The words of a text that would be underlined. */
const misspelt = (text: string, names: readonly string[] = []) => {
  const inCodex = nameWords(names)
  return checkedWords(text)
    .filter(({ word }) => {
      const rest = withoutNames(word, inCodex)
      return rest !== '' && !dictionary.isWord(rest)
    })
    .map(({ from, to }) => text.slice(from, to))
}

const slips =
  'teh recieve definately seperate accomodate wierd occured untill thier becuase tommorow beleive whcih begining neccessary goverment enviroment existance independant publically embarass foriegn gaurd harrass imediately knowlege liason millenium noticable occassion'.split(
    ' ',
  )

test('30 slips in English are all marked, and among five suggestions is the word that was meant', () => {
  const meant =
    'the receive definitely separate accommodate weird occurred until their because tomorrow believe which beginning necessary government environment existence independent publicly embarrass foreign guard harass immediately knowledge liaison millennium noticeable occasion'.split(
      ' ',
    )
  expect([slips.length, misspelt(slips.join(' ')).length]).toEqual([30, 30])
  expect(
    slips.flatMap((slip, index) => {
      const suggestions = dictionary.suggest(slip)
      return suggestions.length <= 5 && suggestions.includes(meant[index] ?? '')
        ? []
        : [[slip, ...suggestions]]
    }),
  ).toEqual([])
})

test('30 English words as novels write them are none of them marked, in either spelling of the language', () => {
  const words =
    'colour color grey gray realise realize centre theatre don’t o’clock warm-hearted ill-natured good-looking mother-in-law to-morrow naïve café façade ’twas goin’ wouldn’t she’d Monday English half-past lamplight footsteps barkeeper’s waistcoat eyelashes'.split(
      ' ',
    )
  expect([words.length, misspelt(words.join(' '))]).toEqual([30, []])
})

test('30 names of an English codex are none of them marked, in their plural, their possessive or a compound', () => {
  const names =
    'Jarndyce Dedlock Snagsby Tulkinghorn Smallweed Bagnet Skimpole Jellyby Vholes Woodcourt Kenge Rouncewell Chadband Volumnia Krook Turveydrop Boythorn Weevle Peepy Pardiggle Coavinses Guster Carstone Swosser Bayham Hawdon Coodle Squod Toughey Flite'.split(
      ' ',
    )
  const forms = names.map((name) => `${name} ${name}’s ${name}s ${name.toUpperCase()} ${name}-like`).join(' ')
  expect([names.length, misspelt(forms, names)]).toEqual([30, []])
  expect(misspelt(forms).length).toBeGreaterThanOrEqual(60)
})

test('a name that has a possessive or an ending of its own in it is no less a name', () => {
  const names = ['Zorg’s Point', 'O’Hara', 'Anne-Maree Vholes']
  expect(misspelt('At Zorg’s Point O’Hara’s boat met Anne-Maree, and the Vholeses’ one.', names)).toEqual([])
})

test('30 Chinese names and the sentences around them have no word to be checked', () => {
  const names =
    '林远 陈默 苏晚 顾长风 沈砚 周牧 白露 江行舟 叶知秋 温如玉 雾港 灯塔 钟楼 旧码头 海关署 铜钥匙 航海日志 潮汐表 黑帆 守夜人 渔会 罗盘 信号旗 沉船湾 鹿角巷 十三号仓库 老周 阿婆 船长 档案室'.split(
      ' ',
    )
  const text = names.map((name) => `　　“${name}……”他说，\uD842\uDFB7家的船在第三码头。\r\n`).join('')
  expect([names.length, checkedWords(text)]).toEqual([30, []])
})

test('addresses, code, tags, link targets, capitals, initials and what has digits are no words', () => {
  const text =
    'See https://exampel.com/teh and teh@exampel.com, `teh`, <spna class="teh">, [the](teh.md), HMS TEH, J. R., B2b, A4teh, 林teh. Teh end.'
  expect(checkedWords(text).map(({ word }) => word)).toEqual(['See', 'and', 'the', 'Teh', 'end'])
  expect(misspelt(text)).toEqual(['Teh'])
})

/** Pieces of what stands between and around words. */
const anyText = fc
  .array(
    fc.constantFrom(
      ..."don’t|’tis|goin’|林远，|na\u00efve|e\u0301te|x-y-z|`code`|A4|\uD842\uDFB7| |\n|\t|“|”|—|<b>|@|a@b.c|_|'|-".split(
        '|',
      ),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))

test('a word is where the text has it, whatever surrounds it', () => {
  const checked = countedChecks()
  fc.assert(
    fc.property(anyText, fc.constantFrom(...slips), anyText, (before, slip, after) => {
      const text = `${before} ${slip} ${after}`
      const places = checkedWords(text)
      checked.when(places.length > 1)
      expect(places.every(({ from, to }, index) => from < to && from >= (places[index - 1]?.to ?? 0))).toBe(
        true,
      )
      for (const { from, to, word } of places)
        expect(word.replace(/^'|'$/g, '')).toBe(
          text.slice(from, to).normalize('NFC').replaceAll('’', "'").replaceAll('‑', '-'),
        )
    }),
  )
  checked.expectShare(0.2)
})

test('no text makes the search for words slow out of proportion', () => {
  const count = (text: string) => checkedWords(text).length
  expect([
    count("a-b'".repeat(50_000)),
    count('`'.repeat(200_000)),
    count('<a'.repeat(100_000)),
    count('](('.repeat(60_000)),
  ]).toEqual([1, 0, 0, 0])
})
