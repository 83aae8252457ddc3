import { expect, test } from 'vitest'
import { hostileUnits } from '../../../../bench/redaction/secretCorpus.ts'
import { sha256Hex } from '../../../../main/src/lib/hash.ts'
import { type Logger, silentLogger } from '../../../../main/src/lib/logger.ts'
import { createRedactor, marker } from '../../../../main/src/services/redaction/index.ts'
import { createSecretFinder, inTime } from '../../../../main/src/services/secrets/index.ts'
import { strangeTexts } from '../../../support/strangeText.ts'

/** A kind that only the preset knows, put together at run time. */
const onlyPreset = ['xo', 'xp-', 'ABCDEFGHIJKL-', 'MNOPQRSTUVWX'].join('')

function finderWith(
  options: { hash?: (text: string) => string; monotonic?: () => number; logger?: Logger } = {},
) {
  return createSecretFinder({
    hash: options.hash ?? sha256Hex,
    monotonic: options.monotonic ?? (() => 0),
    logger: options.logger ?? silentLogger,
  })
}

test('a secret of a kind that only the preset has is found at its offsets', async () => {
  const { find } = finderWith()
  const redactor = createRedactor({ supplement: find })
  for (const [before, after] of [
    ['', ''],
    ['令牌是', '，别外传。'],
    ['𠮷\u3000\u3000令牌：\r\n', '\r\n后文𠮷'],
    [`${'雾港的夜。\n'.repeat(3000)}x `, ` y\n${'雾散了。\n'.repeat(10)}`],
  ]) {
    const text = `${before}${onlyPreset}${after}`
    const result = await redactor.redact(text, 'manuscript')
    expect(result.text).toBe(`${before}${marker}${after}`)
    expect(result.evidence).toEqual([{ patternId: 'secretlint:slack', matchCount: 1 }])
  }
})

test('a comment in a manuscript does not switch the rules off', async () => {
  const { find } = finderWith()
  for (const comment of ['secretlint-disable', 'secretlint-disable-next-line', 'secretlint-disable-line']) {
    for (const text of [
      `<!-- ${comment} -->\n${onlyPreset}\n`,
      `// ${comment}\n${onlyPreset}`,
      `# ${comment}\n${onlyPreset} # ${comment}`,
      `/* ${comment} */ ${onlyPreset}`,
    ])
      expect(await find(text)).toHaveLength(1)
  }
})

test('unchanged parts are not examined again, and the rules are not loaded for prose', async () => {
  const hashed: string[] = []
  const hash = (text: string) => {
    hashed.push(text)
    return text
  }
  const { find } = finderWith({ hash })
  for (const { text } of strangeTexts) if (text.length < 5000) await find(text)
  await find('“林远？”她问。——self-complacency and half-an-hour--was; see chapter-one.--Yours')
  expect(hashed).toEqual([])
  await find(`甲\n${onlyPreset}\n乙`)
  const [first] = hashed
  await find(`甲\n${onlyPreset}\n乙${'改了很多。'.repeat(100)}`)
  expect(hashed).toEqual([first, first])
})

test('a text that takes too long does not delay an assembly', async () => {
  let now = 0
  const warnings: string[] = []
  const logger = { ...silentLogger, warn: (_: object, message: string) => void warnings.push(message) }
  // Every look at the clock is 40 ms later.
  const monotonic = () => {
    now += 40
    return now
  }
  const { find } = finderWith({ monotonic, logger })
  const lines = Array.from(
    { length: 40 },
    (_, index) => `${onlyPreset}\n${'雾。\n'.repeat(200)}第${index}段：`,
  )
  const found = await find(lines.join(''))
  expect(warnings).toEqual(['secret preset out of time'])
  expect(found.length).toBeGreaterThan(0)
  expect(found.length).toBeLessThan(10)
})

test.each(hostileUnits)('a rule gets no more than a bounded part at a time: %j', async (unit) => {
  const parts: number[] = []
  const hash = (text: string) => {
    parts.push(text.length)
    return sha256Hex(text)
  }
  await finderWith({ hash }).find(unit.repeat(Math.ceil(100_000 / unit.length)))
  expect(Math.max(0, ...parts)).toBeLessThanOrEqual(4096)
})

test.each([
  ['fails', 'Error', () => Promise.reject(new Error('broken'))],
  ['never answers', 'TimeoutError', () => new Promise<never>(() => undefined)],
] as const)(
  'an assembly uses what its own patterns found when the supplement %s',
  async (_, cause, supplement) => {
    const own = `sk-${'aB3dE5gH7jK9mN1pQ3sT5'}`
    const failures: string[] = []
    let asked = 0
    const redactor = createRedactor({
      supplement: inTime((): Promise<never> => {
        asked += 1
        return supplement()
      }, 20),
      onSupplementFailure: (name) => void failures.push(name),
    })
    const text = `${'雾港的夜。'.repeat(20)}${own}`
    for (let round = 0; round < 2; round++) {
      expect((await redactor.redact(text, 'manuscript')).text).toBe(`${'雾港的夜。'.repeat(20)}${marker}`)
    }
    // A result without the supplement is not remembered as the last word.
    expect([asked, failures]).toEqual([2, [cause, cause]])
  },
)

test('a match around one of our own leaves the address and hides the longer tail', async () => {
  const url = 'postgres://bob:s3cretWord9@db:5432/novel'
  const token = `sk-${'aB3dE5gH7jK9mN1pQ3sT5'}`
  const text = `${url} ${token}==tail`
  const supplement = async () => [
    { patternId: 'other', from: 0, to: url.length },
    { patternId: 'other', from: url.length + 1, to: text.length },
  ]
  const redactor = createRedactor({ supplement })
  expect((await redactor.redact(text, 'creonow')).text).toBe(`postgres://${marker}@db:5432/novel ${marker}`)
})
