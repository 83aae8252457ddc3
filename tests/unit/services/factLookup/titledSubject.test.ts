import { expect, test } from 'vitest'
import type { CodexMention } from '../../../../main/src/contract/codex.ts'
import { createFactLookup } from '../../../../main/src/services/factLookup/index.ts'

interface Card {
  readonly name: string
  readonly body?: string
  readonly aliases?: readonly string[]
}

/** What is said to a question about a prompt that has one part. */
async function asked(question: string, text: string, cards: readonly Card[]) {
  const people = cards.map(({ name, body = '', aliases = [] }) => ({
    id: name,
    names: [name, ...aliases],
    body,
  }))
  const chunk = { layer: 'immediate', source: 'clip', label: '正文', action: 'kept', text, trimReason: '' }
  const lookup = createFactLookup({
    // What a lookup reads of both.
    readReceipt: async () => ({ receipt: { documentId: 'c_1' }, chunks: [chunk] }) as never,
    mentions: async (_project, words) =>
      people.flatMap(({ id, names }) =>
        names.flatMap((key): CodexMention[] => {
          const from = words.indexOf(key)
          return from < 0 ? [] : [{ entityId: id, name: id, key, from, to: from + key.length, confidence: 1 }]
        }),
      ),
    people: async () => people,
    entryVisibility: async () => undefined,
    search: async () => [[]],
    documents: async () => [],
    redactText: (words) => words,
  })
  const { names, answers } = await lookup('p', { receiptId: 'r', question })
  return { names, answers: answers.map(({ code, params, excerpt }) => [code, excerpt ?? params.name ?? '']) }
}

const boss = { name: '霍青山', body: '雾港茶馆的老板。' }
const key = '霍老板把铜钥匙埋在槐树下。'

test.each([
  ['霍老板的铜钥匙埋在哪里？', key],
  ['霍青山的铜钥匙埋在哪里？', key],
  ['老板的铜钥匙埋在哪里？', '老板把铜钥匙埋在槐树下。'],
  ['霍老板的铜钥匙埋在哪里？', '霍青山把铜钥匙埋在槐树下。'],
])('%s is answered by %s where the card says that he is the one', async (question, text) => {
  expect(await asked(question, `雨停了。${text}`, [boss])).toEqual({
    names: ['霍青山'],
    answers: [['inPrompt', text]],
  })
})

test('a title that may be of several persons is answered by its own words only, else by the word that it is not certain', async () => {
  const family = [boss, { name: '霍青河', body: '船行的老板。' }]
  const question = '霍老板的铜钥匙埋在哪里？'
  expect([
    await asked(question, key, family),
    (await asked(question, '霍青山把铜钥匙埋在槐树下。', family)).answers[0],
  ]).toEqual([{ names: ['霍老板'], answers: [['inPrompt', key]] }, ['nameUnsure', '霍老板']])
})

test.each([
  // Another surname, a title that may be anybody's, a name without a tie.
  ['霍老板的铜钥匙埋在哪里？', '王老板把铜钥匙埋在槐树下。', [boss]],
  ['王老板的铜钥匙埋在哪里？', key, [boss]],
  ['霍老板的铜钥匙埋在哪里？', '霍青山把铜钥匙埋在槐树下。', [{ name: '霍青山' }]],
])('%s is not said to be answered by %s', async (question, text, cards) => {
  const { answers } = await asked(question, text, cards)
  expect(answers.map(([code]) => code)).not.toContain('inPrompt')
})
