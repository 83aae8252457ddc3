import { expect, test } from 'vitest'
import { emptyEntry } from '../../../../main/src/contract/emptyEntry.ts'
import { acceptedEntry, presentCard } from '../../../../main/src/services/drafts/acceptedEntry.ts'
import type { DraftFact } from '../../../../main/src/services/drafts/cardDraft.ts'

const fold = (name: string) => name.normalize('NFKC').toLowerCase()
const author = {
  ...emptyEntry({ id: 'lin', type: 'character', name: '林怀舟', aliases: ['老林'] }),
  body: '出身：雾港\n- Weapon: brass ruler\n他说：走。\n',
  progressions: [{ from: 'c_1', text: '守灯' }],
}
const fact = (field: string | undefined, value: string, part: Partial<DraftFact> = {}): DraftFact => ({
  ...{ id: 'f_1', ids: ['f_1'], value, certainty: 'narrated', clash: false },
  ...(field !== undefined && { field }),
  evidence: [{ quote: '林怀舟是雾港人。', documentId: 'c_2', from: 7 }],
  ...part,
})
const zh = { language: 'zh', fold } as const
const en = { language: 'en', fold } as const

test('what a card states already is not written again, by whomever it was written', () => {
  const present = [fact('出身', '雾港'), fact('weapon', 'Brass Ruler'), fact(undefined, '老林')]
  expect(acceptedEntry(author, present, zh)).toBe(author)
  const once = acceptedEntry(author, [fact('年龄', '十九'), fact('年龄', '十九')], zh)
  expect(once.progressions).toHaveLength(2)
  expect(acceptedEntry(once, [fact('年龄', '十九')], zh)).toBe(once)
})

test('accepted facts come behind the author’s words, in the language of the book, and claims say that they are', () => {
  const facts = [fact(undefined, '小舟'), fact('年龄', '十九', { certainty: 'said' })]
  const source = {
    ...{ id: 'p_1', from: 'c_2', field: '年龄', value: '十九', certainty: 'said', by: 'model' },
    evidence: [{ quote: '林怀舟是雾港人。', chapter: 'c_2' }],
  }
  expect(acceptedEntry(author, facts, zh)).toEqual({
    ...author,
    aliases: ['老林', '小舟'],
    progressions: [...author.progressions, { ...source, text: '年龄：十九（有人这样说）' }],
  })
  expect(acceptedEntry(author, facts, en).progressions[1]?.text).toBe('年龄: 十九 (somebody says so)')
})

test('more facts than a card has room for are refused, and the card stays as it is', () => {
  const many = Array.from({ length: 500 }, (_, n) => fact('能力', `第${n}样`))
  expect(() => acceptedEntry(author, many, zh)).toThrow(expect.objectContaining({ code: 'FILE_TOO_LARGE' }))
})

test('a card states its names, the fields of its changes, and lines of its description', () => {
  expect(presentCard(author).values).toEqual([
    { field: '', value: '林怀舟' },
    { field: '', value: '老林' },
    { field: '出身', value: '雾港' },
    { field: 'Weapon', value: 'brass ruler' },
    { field: '他说', value: '走。' },
  ])
})
