import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { sha256Hex } from '../../../../main/src/lib/hash.ts'
import { startApp, type TestApp } from '../../../support/app.ts'

let app: TestApp
afterEach(() => app.remove())
const start = async () => {
  app = await startApp()
  return app.projectId
}
const pathOf = (path: string) => join(app.project, path)

test('a world file is made, written, renamed, deleted and put back, byte for byte', async () => {
  const projectId = await start()
  const { path } = await app.invoke('creonow:file:create', { projectId, place: 'settings', name: '潮汐：上' })
  expect(path).toBe('.creonow/settings/潮汐：上.md')
  const empty = await app.invoke('creonow:file:read', { projectId, path })
  expect(empty).toEqual({ text: '', hash: sha256Hex('') })
  await writeFile(pathOf(path), '\uFEFF　　初一大潮。\r\n十五小潮。\r\n')
  const { text, hash } = await app.invoke('creonow:file:read', { projectId, path })
  expect(text).toBe('　　初一大潮。\n十五小潮。\n')
  const saved = await app.invoke('creonow:file:save', {
    projectId,
    path,
    text: `${text}𠮷日无潮。`,
    baseHash: hash,
  })
  const stored = '\uFEFF　　初一大潮。\r\n十五小潮。\r\n𠮷日无潮。'
  expect(await readFile(pathOf(path), 'utf8')).toBe(stored)
  expect(saved.hash).toBe(sha256Hex(stored))

  const renamed = await app.invoke('creonow:file:rename', { projectId, path, name: '潮汐' })
  expect(renamed.path).toBe('.creonow/settings/潮汐.md')
  const { trashId } = await app.invoke('creonow:file:delete', { projectId, path: renamed.path })
  const listed = await app.invoke('creonow:file:list', { projectId, place: 'settings' })
  expect(listed.files.map(({ name }) => name)).not.toContain('潮汐')
  expect(listed.removed).toEqual([{ trashId, name: '潮汐', removedAt: expect.any(String) }])
  await app.invoke('creonow:file:create', { projectId, place: 'settings', name: '潮汐' })
  const back = await app.invoke('creonow:file:restore', { projectId, trashId })
  expect(back.path).toBe('.creonow/settings/潮汐-2.md')
  expect(await readFile(pathOf(back.path), 'utf8')).toBe(stored)
  expect((await app.invoke('creonow:file:list', { projectId, place: 'settings' })).removed).toEqual([])
})

test('a file that was changed elsewhere is never written over, and nothing outside its folders is reached', async () => {
  const projectId = await start()
  const path = '.creonow/rules/style.md'
  const { hash } = await app.invoke('creonow:file:read', { projectId, path })
  await writeFile(pathOf(path), '短句。\n')
  const save = (given: string, baseHash: string | null) =>
    app.codeOf('creonow:file:save', { projectId, path: given, text: '长句。', baseHash })
  expect(await save(path, hash)).toBe('CONFLICT')
  expect(await save(path, null)).toBe('CONFLICT')
  expect(await readFile(pathOf(path), 'utf8')).toBe('短句。\n')
  await symlink('/etc', pathOf('.creonow/settings/外面'))
  const refused = [
    'manuscript/001-浸水的信.md',
    '.creonow/project.json',
    '.creonow/settings/../project.json',
    '.creonow/settings/外面/hostname.txt',
    '.creonow/characters/林远.md',
    '/etc/passwd',
  ]
  const codes = await Promise.all(refused.map((each) => save(each, null)))
  expect(codes).toEqual([
    'INVALID_ARGUMENT',
    'INVALID_ARGUMENT',
    'PATH_OUTSIDE_PROJECT',
    'PATH_OUTSIDE_PROJECT',
    'INVALID_ARGUMENT',
    'PATH_OUTSIDE_PROJECT',
  ])
  expect(await app.codeOf('creonow:file:delete', { projectId, path })).toBe('INVALID_ARGUMENT')
  expect(await app.codeOf('creonow:file:create', { projectId, place: 'settings', name: '...' })).toBe(
    'PATH_INVALID',
  )
})

test('a style sheet that does not exist yet is written from nothing and read by the next request', async () => {
  const projectId = await start()
  const path = '.creonow/rules/style.md'
  await rm(pathOf(path))
  expect(await app.invoke('creonow:file:read', { projectId, path })).toEqual({ text: '', hash: null })
  await app.invoke('creonow:file:save', { projectId, path, text: '全书不用“忽然”。', baseHash: null })
  const [document] = (await app.invoke('documents:list', { projectId })).documents
  const { systemPrompt } = await app.invoke('context:assemble', {
    projectId,
    documentId: document?.documentId ?? '',
    cursorPosition: 200,
    skillId: 'continue',
  })
  expect(systemPrompt).toContain('全书不用“忽然”。')
})

