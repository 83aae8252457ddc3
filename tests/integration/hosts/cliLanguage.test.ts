import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { creonowHere } from '../../support/commandHere.ts'
import { type Workplace, workplace } from '../../support/commandLine.ts'

/** What is typed and piped in; `output: 'json'` is for programs, and only what stands on stderr is for people. */
interface Case {
  readonly args: readonly string[]
  readonly input?: string
  readonly isGood: boolean
  readonly output?: 'json'
}

let place: Workplace
let server: ReturnType<typeof createServer>
/** An English book: nothing of what is printed about it may be Chinese. */
let english: string
/** All that the author of the Chinese one has written, and the names of the files. */
let written: string

const provider = (id: string, baseUrl: string) => ({ id, name: id, baseUrl, models: ['m-1'] })

beforeAll(async () => {
  place = await workplace()
  server = createServer((_, answer) => answer.writeHead(401).end('{"error":{"message":"no key given"}}'))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const providers = [
    provider('keyless', `http://127.0.0.1:${port}/v1`),
    provider('down', 'http://127.0.0.1:9/v1'),
  ]
  await mkdir(place.dataFolder, { recursive: true })
  await writeFile(join(place.dataFolder, 'settings.json'), JSON.stringify({ providers }))
  english = join(place.folder, 'book')
  const text = [1, 2, 3].map((n) => `Chapter ${n}\n\nThe fog came up from the harbour. Ann lit the lamp.\n`)
  await writeFile(join(place.folder, 'book.txt'), text.join('\n'))
  await writeFile(join(place.folder, 'empty.txt'), '　\n')
  await writeFile(join(place.folder, 'book.pdf'), '%PDF')
  await writeFile(join(place.folder, 'torn.epub'), 'no zip')
  await writeFile(
    join(place.folder, 'lore.json'),
    '{"entries":{"0":{"comment":"Ann","key":["Ann"],"order":7}}}',
  )
  await writeFile(join(place.folder, 'nothing.json'), '[1, 2]')
  const made = ['import', join(place.folder, 'book.txt'), '--into', english, '--language', 'en']
  expect((await creonowHere(made, place.dataFolder)).code).toBe(0)
  for (const book of [english, place.project]) await spoil(book)
  const files = (await readdir(place.project, { recursive: true, withFileTypes: true })).filter((one) =>
    one.isFile(),
  )
  const texts = files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8'))
  written = [place.project, ...files.map(({ name }) => name), ...(await Promise.all(texts))].join('\n')
}, 60_000)
afterAll(async () => {
  server.close()
  await place.remove()
})

/** What goes wrong in a book without ending anything: each is a warning, or a line in a table. */
async function spoil(book: string): Promise<void> {
  const own = join(book, '.creonow')
  for (const folder of ['rules', 'skills', 'characters', 'settings'])
    await mkdir(join(own, folder), { recursive: true })
  await writeFile(join(own, 'rules', 'constraints.json'), '{"items": [}')
  await writeFile(join(own, 'skills', 'broken.md'), 'no fields')
  await writeFile(join(own, 'characters', 'broken.json'), '{"name": ')
  await writeFile(join(own, 'characters', 'list.json'), '[]')
  await writeFile(join(own, 'settings', 'bytes.md'), Buffer.from([0xff, 0xfe, 0x00, 0xd8]))
}

