import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createRandom } from '../../../../../bench/measuring.ts'
import type { Logger } from '../../../../../main/src/lib/logger.ts'
import { createVersionedFiles } from '../../../../../main/src/lib/versionedFile/versionedFiles.ts'
import { findModel } from '../../../../../main/src/services/ai/index.ts'
import { createCalibration } from '../../../../../main/src/services/ai/models/calibration.ts'
import { createOwnModels } from '../../../../../main/src/services/ai/models/ownModels.ts'
import { defaultSettings } from '../../../../../main/src/services/settings/index.ts'

const settings = { ...defaultSettings, language: 'zh' as const }
let folder: string
let warnings: string[]
const logger: Logger = {
  debug() {},
  info() {},
  warn: (_fields, message) => void warnings.push(message),
  error() {},
}
const path = () => join(folder, 'calibration.json')
const versioned = () => createVersionedFiles({ dataFolder: folder, logger })
const open = () => createCalibration({ versioned: versioned(), logger })

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'creonow-models-'))
  warnings = []
})
afterEach(() => rm(folder, { recursive: true }))

describe('calibration', () => {
  const honest = (ratio: number, countedTokens: number) => ({
    reportedTokens: Math.round(ratio * countedTokens),
    countedTokens,
  })
  async function observeAll(ratios: readonly number[], model = 'm', calibration = open()) {
    const cuts = []
    for (const [at, ratio] of ratios.entries())
      cuts.push(await calibration.observe(model, honest(ratio, 4000 + 137 * at)))
    return { factor: calibration.factorOf(model), cuts: cuts.filter((cut) => cut !== undefined) }
  }

  it('goes up with the third like report, and is there at the next start', async () => {
    const steps = []
    for (const ratio of [1.4, 1.36, 1.42]) steps.push((await observeAll([ratio])).factor)
    expect([steps.slice(0, 2), steps[2]?.toFixed(2), open().factorOf('other')]).toEqual([[1, 1], '1.40', 1])
    expect(open().factorOf('m').toFixed(2)).toBe('1.40')
  })

  it('goes down to the median of five reports, never below 0.6', async () => {
    expect((await observeAll([0.8, 0.82, 0.79, 0.81])).factor).toBe(1)
    expect((await observeAll([0.8])).factor.toFixed(2)).toBe('0.80')
    expect((await observeAll([0.61, 0.6, 0.62, 0.61, 0.6], 'n')).factor).toBeGreaterThanOrEqual(0.6)
  })

  it('is moved by no single report, however absurd, and by no service that cuts', async () => {
    const around = [0.8, 0.82, 0.79, 0.81, 0.8]
    const before = (await observeAll(around)).factor
    for (const absurd of [1e6, 3.9, 0.001])
      expect((await observeAll([absurd])).factor.toFixed(3), String(absurd)).toBe(before.toFixed(3))
    expect(await observeAll([0.3, 0.25, 0.2, 0.28, 0.22, 0.3], 'cut')).toMatchObject({ factor: 1 })
  })

  it('tells a service that reads the size of its window, from the second prompt of another length', async () => {
    const calibration = open()
    const cuts = []
    for (const countedTokens of [4200, 4400, 4420, 6000, 18_000])
      cuts.push(await calibration.observe('m', { reportedTokens: 4096, countedTokens }))
    expect(cuts).toEqual([
      undefined,
      { readTokens: 4096, sentTokens: 4400 },
      { readTokens: 4096, sentTokens: 4420 },
      { readTokens: 4096, sentTokens: 6000 },
      { readTokens: 4096, sentTokens: 18_000 },
    ])
    expect(calibration.factorOf('m')).toBe(1)
  })

  it('says nothing false in 500 honest runs of any tokenizer, and comes within 5 % of it', {
    tags: ['whole'],
  }, async () => {
    const random = createRandom(20_261_126)
    let [runs, far] = [0, 0]
    const cuts: unknown[] = []
    while (runs < 500) {
      const tokenizer = 0.65 + 2 * random()
      const model = `m${runs}`
      const calibration = open()
      for (let n = 0; n < 20; n += 1) {
        runs += 1
        // The author writes on: a prompt is like the one before it, and is not tokenized quite like it.
        const report = honest(tokenizer * (0.98 + 0.04 * random()), 4000 + 40 * n + Math.floor(30 * random()))
        cuts.push(await calibration.observe(model, report))
      }
      if (Math.abs(calibration.factorOf(model) / tokenizer - 1) > 0.05) far += 1
    }
    expect([cuts.filter((cut) => cut !== undefined), far]).toEqual([[], 0])
  })

  it('takes the factor from a refusal at once: the prompt was longer than the window', async () => {
    const calibration = open()
    await calibration.observeRefusal('m', { countedTokens: 6000, inputTokens: 8192 })
    expect(calibration.factorOf('m').toFixed(3)).toBe('1.365')
    await calibration.observeRefusal('m', { countedTokens: 9000, inputTokens: 8192 })
    expect(calibration.factorOf('m').toFixed(3)).toBe('1.365')
    // Far below: the service has another window, whatever the settings say.
    await calibration.observeRefusal('other', { countedTokens: 2500, inputTokens: 8192 })
    expect(calibration.factorOf('other')).toBe(1)
  })

  it('takes nothing from runs that are too short or from nonsense', async () => {
    const calibration = open()
    for (const [reportedTokens, countedTokens] of [
      [1000, 199],
      [Number.NaN, 1000],
      [0, 1000],
    ] as const)
      expect(await calibration.observe('m', { reportedTokens, countedTokens })).toBe(undefined)
    expect([calibration.factorOf('m'), await readdir(folder)]).toEqual([1, []])
  })

  it('reads what an earlier version learnt, without what no tokenizer has', async () => {
    const models = { a: { factor: 1.3, runs: 4 }, b: { factor: 0.3, runs: 9 } }
    await writeFile(path(), JSON.stringify({ version: 1, models }))
    const calibration = open()
    expect([calibration.factorOf('a'), calibration.factorOf('b'), warnings]).toEqual([1.3, 0.6, []])
    await calibration.observe('a', honest(1.3, 1000))
    expect(JSON.parse(await readFile(path(), 'utf8')).version).toBe(2)
  })

  it('counts all of the runs that end at once', async () => {
    const calibration = open()
    const ids = Array.from({ length: 20 }, (_, i) => `p/m${i}`)
    const three = ids.flatMap((id) => [id, id, id])
    await Promise.all(three.map((id, at) => calibration.observe(id, honest(2, 250 + at))))
    const again = open()
    expect(ids.map((id) => again.factorOf(id).toFixed(1))).toEqual(ids.map(() => '2.0'))
  })

  it('leaves a broken file as it is, and its own value too', async () => {
    await observeAll([2, 2, 2], 'a')
    for (const broken of ['{', '{"version":1,"models":{"a":{"factor":99,"runs":1}}}', '[]']) {
      await writeFile(path(), broken)
      const calibration = open()
      expect(calibration.factorOf('a').toFixed(2)).toBe('2.00')
      await calibration.observe('a', { reportedTokens: 400, countedTokens: 400 })
      expect(await readFile(path(), 'utf8')).toBe(broken)
    }
    // Each of the three says that the file is broken, and that it could not be written.
    expect(warnings).toHaveLength(6)
  })
})

