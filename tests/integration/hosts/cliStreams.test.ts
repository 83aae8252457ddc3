import { spawn } from 'node:child_process'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseCommandLine } from '../../../main/src/hosts/cli/commandLine.ts'
import { exportFile } from '../../../main/src/hosts/cli/export.ts'
import { readGiven } from '../../../main/src/hosts/cli/givenFile.ts'
import { extensionOfBytes, importExtensions } from '../../../main/src/services/manuscript/index.ts'
import { creonowHere } from '../../support/commandHere.ts'
import { creonow, type Workplace, workplace } from '../../support/commandLine.ts'

let place: Workplace
beforeAll(async () => {
  place = await workplace()
})
afterAll(() => place.remove())

const inBook = (...args: string[]) => [...args, '--project', place.project, '--lang', 'en']

/** Runs the command in a process of its own; bytes in, bytes out. */
function piped(args: readonly string[], input: Uint8Array | string = '') {
  const main = join(import.meta.dirname, '../../../scripts/creonow.mjs')
  const child = spawn(process.execPath, [main, ...args], {
    env: { ...process.env, CREONOW_DATA_DIR: place.dataFolder },
  })
  const chunks: Buffer[] = []
  let stderr = ''
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString('utf8')
  })
  child.stdin.end(input)
  return new Promise<{ readonly code: number | null; readonly bytes: Buffer; readonly stderr: string }>(
    (done) => child.on('close', (code) => done({ code, bytes: Buffer.concat(chunks), stderr })),
  )
}

test('an export to stdout has the bytes of the file, and an import takes them from stdin', async () => {
  const file = join(place.folder, 'book.docx')
  const written = await creonowHere(inBook('export', '--out', file), place.dataFolder)
  const exported = await piped(inBook('export', '--out', '-', '--format', 'docx'))
  expect([exported.code, exported.stderr]).toEqual([0, 'Exported 11 chapters: stdout\n'])
  // A document has the time at which it was made in it.
  expect(Math.abs(exported.bytes.length - (await readFile(file)).length)).toBeLessThan(64)
  expect(written.stdout).toBe(`Exported 11 chapters: ${file}\n`)
  const into = join(place.folder, 'piped')
  const imported = await piped(['import', '-', '--into', into, '--lang', 'en'], exported.bytes)
  expect([imported.code, imported.stderr]).toEqual([
    0,
    'stdin is read as .docx; name another format with --format.\n',
  ])
  expect(await readdir(join(into, 'manuscript'))).toEqual(
    (await readdir(join(place.project, 'manuscript'))).map((name) =>
      expect.stringContaining(name.slice(0, 3)),
    ),
  )
})

test('a book on stdin is in the format that is stated, and has the name that is stated', async () => {
  const into = join(place.folder, 'stated')
  const text = 'Once upon a time *there* was a lamp.\n'
  const args = ['import', '-', '--into', into, '--format', 'md', '--name', 'The Lamp', '--lang', 'en']
  const { code, stderr } = await creonowHere(args, place.dataFolder, text)
  expect([code, stderr]).toEqual([0, ''])
  expect(await readFile(join(into, 'manuscript/001-The Lamp.md'), 'utf8')).toBe(text)
  const wrong = await creonowHere(
    ['import', '-', '--preview', '--format', 'pdf', '--lang', 'en'],
    place.dataFolder,
  )
  expect([wrong.code, wrong.stderr]).toEqual([
    2,
    `INVALID_ARGUMENT: --format is one of ${importExtensions.map((each) => each.slice(1)).join(', ')}.\n`,
  ])
})

