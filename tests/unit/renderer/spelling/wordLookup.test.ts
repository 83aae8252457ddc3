import { expect, test } from 'vitest'
import type { Dictionary } from '../../../../renderer/src/features/spelling/dictionary.ts'
import {
  type Answer,
  answerOf,
  type Question,
} from '../../../../renderer/src/features/spelling/dictionaryMessages.ts'
import {
  createWordLookup,
  type DictionaryWorker,
} from '../../../../renderer/src/features/spelling/wordLookup.ts'

const dictionary: Dictionary = {
  isWord: (word) => ['the', 'rain'].includes(word),
  suggest: (word) => (word === 'teh' ? ['the'] : []),
}

/** Workers over a small dictionary, as they were started, with what each was asked. */
function startable() {
  const started: { asked: Question[]; fail: () => void; isEnded: boolean }[] = []
  const start = (): DictionaryWorker => {
    const messages: ((event: { readonly data: Answer }) => void)[] = []
    const errors: (() => void)[] = []
    const worker = {
      asked: [] as Question[],
      isEnded: false,
      fail: () => errors.forEach((listen) => void listen()),
    }
    started.push(worker)
    return {
      postMessage(question) {
        worker.asked.push(question)
        queueMicrotask(() => {
          for (const listen of messages) listen({ data: answerOf(question, dictionary) })
        })
      },
      addEventListener(type: string, listener: never) {
        if (type === 'message') messages.push(listener)
        else errors.push(listener)
      },
      terminate() {
        worker.isEnded = true
      },
    }
  }
  return { started, start }
}

test('the worker starts with the first question, and a word is asked about once', async () => {
  const { started, start } = startable()
  const lookup = createWordLookup(start)
  expect(started).toEqual([])
  expect(await lookup.misspelt(['the', 'teh', 'rain', 'teh'])).toEqual(new Set(['teh']))
  expect(await lookup.misspelt(['teh', 'raim', 'the'])).toEqual(new Set(['teh', 'raim']))
  expect(await lookup.suggest('teh')).toEqual(['the'])
  expect(started.map(({ asked }) => asked)).toEqual([
    [
      { id: 1, kind: 'misspelt', words: ['the', 'teh', 'rain'] },
      { id: 2, kind: 'misspelt', words: ['raim'] },
      { id: 3, kind: 'suggest', word: 'teh' },
    ],
  ])
})

test('two questions at once get the answer that belongs to each', async () => {
  const { start } = startable()
  const lookup = createWordLookup(start)
  expect(
    await Promise.all([lookup.misspelt(['teh']), lookup.suggest('teh'), lookup.misspelt(['rain'])]),
  ).toEqual([new Set(['teh']), ['the'], new Set()])
})

test('a dictionary that cannot be loaded marks nothing and suggests nothing, and no question waits for ever', async () => {
  const { started, start } = startable()
  const lookup = createWordLookup(start)
  const asked = lookup.misspelt(['teh'])
  started[0]?.fail()
  expect([await asked, await lookup.misspelt(['raim']), await lookup.suggest('teh')]).toEqual([
    null,
    null,
    [],
  ])
  lookup.dispose()
  expect(started.map(({ isEnded }) => isEnded)).toEqual([true])
})