test('the word list is written with its unknown fields, and refused when it changed', async () => {
  const projectId = await start()
  const path = pathOf('.creonow/rules/terminology.json')
  await writeFile(
    path,
    '{"由":"阿簪","terms":[{"use":"灯塔","avoid":["燈塔"],"页":3},{"use":"雾港"}],"banned":[]}',
  )
  const { terminology, hash } = await app.invoke('creonow:terminology:get', { projectId })
  expect(terminology).toEqual({
    terms: [
      { use: '灯塔', avoid: ['燈塔'], extra: { 页: 3 } },
      { use: '雾港', avoid: [] },
    ],
    banned: [],
    extra: { 由: '阿簪' },
  })
  const next = { ...terminology, banned: ['突然'] }
  const saved = await app.invoke('creonow:terminology:save', { projectId, terminology: next, baseHash: hash })
  const bytes = await readFile(path, 'utf8')
  expect(JSON.parse(bytes)).toEqual({
    由: '阿簪',
    terms: [
      { use: '灯塔', avoid: ['燈塔'], 页: 3 },
      { use: '雾港', avoid: [] },
    ],
    banned: ['突然'],
  })
  expect(saved.hash).toBe(sha256Hex(bytes))
  expect(await app.codeOf('creonow:terminology:save', { projectId, terminology: next, baseHash: hash })).toBe(
    'CONFLICT',
  )
  await writeFile(path, '{"terms": [}')
  expect(await app.codeOf('creonow:terminology:get', { projectId })).toBe('FILE_BROKEN')
  expect(
    await app.codeOf('creonow:terminology:save', { projectId, terminology: next, baseHash: saved.hash }),
  ).toBe('FILE_BROKEN')
})

test('the facts of the book are written next to what else project.json has, and the list shows the new title', async () => {
  const projectId = await start()
  const path = pathOf('.creonow/project.json')
  const before = JSON.parse(await readFile(path, 'utf8'))
  const { profile, hash } = await app.invoke('projects:profile:get', { projectId })
  const next = { ...profile, name: '雾港去信', author: '舟 Zhou', tense: '过去时', genre: '' }
  const saved = await app.invoke('projects:profile:save', { projectId, profile: next, baseHash: hash })
  const { genre: _genre, ...rest } = before
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({
    ...{ ...rest, name: '雾港去信', author: '舟 Zhou', tense: '过去时' },
  })
  expect((await app.invoke('projects:profile:get', { projectId })).hash).toBe(saved.hash)
  const { projects } = await app.invoke('projects:list', {})
  expect(projects.find((project) => project.projectId === projectId)?.name).toBe('雾港去信')
  expect(await app.codeOf('projects:profile:save', { projectId, profile: next, baseHash: hash })).toBe(
    'CONFLICT',
  )
  // The author's name is for readers, not for a model.
  const { base64 } = await app.invoke('book:export', { projectId, format: 'html' })
  expect(Buffer.from(base64, 'base64').toString('utf8')).toContain('<meta name="author" content="舟 Zhou"/>')
  const [chapter] = (await app.invoke('documents:list', { projectId })).documents
  const request = { projectId, documentId: chapter?.documentId ?? '', cursorPosition: 0, skillId: 'continue' }
  const { prompt } = await app.invoke('context:inspect', request)
  expect(prompt).toContain('雾港去信')
  expect(prompt).not.toContain('舟 Zhou')
})

test('a skill copied from a built-in one is written by its fields and runs; a broken one says where', async () => {
  const projectId = await start()
  const { path } = await app.invoke('skills:copy', { projectId, skillId: 'continue', name: '续写：慢' })
  const read = await app.invoke('skills:read', { projectId, path })
  expect(read).toMatchObject({ skill: { name: '续写：慢', output: 'insert', retrieved: true }, fault: null })
  if (read.skill === null) throw new Error('no skill')
  const skill = { ...read.skill, instruction: '慢慢写。', retrieved: false }
  await app.invoke('skills:save', { projectId, path, skill, baseHash: read.hash })
  expect((await app.invoke('skills:read', { projectId, path })).skill).toEqual(skill)
  const { skills } = await app.invoke('skills:list', { projectId })
  const listed = skills.find(({ source }) => source === path)
  expect(listed).toEqual({ id: '续写-慢', name: '续写：慢', output: 'insert', source: path })
  expect(await app.codeOf('skills:save', { projectId, path, skill, baseHash: read.hash })).toBe('CONFLICT')

  await mkdir(pathOf('.creonow/skills'), { recursive: true })
  await writeFile(pathOf('.creonow/skills/坏.md'), '---\nid: 坏\nname: 坏\noutput: 喊\n---\n写。')
  expect(await app.invoke('skills:read', { projectId, path: '.creonow/skills/坏.md' })).toMatchObject({
    skill: null,
    fault: { problem: 'output', line: 4 },
  })
  expect(await readdir(pathOf('.creonow/skills'))).toContain('坏.md')
})
