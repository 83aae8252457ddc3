import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { type Logger, silentLogger } from '../../../main/src/lib/logger.ts'
import { type Format, warningsOf } from '../../../main/src/lib/versionedFile/index.ts'
import { createVersionedFiles } from '../../../main/src/lib/versionedFile/versionedFiles.ts'

interface Book {
  readonly title: string
  readonly tags: readonly string[]
}
const schema = z.looseObject({ title: z.string().min(1), tags: z.array(z.string()) })
const format: Format<Book> = { schema, absent: { title: '无题', tags: [] }, maxBytes: 10_000 }
const path = '.creonow/书 目.json'
const good = '{"title": "雾港", "tags": ["悬疑"], "日后": 1}\r\n'

async function setUp(logger: Logger = silentLogger) {
  const base = await realpath(await mkdtemp(join(tmpdir(), 'creonow 版本 ')))
  onTestFinished(() => rm(base, { recursive: true, force: true }))
  const root = join(base, '书')
  const dataFolder = join(base, 'data')
  await mkdir(join(root, '.creonow'), { recursive: true })
  const versioned = createVersionedFiles({ dataFolder, logger })
  const place = versioned.inProject({ id: 'p1', root }, path)
  const file = versioned.of(format)
  const put = (text: string | Uint8Array) => writeFile(join(root, path), text)
  const bytes = () => readFile(join(root, path), 'utf8')
  const addTag = (tag: string) =>
    file.update(place, (book) => ({ next: { ...book, tags: [...book.tags, tag] }, result: tag }))
  return { base, root, dataFolder, versioned, place, file, put, bytes, addTag }
}

