import { expect, test } from 'vitest'
import { firstQuestions } from '../../../../renderer/src/features/chat/firstQuestions.ts'
import { en } from '../../../../renderer/src/i18n/en.ts'
import { zh } from '../../../../renderer/src/i18n/zh.ts'

const keysOf = (...of: Parameters<typeof firstQuestions>) => firstQuestions(...of).map(({ key }) => key)

test('an empty chat offers three questions of the open chapter and its people', () => {
  const matter = { chapter: '灯塔下的信', previous: '退潮', people: ['许三娘', '林远'] }
  expect(firstQuestions(matter)).toEqual(
    ['chat.first.next', 'chat.first.clash', 'chat.first.knows'].map((key) => ({
      key,
      params: { chapter: '灯塔下的信', previous: '退潮', name: '许三娘' },
    })),
  )
})

test('a first chapter is compared with none, and a book without cards asks for no name', () => {
  expect(keysOf({ chapter: '一', previous: null, people: [] })).toEqual([
    'chat.first.next',
    'chat.first.opening',
    'chat.first.wants',
  ])
})

test('every question of an empty chat names the chapter, in both languages', () => {
  const { label: _, ...chinese } = zh.chat.first
  const { label: __, ...english } = en.chat.first
  const unnamed = [...Object.values(chinese), ...Object.values(english)].filter(
    (words) => !words.includes('{{chapter}}'),
  )
  expect(unnamed).toEqual([])
})