test('an export of some chapters has these alone, in the format of the file’s name', async () => {
  const chapters = (await readdir(join(place.project, 'manuscript'))).toSorted()
  const file = join(place.folder, 'three.rtf')
  const range = ['--document', `manuscript/${chapters[1]}`, '--to', `manuscript/${chapters[3]}`]
  const { code, stdout } = await creonowHere(inBook('export', '--out', file, ...range), place.dataFolder)
  expect([code, stdout]).toEqual([0, `Exported 3 chapters: ${file}\n`])
  expect((await readFile(file)).subarray(0, 6).toString()).toBe('{\\rtf1')
  const backwards = ['--document', `manuscript/${chapters[3]}`, '--to', `manuscript/${chapters[1]}`]
  expect((await creonowHere(inBook('export', '--out', file, ...backwards), place.dataFolder)).code).toBe(2)
  const project = join(place.folder, 'book.scriv.zip')
  const { stdout: written } = await creonowHere(inBook('export', '--out', project), place.dataFolder)
  expect(written).toBe(`Exported 11 chapters: ${project}\n`)
  const into = join(place.folder, 'from Scrivener')
  expect((await creonowHere(['import', project, '--into', into], place.dataFolder)).code).toBe(0)
  expect((await readdir(join(into, 'manuscript'))).map((name) => name.slice(4))).toEqual(
    chapters.map((name) => expect.stringContaining(name.slice(4, -3))),
  )
})

test('each kind of file that an export writes is recognised by its bytes', { tags: ['whole'] }, async () => {
  const formats = {
    docx: '.docx',
    rtf: '.rtf',
    epub: '.epub',
    html: '.html',
    markdown: '.md',
    txt: '.txt',
    chapters: '.zip',
  }
  for (const [format, extension] of Object.entries(formats)) {
    const out = join(place.folder, `sniffed-${format}`)
    await creonowHere(inBook('export', '--out', out, '--format', format), place.dataFolder)
    expect([format, extensionOfBytes(await readFile(out))]).toEqual([format, extension])
  }
})

test('bytes without a name are recognised by what their kind begins with, and nothing else is guessed', () => {
  const kinds: readonly (readonly [string, string | Buffer])[] = [
    ['.rtf', '{\\rtf1\\ansi # x}'],
    ['.odt', '<?xml version="1.0"?><office:document office:version="1.3">'],
    ['.yw7', '<?xml version="1.0"?>\n<YWRITER7 VERSION="7.1">'],
    ['.html', '\uFEFF<?xml version="1.0"?>\n<!DOCTYPE html><html>'],
    ['.md', '---\ntitle: A\n---\ntext'],
    ['.md', 'Before\n\n## One\n'],
    ['.docx', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1])],
    ['.txt', '第一章 雾\n他说：{\\rtf 不是。\n'],
    ['.txt', '---\n---\n<p'],
    ['.txt', '#hashtag\n'],
    ['.txt', ''],
    ['.zip', 'PK\u0003\u0004 word/document.xml'],
  ]
  for (const [extension, bytes] of kinds)
    expect([bytes, extensionOfBytes(Buffer.from(bytes))]).toEqual([bytes, extension])
})

test('archives and documents are not printed into a terminal, and nothing shares stdout with them', async () => {
  const terminal = Object.assign(new PassThrough(), { isTTY: true })
  const run = (...args: string[]) =>
    exportFile({
      line: parseCommandLine(inBook('export', '--out', '-', ...args)),
      output: terminal,
    } as unknown as Parameters<typeof exportFile>[0]) // refused before the rest is looked at
  for (const format of ['docx', 'epub', 'chapters'])
    await expect(run('--format', format)).rejects.toThrow('INVALID_ARGUMENT')
  const { code, stderr } = await creonowHere(inBook('export', '--out', '-', '--json'), place.dataFolder)
  expect([code, stderr]).toEqual([2, 'INVALID_ARGUMENT: --out - takes stdout already; leave --json out.\n'])
})

