import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../../support/app.ts'
import { creonowHere } from '../../../support/commandHere.ts'

const englishText = 'The fog came up from the harbour, and Ann lit the lamp that he had left.\n'
const chineseText = '雾从港口漫上来，许三娘点起他留下的那盏灯。\n'

let app: TestApp
beforeEach(async () => {
  app = await startApp()
})
afterEach(() => app.remove())

async function folder(name: string, text: string, project?: object): Promise<string> {
  const root = join(app.folder, name)
  await mkdir(join(root, 'manuscript'), { recursive: true })
  if (text !== '') await writeFile(join(root, 'manuscript/01 Low Water.md'), `# Low Water\n\n${text}`)
  if (project) {
    await mkdir(join(root, '.creonow'))
    await writeFile(join(root, '.creonow/project.json'), JSON.stringify(project))
  }
  return root
}
const stored = async (root: string) =>
  JSON.parse(await readFile(join(root, '.creonow/project.json'), 'utf8')).language

async function systemPromptOf(rootPath: string): Promise<string> {
  const { projectId } = await app.invoke('projects:open', { rootPath })
  const { documents } = await app.invoke('documents:list', { projectId })
  const documentId = documents[0]?.documentId ?? ''
  const request = { projectId, documentId, cursorPosition: 20, skillId: 'continue', modelId: 'fake' }
  return (await app.invoke('context:assemble', request)).prompt
}

describe('a book whose language nobody stated', () => {
  it('is told by its text when its folder is opened, and the answer is stored', async () => {
    const [english, chinese] = [await folder('a', englishText), await folder('b', chineseText)]
    const prompts = [await systemPromptOf(english), await systemPromptOf(chinese)]
    expect(prompts.map((prompt) => /\p{Script=Han}/u.test(prompt))).toEqual([false, true])
    expect([await stored(english), await stored(chinese)]).toEqual(['en', 'zh'])
  })

  it('is told though it has an id and a name already', async () => {
    const root = await folder('a', englishText, { id: 'abcdef1234567890', name: 'Low Water', keep: 1 })
    expect(/\p{Script=Han}/u.test(await systemPromptOf(root))).toBe(false)
    expect(JSON.parse(await readFile(join(root, '.creonow/project.json'), 'utf8'))).toEqual({
      ...{ id: 'abcdef1234567890', name: 'Low Water', keep: 1 },
      language: 'en',
    })
  })

  it('is told at the first use where there was no text at its opening', async () => {
    const root = await folder('a', '')
    const { projectId } = await app.invoke('projects:open', { rootPath: root })
    await app.invoke('documents:create', { projectId, title: 'Low Water' })
    await writeFile(join(root, 'manuscript/001-Low Water.md'), `# Low Water\n\n${englishText}`)
    expect(/\p{Script=Han}/u.test(await systemPromptOf(root))).toBe(false)
  })

  it('of which nobody can tell it gets prompts in English, and nothing false is stored', async () => {
    const french = 'Longtemps, je me suis couché de bonne heure. Parfois, à peine ma bougie éteinte.\n'
    const root = await folder('a', french)
    expect(/\p{Script=Han}/u.test(await systemPromptOf(root))).toBe(false)
    expect(await stored(root)).toBe(undefined)
  })

  it('is told when the command imports it', async () => {
    const file = join(app.folder, 'book.txt')
    await writeFile(file, [1, 2].map((n) => `Chapter ${n}\n\n${englishText}`).join('\n'))
    const into = join(app.folder, 'imported')
    const { code } = await creonowHere(['import', file, '--into', into], join(app.folder, 'other data'))
    expect([code, await stored(into)]).toEqual([0, 'en'])
  })
})

describe('a stated language', () => {
  it.each([
    ['zh-Hant-TW', true],
    ['en-GB', false],
    ['ja', false],
  ])('%s stays as it is in the file, through a change of the facts too', async (language, isChinese) => {
    const root = await folder('a', englishText, { id: 'abcdef1234567890', language })
    expect(/<<<规则>>>/u.test(await systemPromptOf(root))).toBe(isChinese)
    const projectId = 'abcdef1234567890'
    const { profile, hash } = await app.invoke('projects:profile:get', { projectId })
    await app.invoke('projects:profile:save', { projectId, profile, baseHash: hash })
    expect(await stored(root)).toBe(language)
  })

  it('is stored by the command as it was given', async () => {
    const file = join(app.folder, 'book.txt')
    await writeFile(file, `第一章 雾\n\n${chineseText}`)
    const into = join(app.folder, 'imported')
    const args = ['import', file, '--into', into, '--language', 'zh-Hant']
    const { code } = await creonowHere(args, join(app.folder, 'other data'))
    expect([code, await stored(into)]).toEqual([0, 'zh-Hant'])
  })
})
