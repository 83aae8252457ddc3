import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ErrorCode } from '../../main/src/contract/errorCodes.ts'
import { contract } from '../../main/src/contract/index.ts'
import type { Envelope } from '../../main/src/contract/result.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { strangeTexts } from '../support/strangeText.ts'

const payloadsPerChannel = 10_000
const knot: Record<string, unknown> = {}
knot.self = knot
const junk: readonly unknown[] = [
  ...strangeTexts.map(({ text }) => text),
  ...[undefined, null, true, 0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, 10n],
  ...['../..', '..\\..\\x', 'C:\\Users\\x', '/etc/passwd', 'manuscript/../../x.md', 'a\0b', '~', '{{input}}'],
  ...['__proto__', 'constructor', 'toString', 'sk-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', '<script>'],
  ...[[], [[]], {}, JSON.parse('{"__proto__":{"x":1}}'), new Date(0), new Map(), () => 1, Symbol('x'), knot],
  ...['雾'.repeat(70_000), Array(3000).fill('x')],
]

const noObject = junk.filter((value) => typeof value !== 'object' || value === null || Array.isArray(value))

let test: TestApp
let dispatch: (channel: string, input: unknown) => Promise<Envelope<unknown>>
beforeAll(async () => {
  test = await startApp()
  // A caller that has opened nothing: whatever it names, there is nothing for it to change.
  const stranger = test.app.createSession({ id: 'stranger', mayInspect: () => false })
  dispatch = (channel, input) => test.app.router.dispatch(stranger, channel, input)
})
afterAll(() => test.remove())

/** The same sequence at every run. */
function createDice(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0
    return Math.floor((state / 4_294_967_296) * sides)
  }
}

async function contentsOf(folder: string): Promise<string> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const hash = createHash('sha256')
  for (const entry of entries.toSorted((a, b) =>
    join(a.parentPath, a.name) < join(b.parentPath, b.name) ? -1 : 1,
  )) {
    // SQLite tidies its log when it likes.
    if (!entry.isFile() || /\.sqlite-(?:wal|shm)$/.test(entry.name)) continue
    hash.update(entry.name).update(await readFile(join(entry.parentPath, entry.name)))
  }
  return hash.digest('hex')
}

/** Objects with the channel's own fields and junk in them, one field too many, or no object at all. */
function payloads(fields: readonly string[], dice: (sides: number) => number) {
  const any = () => junk[dice(junk.length)]
  return (): unknown => {
    if (dice(8) === 0) return noObject[dice(noObject.length)]
    const known = fields.filter(() => dice(8) > 0)
    const filled = known.map((field) => [field, field === 'projectId' && dice(2) ? test.projectId : any()])
    return Object.fromEntries([...filled, ['one field too many', 1]])
  }
}

describe('junk on every channel', () => {
  it('is refused with a code and a sentence, writes nothing and does not end the process', async () => {
    const before = await Promise.all([contentsOf(test.project), contentsOf(test.dataFolder)])
    const known = new Set<string>(Object.values(ErrorCode))
    const wrong: unknown[] = []
    for (const [at, [channel, { input }]] of Object.entries(contract).entries()) {
      const next = payloads(Object.keys('shape' in input ? (input.shape as object) : {}), createDice(at + 1))
      for (let i = 0; i < payloadsPerChannel; i += 1) {
        const answer = await dispatch(channel, next())
        const isSound =
          !answer.ok &&
          known.has(answer.error.code) &&
          answer.error.code !== ErrorCode.INTERNAL &&
          /[。”]$/.test(answer.error.message)
        if (!isSound) wrong.push([channel, answer])
      }
    }
    expect(wrong.slice(0, 3)).toEqual([])
    expect(await Promise.all([contentsOf(test.project), contentsOf(test.dataFolder)])).toEqual(before)
  }, 120_000)

  it('in the shape of a request names no project that the caller has not opened', async () => {
    const codes = new Map<string, number>()
    const dice = createDice(7)
    for (const [channel, { input }] of Object.entries(contract)) {
      if (!('shape' in input) || !Object.hasOwn(input.shape as object, 'projectId')) continue
      // The one channel that is there to open a project.
      if (channel === 'projects:openKnown') continue
      for (let i = 0; i < 20; i += 1) {
        const fields = Object.keys(input.shape as object).filter((field) => field !== 'projectId')
        const rest = Object.fromEntries(fields.map((field) => [field, junk[dice(junk.length)]]))
        const answer = await dispatch(channel, { ...rest, projectId: test.projectId })
        const code = answer.ok ? `${channel} ok` : answer.error.code
        codes.set(code, (codes.get(code) ?? 0) + 1)
      }
    }
    expect([...codes.keys()].toSorted()).toEqual(['CONTEXT_SCOPE_VIOLATION', 'INVALID_ARGUMENT'])
  })
})