test('a codex goes through a pipe from one book into another', async () => {
  const into = join(place.folder, 'other')
  await mkdir(into)
  await writeFile(join(place.folder, 'other.txt'), '第一章 起\n正文。\n')
  await creonowHere(['import', join(place.folder, 'other.txt'), '--into', into], place.dataFolder)
  const exported = await creonowHere(inBook('codex', 'export', '--out', '-'), place.dataFolder)
  const entries = Object.keys(exported.json<{ entries: object }>().entries).length
  const imported = await creonowHere(
    ['codex', 'import', '-', '--project', into, '--lang', 'en'],
    place.dataFolder,
    exported.stdout,
  )
  expect(imported.stdout.split(';')[0]).toBe(`Entries imported: ${entries}`)
})

test('a request comes on stdin where it is written as a dash', async () => {
  const [chapter = ''] = await readdir(join(place.project, 'manuscript'))
  const args = inBook('assemble', '--document', `manuscript/${chapter}`, '--cursor', '10', '--input', '-')
  const { stdout } = await creonowHere(args, place.dataFolder, '写得更冷一些\n')
  expect(stdout).toContain('写得更冷一些')
})

test('a reader that has enough ends a command without a word, as stopped', async () => {
  const main = join(import.meta.dirname, '../../../scripts/creonow.mjs')
  const [chapter = ''] = await readdir(join(place.project, 'manuscript'))
  const args = inBook('run', '--document', `manuscript/${chapter}`, '--cursor', '10', '--model', 'fake')
  const child = spawn(process.execPath, [main, ...args], {
    env: { ...process.env, CREONOW_DATA_DIR: place.dataFolder },
  })
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString('utf8')
  })
  child.stdout.destroy()
  const code = await new Promise((done) => child.on('close', done))
  expect([code, stderr.replaceAll(/^index .*\n/gm, '')]).toEqual([130, ''])
})

test('a reader of progress that goes away stops no command', async () => {
  const main = join(import.meta.dirname, '../../../scripts/creonow.mjs')
  const child = spawn(process.execPath, [main, ...inBook('codex', 'export', '--out', '-')], {
    env: { ...process.env, CREONOW_DATA_DIR: place.dataFolder },
  })
  child.stderr.destroy()
  let stdout = ''
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString('utf8')
  })
  const code = await new Promise((done) => child.on('close', done))
  expect([code, Object.keys(JSON.parse(stdout))]).toEqual([0, expect.arrayContaining(['entries'])])
})

test('a file on stdin that is too long is refused before all of it is in memory', async () => {
  let given = 0
  const endless = Readable.from(
    (function* () {
      for (;;) {
        given += 1000
        yield Buffer.alloc(1000)
      }
    })(),
  )
  await expect(readGiven({ input: endless }, '-', 10_000)).rejects.toThrow('FILE_TOO_LARGE')
  expect(given).toBeLessThan(40_000)
})

test('an empty stdin is no book, and the command says so', async () => {
  const { code, stdout } = await creonow(
    ['import', '-', '--into', join(place.folder, 'nothing'), '--json'],
    place.dataFolder,
  )
  expect([code, JSON.parse(stdout)]).toMatchObject([2, { ok: false, error: { code: 'INVALID_ARGUMENT' } }])
})

test('a cover that is no picture is left out of an e-book, which stderr says in the language that was chosen', async () => {
  const cover = join(place.project, 'cover.jpg')
  await writeFile(cover, 'GIF89a')
  const exported = (language: string) =>
    creonowHere(
      ['export', '--project', place.project, '--lang', language, '--out', join(place.folder, 'a.epub')],
      place.dataFolder,
    )
  const [zh, en] = [await exported('zh'), await exported('en')]
  await rm(cover)
  expect([zh.code, zh.stderr, en.stderr, (await exported('en')).stderr]).toEqual([
    0,
    'COVER_LEFT_OUT: cover.jpg 没有用作封面：它不是 JPEG 或 PNG 图片。请换成这两种图片之一。\n',
    'COVER_LEFT_OUT: cover.jpg is not the cover: it is no JPEG or PNG picture. Use one of these.\n',
    '',
  ])
})
