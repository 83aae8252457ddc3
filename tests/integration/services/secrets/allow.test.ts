import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../support/app.ts'

const style = '.creonow/rules/style.md'
const demo = `sk-${'DEMO_NOT_A_SECRET_1'}`
const real = `sk-${'aB3dE5gH7jK9mN1pQ3sT5'}`
let app: TestApp
let documentId: string

beforeEach(async () => {
  app = await startApp()
  documentId = `manuscript/${(await readdir(join(app.project, 'manuscript'))).find((name) => name.startsWith('010'))}`
  await writeFile(
    join(app.project, style),
    `短句。示范 ${demo} 与 ${real}，路径 /home/bob/书。再说 ${demo}。\n`,
  )
})
afterEach(() => app.remove())

const prompt = async (projectId = app.projectId) =>
  (
    await app.invoke('context:assemble', {
      projectId,
      documentId,
      cursorPosition: 900,
      skillId: 'continue',
    })
  ).systemPrompt

async function everyFile(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  // A receipt may still be on its way to its name.
  const files = entries.filter((entry) => entry.isFile() && !entry.name.endsWith('.tmp'))
  const texts = await Promise.all(
    files.map((entry) => readFile(join(entry.parentPath, entry.name), 'latin1')),
  )
  return texts.join('\n')
}

test('an allowed text is shown, no other is, and it is stored as a hash', async () => {
  const { projectId } = app
  const { matches } = await app.invoke('redaction:matches', { projectId, sourceRef: style })
  expect(matches).toEqual([
    { index: 0, patternId: 'sk-key', start: 'sk-D', units: demo.length },
    { index: 1, patternId: 'sk-key', start: 'sk-a', units: real.length },
    { index: 2, patternId: 'unix-path', start: '/h', units: 11 },
  ])
  expect(await prompt()).not.toContain(demo)
  const allowed = await app.invoke('redaction:allow:add', {
    projectId,
    sourceRef: style,
    index: 0,
    start: 'sk-D',
  })
  expect(await app.invoke('redaction:allow:list', { projectId })).toEqual({ items: [allowed] })
  const shown = await prompt()
  expect(shown.split(demo)).toHaveLength(3)
  expect(shown).not.toContain(real)
  expect(shown).not.toContain('/home/bob')
  const [kept, project] = [
    await everyFile(app.dataFolder),
    await everyFile(join(app.project, '.creonow/cache')),
  ]
  expect([kept.includes(demo), project.includes(allowed.sha256)]).toEqual([false, false])
  expect(await app.invoke('redaction:allow:remove', { projectId, sha256: allowed.sha256 })).toEqual({
    removed: true,
  })
  expect(await prompt()).not.toContain(demo)
})

test('the viewer shows an allowed text as it is, and no hidden one', async () => {
  const { projectId } = app
  await app.invoke('redaction:allow:add', { projectId, sourceRef: style, index: 0, start: 'sk-D' })
  const request = { projectId, documentId, cursorPosition: 900, skillId: 'continue' }
  const { receiptId } = await app.invoke('context:assemble', request)
  const receipt = await app.invoke('context:receipt:read', { projectId, receiptId: receiptId ?? '' })
  const inspected = await app.invoke('context:inspect', request)
  for (const text of [JSON.stringify(receipt.chunks), receipt.prompt ?? '', JSON.stringify(inspected.chunks)])
    expect([text.includes(demo), text.includes(real)]).toEqual([true, false])
})

test('a text allowed in one project is not allowed in another', async () => {
  const { projectId } = app
  await app.invoke('redaction:allow:add', { projectId, sourceRef: style, index: 0, start: 'sk-D' })
  const other = await app.invoke('projects:openSample', {})
  const { documents } = await app.invoke('documents:list', { projectId: other.projectId })
  await writeFile(join(other.rootPath, style), `示范 ${demo}\n`)
  const result = await app.invoke('context:assemble', {
    projectId: other.projectId,
    documentId: documents[3]?.documentId ?? '',
    cursorPosition: 10,
    skillId: 'continue',
  })
  expect(result.systemPrompt).not.toContain(demo)
})

test('no file in the project, broken list, withdrawn permission or outdated answer switches a rule off', async () => {
  const { projectId } = app
  const codes = [
    await app.codeOf('redaction:allow:add', { projectId, sourceRef: style, index: 1, start: 'sk-D' }),
    await app.codeOf('redaction:allow:add', { projectId, sourceRef: style, index: 9, start: 'sk-D' }),
    await app.codeOf('redaction:matches', { projectId, sourceRef: 'request:additionalInput' }),
    await app.codeOf('redaction:matches', { projectId, sourceRef: '../secret.md' }),
    await app.codeOf('redaction:matches', { projectId, sourceRef: '.creonow/../../x' }),
  ]
  const outside = 'PATH_OUTSIDE_PROJECT'
  expect(codes).toEqual(['CONFLICT', 'CONFLICT', 'NOT_FOUND', outside, outside])
  await app.invoke('redaction:allow:add', { projectId, sourceRef: style, index: 0, start: 'sk-D' })
  const list = join(app.dataFolder, 'projects', projectId, 'allow.json')
  await writeFile(join(app.project, '.creonow/allow.json'), await readFile(list, 'utf8'))
  const { items } = await app.invoke('redaction:allow:list', { projectId })
  const broken = '{"version": 1, "items": ['
  await writeFile(list, broken)
  // The last good copy is in force, and the file stays as it is.
  expect(await app.invoke('redaction:allow:list', { projectId })).toEqual({ items })
  expect(await readFile(list, 'utf8')).toBe(broken)
  await rm(list)
  // What others do to the file is seen at the next look, some 20 ms later at most.
  await expect.poll(() => app.invoke('redaction:allow:list', { projectId })).toEqual({ items: [] })
  await app.invoke('redaction:allow:add', { projectId, sourceRef: style, index: 0, start: 'sk-D' })
  await app.invoke('redaction:allow:remove', { projectId, sha256: items[0]?.sha256 ?? '' })
  await writeFile(list, broken)
  await expect.poll(() => app.invoke('redaction:allow:list', { projectId })).toEqual({ items: [] })
  const again = { projectId, documentId, cursorPosition: 901, skillId: 'continue' }
  const { text } = await app.app.redact(`${demo} 新的文字，没有缓存过。`, 'creonow', projectId)
  expect(text).not.toContain(demo)
  expect(await app.codeOf('context:assemble', again)).toBe('ok')
})
