import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spellingLanguages, spellingWords } from '../../../main/src/hosts/electron/spelling.ts'
import { countedChecks } from '../../support/countedChecks.ts'

const available = ['en-GB', 'en-US', 'fr']

test('a Chinese book is checked in no language, and neither is none', () => {
  for (const bookLanguage of ['zh', undefined] as const)
    for (const platform of ['linux', 'win32', 'darwin'] as const)
      expect(spellingLanguages({ bookLanguage, available, files: ['en-US-10-1.bdic'], platform })).toEqual([])
})

test('an English book is checked where the dictionary is on this computer already, so that none is fetched', () => {
  const at = (platform: NodeJS.Platform, files: readonly string[]) =>
    spellingLanguages({ bookLanguage: 'en', available, files, platform })
  expect([
    at('linux', []),
    at('win32', ['en-GB-10-1.bdic', 'fr-10-1.bdic']),
    at('linux', ['en-GB-10-1.bdic', 'en-US-10-1.bdic']),
    at('linux', ['en-US.bdic', 'en-US-10-1.bdic.part', '../en-US-10-1.bdic', 'en-AU-10-1.bdic']),
    at('darwin', []),
  ]).toEqual([[], ['en-GB'], ['en-US', 'en-GB'], [], ['en-US', 'en-GB']])
})

test('the names of a codex are words as a checker sees them, with their possessives', () => {
  expect([...spellingWords(['林远', 'Elizabeth Bennet', 'Anne-Marie', '  ', '42', 'O’Hara'])]).toEqual([
    ...['Elizabeth', "Elizabeth's", 'Elizabeth’s', 'Bennet', "Bennet's", 'Bennet’s'],
    ...['Anne-Marie', "Anne-Marie's", 'Anne-Marie’s', 'Anne', "Anne's", 'Anne’s'],
    ...['Marie', "Marie's", 'Marie’s', 'O’Hara', "O’Hara's", 'O’Hara’s'],
  ])
})

test('30 names of an English book are all words, and 30 of a Chinese one none', () => {
  const english =
    'Elizabeth Jane Lydia Kitty Mary Darcy Bingley Wickham Collins Charlotte Lucas Longbourn Netherfield Pemberley Rosings Meryton Hunsford Lambton Brighton Gardiner Phillips Hurst Caroline Georgiana Fitzwilliam Catherine Bourgh Denny Forster Hill'
  const chinese =
    '林远 陈默 苏晚 顾长风 沈砚 周牧 白露 江行舟 叶知秋 温如玉 雾港 灯塔 钟楼 旧码头 海关署 铜钥匙 航海日志 潮汐表 黑帆 守夜人 渔会 罗盘 信号旗 沉船湾 鹿角巷 十三号仓库 老周 阿婆 船长 档案室'
  const words = spellingWords(english.split(' '))
  expect(english.split(' ').filter((name) => !words.has(name))).toEqual([])
  expect([english.split(' ').length, chinese.split(' ').length]).toEqual([30, 30])
  expect([...spellingWords(chinese.split(' '))]).toEqual([])
})

test('no word of any names has a space, a character of Chinese or more than 99 bytes', () => {
  const checked = countedChecks()
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 150 })), (names) => {
      const words = [...spellingWords(names)]
      checked.when(words.length > 0)
      for (const word of words)
        expect([/\s|\p{Script=Han}/u.test(word), Buffer.byteLength(word) <= 99]).toEqual([false, true])
    }),
  )
  checked.expectShare(0.5)
})
