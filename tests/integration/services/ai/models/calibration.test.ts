import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
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
  it('moves towards what the provider reports, and is there at the next start', async () => {
    const calibration = open()
    expect(calibration.factorOf('a/claude')).toBe(1)
    await calibration.observe('a/claude', { reportedTokens: 1400, countedTokens: 1000 })
    expect(calibration.factorOf('a/claude')).toBeCloseTo(1.4)
    await calibration.observe('a/claude', { reportedTokens: 1200, countedTokens: 1000 })
    expect(calibration.factorOf('a/claude')).toBeCloseTo(1.34)
    expect(open().factorOf('a/claude')).toBeCloseTo(1.34)
    expect(calibration.factorOf('a/gemini')).toBe(1)
  })

  it('takes nothing from runs that are too short or from nonsense, and stays within its bounds', async () => {
    const calibration = open()
    for (const [reportedTokens, countedTokens] of [
      [199, 1000],
      [1000, 199],
      [Number.NaN, 1000],
      [0, 0],
    ] as const) {
      await calibration.observe('m', { reportedTokens, countedTokens })
    }
    expect([calibration.factorOf('m'), await readdir(folder)]).toEqual([1, []])
    await calibration.observe('m', { reportedTokens: 1_000_000, countedTokens: 200 })
    await calibration.observe('n', { reportedTokens: 200, countedTokens: 1_000_000 })
    expect([calibration.factorOf('m'), calibration.factorOf('n')]).toEqual([4, 0.3])
  })

  it('counts both of two runs that end at once', async () => {
    const calibration = open()
    const ids = Array.from({ length: 20 }, (_, i) => `p/m${i}`)
    await Promise.all(ids.map((id) => calibration.observe(id, { reportedTokens: 500, countedTokens: 250 })))
    const again = open()
    expect(ids.map((id) => again.factorOf(id))).toEqual(ids.map(() => 2))
  })

  it('leaves a broken file as it is, and its own value too', async () => {
    await open().observe('a', { reportedTokens: 400, countedTokens: 200 })
    for (const broken of ['{', '{"version":1,"models":{"a":{"factor":99,"runs":1}}}', '[]']) {
      await writeFile(path(), broken)
      const calibration = open()
      expect(calibration.factorOf('a')).toBe(2)
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