/** Every command, as it goes well and as it usually goes wrong, for one book. */
async function casesOf(book: string): Promise<readonly Case[]> {
  const names = (await readdir(join(book, 'manuscript'))).toSorted()
  const document = `manuscript/${names.at(-1)}`
  const project = ['--project', book]
  const request = [...project, '--document', document, '--cursor', '20']
  const file = (name: string) => join(place.folder, name)
  const good = (...args: string[]): Case => ({ args, isGood: true })
  const bad = (...args: string[]): Case => ({ args, isGood: false })
  const piped = (input: string, one: Case): Case => ({ ...one, input })
  const json = (one: Case): Case => ({ ...one, output: 'json' })
  return [
    good('--help'),
    good(),
    bad('nonsense'),
    bad('assemble', '--nonsense'),
    bad('assemble', '--project'),
    bad('assemble', '--json=yes'),
    bad('assemble', ...project),
    bad('assemble', ...project, '--document', document),
    bad('assemble', ...project, '--document', document, '--cursor', 'x'),
    bad('assemble', ...project, '--document', document, '--cursor', '-1'),
    bad('assemble', ...project, '--document', 'manuscript/none.md', '--cursor', '1'),
    bad('assemble', ...project, '--document', '../outside.md', '--cursor', '1'),
    bad('assemble', '--project', file('none'), '--document', document, '--cursor', '1'),
    bad('assemble', '--project', file('data'), '--document', document, '--cursor', '1'),
    bad('assemble', '--project', file('book.txt'), '--document', document, '--cursor', '1'),
    bad('assemble', ...request, '--skill', 'none'),
    bad('assemble', ...request, '--skill', 'broken'),
    good('assemble', ...request, '--model', 'none/none'),
    bad('assemble', ...request, '--window', '300'),
    bad('assemble', ...request, '--window', '12', '--reserve', '30'),
    bad('assemble', ...request, '--select', '4'),
    bad('assemble', ...request, '--select', '4:99999'),
    good('assemble', ...request),
    good('assemble', ...request, '--cursor', '999999'),
    good('inspect', ...request),
    good('explain', ...request),
    good('explain', ...request, '--window', '9000'),
    bad('explain', ...project, '--receipt', 'none'),
    json(good('run', ...request)),
    json(good('run', ...request, '--length', '500')),
    json(bad('run', ...request, '--effort', 'low')),
    json(bad('run', ...request, '--temperature', '1')),
    bad('run', ...request, '--effort', 'much'),
    bad('run', ...request, '--temperature', '9'),
    bad('run', ...request, '--length', '3'),
    json(bad('run', ...request, '--model', 'down/m-1')),
    json(bad('run', ...request, '--model', 'keyless/m-1')),
    json(bad('run', ...request, '--model', 'none/none')),
    bad('agent', ...project),
    bad('agent', 'look', ...project, '--yes', '--ask'),
    bad('agent', 'look', ...project, '--max-steps', '0'),
    bad('agent', 'look', ...project, '--model', 'down/m-1'),
    bad('agent', 'look', ...project, '--model', 'keyless/m-1'),
    bad('agent', 'look', ...project, '--max-steps', '1'),
    piped('three', good('count')),
    bad('count', '--encoding', 'none'),
    piped('three', json(bad('count', '--json'))),
    piped('at /home/ann/book', good('redact')),
    bad('redact', '--scope', 'none'),
    piped('Ann', good('mentions', ...project)),
    bad('mentions'),
    piped('fog', good('search', ...project)),
    piped(' ', bad('search', ...project)),
    piped('fog', bad('search', ...project, '--k', 'x')),
    piped('fog', bad('search', ...project, '--k', '0')),
    piped('fog', bad('search', ...project, '--before', 'manuscript/none.md')),
    bad('codex'),
    good('codex', 'import', file('lore.json'), ...project),
    bad('codex', 'import', file('nothing.json'), ...project),
    bad('codex', 'import', file('none.json'), ...project),
    bad('codex', 'import', file('book.txt'), ...project),
    good('codex', 'export', ...project, '--out', file('out.json')),
    bad('codex', 'export', ...project, '--format', 'none', '--out', file('out.json')),
    bad('codex', 'export', ...project, '--out', file('none/out.json')),
    good('export', ...project, '--out', file('out.txt')),
    bad('export', ...project),
    bad('export', ...project, '--out', file('out.txt'), '--format', 'none'),
    bad('export', ...project, '--out', file('out.txt'), '--layout', 'none'),
    bad('export', ...project, '--out', file('none/out.txt')),
    bad('import'),
    bad('import', file('none.txt'), '--preview'),
    bad('import', file('book.txt')),
    bad('import', file('book.pdf'), '--into', file('new')),
    bad('import', file('torn.epub'), '--into', file('new')),
    bad('import', file('empty.txt'), '--into', file('new')),
    bad('import', file('book.txt'), '--into', book),
    bad('import', file('book.txt'), '--into', file('new'), '--language', '??'),
    bad('import', file('book.txt'), '--preview', '--encoding', 'none'),
    bad('import', file('book.txt'), '--preview', '--headings', 'none'),
    good('import', file('book.txt'), '--preview'),
    good('mcp', ...project),
    bad('mcp'),
    good('rpc', ...project),
    good('doctor'),
  ]
}

