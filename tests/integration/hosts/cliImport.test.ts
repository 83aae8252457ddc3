import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type App, createApp } from '../../../main/src/app.ts'
import { parseCommandLine } from '../../../main/src/hosts/cli/commandLine.ts'
import { importFile } from '../../../main/src/hosts/cli/import.ts'
import { languageOfTag } from '../../../main/src/hosts/language.ts'
import { silentLogger } from '../../../main/src/lib/logger.ts'
import { madeBooks } from '../../support/import/madeBooks.ts'

let folder: string
let app: App
let book: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'creonow-'))
  app = await createApp({ dataFolder: join(folder, 'data'), logger: silentLogger })
  book = join(folder, '雾港.txt')
  const made = madeBooks.find(({ name }) => name === '节 that restart inside 章 belong to the chapter')
  await writeFile(book, `${made?.text}`)
})
afterAll(async () => {
  await app.dispose()
  await rm(folder, { recursive: true, force: true })
})

/** What the command prints. */
async function run(...args: string[]): Promise<string> {
  const output = new PassThrough()
  const line = parseCommandLine(['import', ...args])
  await importFile({
    line,
    language: languageOfTag(line.values.lang ?? '') ?? 'zh',
    app,
    session: app.createSession({ id: 'cli', mayInspect: () => false }),
    input: new PassThrough(),
    output,
    printProgress: () => undefined, // progress is no result
    signal: new AbortController().signal,
  })
  output.end()
  return text(output)
}

describe('creonow import', () => {
  it('puts people, places, synopses, notes and the author of a project where the app has them, once', async () => {
    const project = join(folder, '盐路.yw7')
    const field = (name: string, text: string) => `<${name}>${text}</${name}>`
    const scene = `<SCENE>${field('ID', '1') + field('SceneContent', '他来了。') + field('Desc', '来信') + field('Notes', '查潮汐') + field('Status', '2')}</SCENE>`
    const chapter = `<CHAPTER>${field('ID', '1') + field('Title', '第一章 雾')}<Scenes><ScID>1</ScID></Scenes></CHAPTER>`
    const person = `<CHARACTER>${field('Title', '林远') + field('AKA', '小林') + field('Bio', '守塔人')}</CHARACTER>`
    const place = `<LOCATION>${field('Title', '雾港')}</LOCATION><PROJECTNOTE>${field('Title', '潮汐') + field('Desc', '一日两次')}</PROJECTNOTE>`
    const facts = `<PROJECT>${field('AuthorName', '林') + field('Desc', '一座灯塔')}</PROJECT>`
    await writeFile(project, `<YWRITER7>${facts + chapter + scene + person + place}</YWRITER7>`)
    const preview = JSON.parse(await run(project, '--preview', '--json'))
    const into = join(folder, 'project')
    const first = JSON.parse(await run(project, '--into', into, '--json'))
    const again = JSON.parse(await run(project, '--into', into, '--append', '--json'))
    const { codex, synopses, notes, projects, manuscript } = app.services
    const { projectId } = first
    const entries = await codex.all(projectId)
    const brings = [
      { kind: 'bookSynopsis', count: 1 },
      { kind: 'character', count: 1 },
      { kind: 'location', count: 1 },
      { kind: 'lore', count: 1 },
      { kind: 'synopsis', count: 1 },
      { kind: 'note', count: 1 },
      { kind: 'status', count: 1 },
    ]
    const byKind = (all: typeof brings) => all.toSorted((a, b) => (a.kind < b.kind ? -1 : 1))
    expect({
      entries: entries.map(({ name, aliases, aiContextLevel, body }) => [
        name,
        aliases,
        aiContextLevel,
        body,
      ]),
      synopses: (await synopses.list(projectId)).map(({ text, source, stale }) => [text, source, stale]),
      notes: (await notes.list(projectId)).notes.map(({ text, exact, place: at }) => [text, exact, at?.from]),
      statuses: (await manuscript.outline(projectId)).map(({ status }) => status),
      profile: await projects.profile(projectId).then(({ author, synopsis }) => [author, synopsis]),
      brings: [byKind(preview.brings), byKind(first.brings), again.brings.length],
      again: again.doubts.at(-1).english,
      facts: preview.facts,
    }).toEqual({
      entries: [
        ['林远', ['小林'], 'when_detected', '守塔人'],
        ['雾港', [], 'when_detected', ''],
        ['潮汐', [], 'manual_only', '一日两次'],
      ],
      synopses: [
        ['来信', 'user', false],
        ['来信', 'user', false],
      ],
      notes: [
        ['查潮汐', '他来了。', 9],
        ['查潮汐', '他来了。', 9],
      ],
      statuses: ['draft', 'draft'],
      profile: ['林', '一座灯塔'],
      brings: [byKind(brings), byKind(brings), 3],
      again: 'Entries that the codex has already, or that could not be stored, were left out: 3.',
      facts: { author: '林' },
    })
    expect(await run(project, '--preview', '--lang', 'en')).toContain(
      'With them: characters 1, places 1, texts for reference 1, synopses 1, statuses 1, notes 1, synopsis of the book 1',
    )
  })

  it('says with --preview what would become of a file, in both languages, and writes nothing', async () => {
    const before = await readdir(folder)
    const zh = await run(book, '--preview', '--lang', 'zh')
    const en = await run(book, '--preview', '--lang', 'en')
    expect(zh).toContain('5 章，')
    expect(zh).toContain('第N节　15 章，如“第一节 码头”')
    expect(en).toContain('5 chapters, ')
    expect(en).toContain('第N节  15 chapters, such as “第一节 码头”')
    expect(JSON.parse(await run(book, '--preview', '--json'))).toMatchObject({
      encoding: 'utf-8',
      sure: true,
      doubts: [],
    })
    expect(await readdir(folder)).toEqual(before)
  })

  it('takes another family of headings, and a language for the project', async () => {
    const into = join(folder, '另一种')
    const options = ['--headings', '第N节', '--language', 'en-GB', '--json']
    const { documents, projectId } = JSON.parse(await run(book, '--into', into, ...options))
    const { language } = await app.services.projects.profile(projectId)
    expect({ count: documents.length, language }).toEqual({ count: 15, language: 'en' })
  })

  it.each([
    ['an encoding nobody can be sure of', Buffer.from([0xe9, 0xe8, 0xb0, 0xa1]), [], 'DOCUMENT_ENCODING'],
    ['a family that is not there', Buffer.from('第一章 起\n雾。\n'), ['--headings', '☆'], 'INVALID_ARGUMENT'],
    ['an encoding that does not exist', Buffer.from('雾'), ['--encoding', 'klingon'], 'DOCUMENT_ENCODING'],
  ])('refuses %s and leaves no folder', async (name, bytes, options, code) => {
    const file = join(folder, 'a.txt')
    await writeFile(file, bytes)
    await expect(run(file, '--into', join(folder, name, 'deep'), ...options)).rejects.toMatchObject({ code })
    expect(existsSync(join(folder, name))).toBe(false)
  })

  it('leaves a folder that was there before', async () => {
    const file = join(folder, 'b.txt')
    await writeFile(file, Buffer.from([0xe9, 0xe8, 0xb0, 0xa1]))
    await mkdir(join(folder, '已有'))
    await expect(run(file, '--into', join(folder, '已有'))).rejects.toMatchObject({
      code: 'DOCUMENT_ENCODING',
    })
    expect(await readdir(join(folder, '已有'))).toEqual([])
  })
})