describe('a versioned file', () => {
  test('that is absent reads as its default; the first write makes folders and stable bytes', async () => {
    const { file, place, root, addTag, bytes } = await setUp()
    expect(await file.read(place)).toEqual({ value: format.absent, from: 'absent', hash: undefined })
    await rm(join(root, '.creonow'), { recursive: true })
    expect(await addTag('𠮷')).toBe('𠮷')
    expect(await bytes()).toBe('{\n  "title": "无题",\n  "tags": [\n    "𠮷"\n  ]\n}\n')
  })

  test('preserves unknown fields, and its bytes when nothing changes', async () => {
    const { file, place, put, bytes, addTag } = await setUp()
    await put(`\uFEFF${good}`)
    await file.update(place, (book) => ({ next: book, result: undefined }))
    expect(await bytes()).toBe(`\uFEFF${good}`)
    await addTag('港')
    expect(JSON.parse(await bytes())).toEqual({ title: '雾港', tags: ['悬疑', '港'], 日后: 1 })
  })

  test.each([
    ['{"title": "雾港",\n "tags": [悬疑]}', 2, 11],
    ['{"title": "雾港",\r\n "tags": [1]}', 2, 11],
    ['{"title": ""}', 1, 11],
    ['', 1, 1],
    ['<<<<<<< HEAD\n{}', 1, 1],
    [Buffer.from([0x7b, 0x0a, 0xff]), 2, 1],
    [`{"title": "${'长'.repeat(4000)}", "tags": []}`, 1, 1],
  ])(
    'that is broken stays, refuses writes with the place, and its copy applies: %j',
    async (text, line, column) => {
      const { file, place, put, bytes, addTag, root } = await setUp()
      await put(good)
      expect(await file.load(place)).toEqual({ title: '雾港', tags: ['悬疑'], 日后: 1 })
      await put(text)
      const before = await bytes()
      const refused = { code: 'FILE_BROKEN', details: { path, line, column } }
      await expect(addTag('x')).rejects.toMatchObject(refused)
      await expect(file.load(place)).rejects.toMatchObject(refused)
      const reading = await file.read(place)
      expect([reading.from, reading.value.title]).toEqual(['copy', '雾港'])
      expect(warningsOf(reading)).toEqual([
        expect.stringMatching(
          `^FILE_BROKEN: “${path}”第 ${line} 行第 ${column} 列有问题：.*这次用的是上一次完好的内容。$`,
        ),
      ])
      expect([await bytes(), await readdir(join(root, '.creonow'))]).toEqual([before, ['书 目.json']])
    },
  )

  test('that is broken and has no usable copy reads as its default, with the warning', async () => {
    const { file, place, put, dataFolder } = await setUp()
    await put('{')
    const copy = join(dataFolder, 'projects/p1/lastGood', path)
    for (const torn of [undefined, '{"title": "雾'] as const) {
      if (torn !== undefined) {
        await mkdir(dirname(copy), { recursive: true })
        await writeFile(copy, torn)
      }
      const reading = await file.read(place)
      expect([reading.value, reading.from, warningsOf(reading)]).toEqual([
        format.absent,
        'absent',
        [expect.stringContaining('这次按没有这个文件处理。')],
      ])
    }
  })

  test('is reported as broken once in the log, and again after it was repaired', async () => {
    const lines: unknown[] = []
    const { file, place, put } = await setUp({ ...silentLogger, warn: (fields) => lines.push(fields) })
    for (const text of ['{', '[]', good, '{']) {
      await put(text)
      await file.read(place)
      await file.read(place)
    }
    const line = { path, code: 'FILE_BROKEN', line: 1, column: expect.any(Number) }
    expect(lines).toEqual([
      { ...line, fault: { code: 'json', params: {} }, from: 'absent' },
      { ...line, fault: { code: 'json', params: {} }, from: 'copy' },
    ])
  })

  test('that another program saves between reading and writing is not written over', async () => {
    const { file, place, put, bytes, root } = await setUp()
    for (const outside of ['{"title": "外", "tags": []}', '写坏了']) {
      await put(good)
      const attempt = file.update(place, async (book) => {
        await put(outside)
        return { next: { ...book, title: '内' }, result: undefined }
      })
      await expect(attempt).rejects.toMatchObject({ code: 'CONFLICT', details: { path } })
      expect([await bytes(), await readdir(join(root, '.creonow'))]).toEqual([outside, ['书 目.json']])
    }
  })

  test('is changed one after another, in the order of the calls, and an edit that fails changes nothing', async () => {
    const { addTag, file, place, bytes } = await setUp()
    const failing = file.update(place, () => {
      throw new Error('停')
    })
    await Promise.all([expect(failing).rejects.toThrow('停'), ...[...'一二三四五六七八'].map(addTag)])
    expect(JSON.parse(await bytes()).tags).toEqual([...'一二三四五六七八'])
  })

  test('comes back from its copy when it is broken, and the broken bytes are preserved', async () => {
    const { file, place, put, bytes, dataFolder } = await setUp()
    await expect(file.restore(place)).rejects.toMatchObject({ code: 'CONFLICT' })
    await put('{')
    await expect(file.restore(place)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await put(good)
    await file.read(place)
    await expect(file.restore(place)).rejects.toMatchObject({ code: 'CONFLICT' })
    await put('{"title": 我写坏了')
    expect(await file.restore(place)).toMatchObject({ title: '雾港' })
    const kept = join(dataFolder, 'projects/p1/lastGood', `${path}.broken`)
    expect([await bytes(), await readFile(kept, 'utf8')]).toEqual([good, '{"title": 我写坏了'])
  })

  test('is not reached through a link that leads out of the project', async () => {
    const { base, root, file, place, addTag } = await setUp()
    await writeFile(join(base, '外.json'), good)
    await symlink(join(base, '外.json'), join(root, path))
    const reading = await file.read(place)
    expect([reading.from, reading.problem?.code]).toEqual(['absent', 'PATH_OUTSIDE_PROJECT'])
    await expect(addTag('x')).rejects.toMatchObject({ code: 'PATH_OUTSIDE_PROJECT' })
    expect(await readFile(join(base, '外.json'), 'utf8')).toBe(good)
  })

  test('that would grow beyond its bound is refused and stays', async () => {
    const { addTag, put, bytes } = await setUp()
    await put(good)
    await expect(addTag('长'.repeat(4000))).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' })
    expect(await bytes()).toBe(good)
  })
})

describe('a cached file', () => {
  const held = (place: Awaited<ReturnType<typeof setUp>>) =>
    place.versioned.cached({ ...format, mode: 0o600 }, 'book.json')

  test('is there at once, follows other programs, and is the same value until it changes', async () => {
    const place = await setUp()
    const file = held(place)
    expect(file.current()).toEqual({ value: format.absent, from: 'absent', hash: undefined })
    await file.update((book) => ({ next: { ...book, title: '内' }, result: undefined }))
    const first = file.current()
    expect([first.value.title, file.current() === first]).toEqual(['内', true])
    await writeFile(join(place.dataFolder, 'book.json'), good)
    expect(file.fresh().value.title).toBe('雾港')
    await writeFile(join(place.dataFolder, 'book.json'), '{')
    expect([file.fresh().value.title, file.fresh().from]).toEqual(['雾港', 'copy'])
  })

  test('is read again when an old file takes its place, and not while nothing changes', async () => {
    const place = await setUp()
    const file = held(place)
    const path = join(place.dataFolder, 'book.json')
    for (const [title, day] of [
      ['雾港', 1],
      ['海图', 2],
    ] as const) {
      await writeFile(path, JSON.stringify({ title, tags: [] }))
      const at = new Date(Date.UTC(2026, 0, day))
      await utimes(path, at, at)
      const reading = file.fresh()
      expect([reading.value.title, file.fresh() === reading]).toEqual([title, true])
    }
  })

  test('and its copy are for the user alone when they contain secrets', async () => {
    const place = await setUp()
    await held(place).update((book) => ({ next: { ...book, title: '密' }, result: undefined }))
    const paths = ['book.json', 'lastGood/book.json'].map((name) => join(place.dataFolder, name))
    const modes = await Promise.all(paths.map(async (name) => (await stat(name)).mode & 0o777))
    expect(modes).toEqual([0o600, 0o600])
    await chmod(paths[0] ?? '', 0o644)
    await held(place).update((book) => ({ next: { ...book, title: '更密' }, result: undefined }))
    expect((await stat(paths[0] ?? '')).mode & 0o777).toBe(0o600)
  })
})

const source = (name: string) => JSON.stringify(join(import.meta.dirname, '../../../main/src', name))
const script = `
  import { z } from 'zod'
  import { createVersionedFiles } from ${source('lib/versionedFile/versionedFiles.ts')}
  import { silentLogger } from ${source('lib/logger.ts')}
  const [, dataFolder, root, name, writes] = process.argv
  const versioned = createVersionedFiles({ dataFolder, logger: silentLogger })
  const format = { schema: z.record(z.string(), z.number()), absent: {}, maxBytes: 1_000_000 }
  const cached = versioned.cached(format, 'settings.json')
  const file = versioned.of(format)
  const place = versioned.inProject({ id: 'p1', root }, '.creonow/budget.json')
  const edit = (n) => (current) => ({ next: { ...current, [name + n]: n }, result: undefined })
  for (let n = 0; n < Number(writes); n++) {
    await (n % 2 ? cached.update(edit(n)) : file.update(place, edit(n)))
    process.stdout.write(name + n + '\\n')
  }
`

test('three processes with a hundred writes each, to two files, lose none that was acknowledged', async () => {
  const { dataFolder, root } = await setUp()
  const said: string[] = []
  await Promise.all(
    ['甲', '乙', '丙'].map(async (name) => {
      const args = ['--input-type=module', '-e', script, dataFolder, root, name, '100']
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
      child.stdout.setEncoding('utf8').on('data', (lines: string) => said.push(...lines.trim().split('\n')))
      expect(await once(child, 'close')).toEqual([0, null])
    }),
  )
  const keysOf = async (name: string) => Object.keys(JSON.parse(await readFile(name, 'utf8')))
  const stored = [
    ...(await keysOf(join(dataFolder, 'settings.json'))),
    ...(await keysOf(join(root, '.creonow/budget.json'))),
  ]
  expect([said.length, stored.sort()]).toEqual([300, said.sort()])
})