/** What of each case is for people, behind the line that was typed. */
async function said(book: string, language: string): Promise<readonly string[]> {
  const all: string[] = []
  const unexpected: string[] = []
  for (const { args, input, isGood, output } of await casesOf(book)) {
    const ended = await creonowHere([...args, '--lang', language], place.dataFolder, input)
    const line = args.map((arg) => arg.replace(place.folder, '')).join(' ')
    const ends = ended.code === 0 || /^[A-Z_]+(?:: |：).+$/m.test(ended.stderr)
    if ((ended.code === 0) !== isGood || !ends) unexpected.push(`${line}\n${ended.code} ${ended.stderr}`)
    all.push(`${line}\n${ended.stderr}${output === 'json' ? '' : ended.stdout}`)
  }
  expect(unexpected).toEqual([])
  return all
}

const chinese = /[\p{Script=Han}\u3000-\u303f\uff00-\uff5e]+/gu

test('in English, nothing about an English book is Chinese', async () => {
  const wrong = (await said(english, 'en')).filter((text) => text.search(chinese) >= 0)
  expect(wrong).toEqual([])
})

test('in English, only what the author has written in a Chinese book is Chinese', {
  tags: ['whole'],
}, async () => {
  // Prompts and what a model writes are in the language of the book.
  const asked = (await said(place.project, 'en')).filter(
    (text) => !/^(?:assemble|inspect) |^agent .*--max-steps 1$/m.test(text),
  )
  const wrong = asked.flatMap((text) =>
    (text.match(chinese) ?? []).filter((run) => !written.includes(run)).map((run) => [run, text]),
  )
  expect(wrong).toEqual([])
})

test('in Chinese, no sentence about a Chinese book is English', async () => {
  const sentence = /(?:\b[a-z]+\b[ ,]+){3}[a-z]+/i
  const foreign = (await said(place.project, 'zh')).filter((text) =>
    text
      .split('\n')
      .slice(1)
      .some((line) => sentence.test(line)),
  )
  expect(foreign).toEqual([])
})

test('what run and agent print as JSON, and what rpc answers, names its errors in the language asked for', async () => {
  const [name] = (await readdir(join(english, 'manuscript'))).toSorted()
  const request = ['--project', english, '--document', `manuscript/${name}`, '--cursor', '20']
  const frames = [
    { id: 1, channel: 'nothing:there', input: {} },
    { id: 2, channel: 'history:list', input: { projectId: 'none', documentId: 'a.md' } },
  ]
  const input = [...frames.map((frame) => JSON.stringify(frame)), 'no frame', ''].join('\n')
  const messages = async (language: string) => {
    const down = [...request, '--model', 'down/m-1', '--lang', language]
    const printed = [
      await creonowHere(['run', ...down], place.dataFolder),
      await creonowHere(
        ['agent', 'look', '--project', english, '--model', 'down/m-1', '--json', '--lang', language],
        place.dataFolder,
      ),
      await creonowHere(['rpc', '--lang', language], place.dataFolder, input),
    ]
    return printed.map(({ stdout }) =>
      [...stdout.matchAll(/"code":"[A-Z_]+","message":("(?:[^"\\]|\\.)*")/g)].map(([, text = '']) =>
        JSON.parse(text),
      ),
    )
  }
  const [inEnglish, inChinese] = [await messages('en'), await messages('zh')]
  expect(inEnglish.map((all) => all.length > 0)).toEqual([true, true, true])
  expect(inChinese.map((all) => all.length)).toEqual(inEnglish.map((all) => all.length))
  expect(inEnglish.flat().filter((text) => text.search(chinese) >= 0)).toEqual([])
  expect(inChinese.flat().filter((text) => text.search(chinese) < 0)).toEqual([])
})
