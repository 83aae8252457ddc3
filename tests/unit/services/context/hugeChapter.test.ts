import { expect, it } from 'vitest'
import { createContextEngine } from '../../../../main/src/services/context/index.ts'
import { createRedactor, marker } from '../../../../main/src/services/redaction/index.ts'
import { createPassages } from '../../../../main/src/services/sources/passages.ts'
import { createTextAfter } from '../../../../main/src/services/sources/textAfter.ts'
import { createTextBefore } from '../../../../main/src/services/sources/textBefore.ts'
import { createTokenizer } from '../../../../main/src/services/tokens/index.ts'
import { requestFor } from '../../../support/engine.ts'
import { tableStore } from '../../../support/tokenTables.ts'

const secret = `sk-${'aB3dE5gH7jK9mN1pQ3sT5'}`
const line = '　　雾很大，林远推开门。\n'
const half = line.repeat(500_000)
const text = `${half}${secret}\n${half}`

const nothingFound = { forWindow: async () => ({ hits: [], left: [], notices: [] }) }
const noBook = { list: async () => [], read: () => Promise.reject(new Error('nobody reads it')) }

it('a request in a huge chapter reads and counts what is near, hides a secret there, and says what is missing', async () => {
  const tokenizer = await createTokenizer('o200k_base', { store: tableStore })
  const redactor = createRedactor()
  let [counted, redacted, inThisTurn, mostInATurn] = [0, 0, 0, 0]
  const engine = createContextEngine({
    sources: [createTextBefore(), createTextAfter(), createPassages(nothingFound, noBook)],
    tokenizer: {
      ...tokenizer,
      count(part) {
        counted += part.length
        inThisTurn += part.length
        mostInATurn = Math.max(mostInATurn, inThisTurn)
        return tokenizer.count(part)
      },
    },
    redactor: {
      ...redactor,
      redact(part, ...rest) {
        redacted += part.length
        return redactor.redact(part, ...rest)
      },
    },
    sha256Hex: (part) => String(part.length),
  })
  const cursorPosition = half.length + 6
  const nextTurn = () => {
    inThisTurn = 0
    turn = setImmediate(nextTurn)
  }
  let turn = setImmediate(nextTurn)
  const { userContent, trim, redaction } = await engine
    .assemble(requestFor(text, { cursorPosition }))
    .finally(() => clearImmediate(turn))
  expect(userContent.includes(secret.slice(0, 6)) || userContent.includes(secret.slice(-6))).toBe(false)
  expect(userContent.split(marker).length).toBe(3)
  expect(redaction.map(({ matchCount }) => matchCount)).toEqual([2])
  const [before] = trim.filter(({ reasonCode }) => reasonCode === 'text_before')
  expect([before?.action, before?.beforeChars]).toEqual(['trimmed', cursorPosition])
  expect(userContent.includes('林远推开门。')).toBe(true)
  // Of 12 million units: those in the neighbourhood, some of them twice.
  expect(redacted).toBeLessThan(3_000_000)
  expect(counted).toBeLessThan(1_500_000)
  // Others get their turn in between.
  expect(mostInATurn).toBeLessThan(131_072)
})