describe('models.json', () => {
  const load = async (content: unknown) => {
    const file = join(folder, 'models.json')
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
    return createOwnModels({ dataFolder: folder, versioned: versioned() })
  }

  it('overrides the table, and leaves the facts it does not mention', async () => {
    const models = await load({
      version: 1,
      models: [
        {
          match: 'local/qwen3*',
          windowTokens: 8192,
          outputReserveTokens: 1024,
          tokenizer: { file: 'qwen.json' },
        },
        { match: 'my.model', tokenizer: { encoding: 'cl100k_base' }, exact: true, note: '自己量的' },
      ],
    })
    const own = models.current()
    const local = findModel(settings, 'local/Qwen3-8B', own)
    expect(local).toEqual({
      ...findModel(settings, 'local/Qwen3-8B'),
      windowTokens: 8192,
      outputReserveTokens: 1024,
      tokenizer: { file: join(folder, 'qwen.json') },
      exact: true,
    })
    expect(findModel(settings, 'other/qwen3-8b', own).windowTokens).toBe(131_072)
    expect(findModel(settings, 'x/my.model', own)).toMatchObject({
      windowTokens: 32_768,
      tokenizer: { encoding: 'cl100k_base', calibrated: false },
      exact: true,
    })
    expect(findModel(settings, 'x/myxmodel', own).exact).toBe(false)
    expect(warnings).toEqual([])
  })

  it('stays as it is when it is broken, and the app starts', async () => {
    const broken = [
      '{',
      '[]',
      { version: 2, models: [] },
      { version: 1, models: [{ match: 'a', windowTokens: -1 }] },
    ]
    for (const content of broken) {
      const models = await load(content)
      expect([models.current(), models.warnings()]).toEqual([
        [],
        [expect.stringMatching(/^FILE_BROKEN: “models.json”第 1 行第 \d+ 列/)],
      ])
      const kept = typeof content === 'string' ? content : JSON.stringify(content)
      expect(await readFile(join(folder, 'models.json'), 'utf8')).toBe(kept)
    }
    expect(warnings).toHaveLength(broken.length)
    await rm(join(folder, 'models.json'))
    const none = createOwnModels({ dataFolder: folder, versioned: versioned() })
    expect([none.current(), none.warnings()]).toEqual([[], []])
    expect(warnings).toHaveLength(broken.length)
  })

  it('is used at once when it was written, or repaired', async () => {
    const models = await load('{')
    expect(models.current()).toEqual([])
    await writeFile(join(folder, 'models.json'), JSON.stringify({ version: 1, models: [{ match: 'a' }] }))
    await expect.poll(() => [models.current().length, models.warnings()]).toEqual([1, []])
  })
})
