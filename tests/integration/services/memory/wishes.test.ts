import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../../support/app.ts'

let app: TestApp
beforeEach(async () => {
  app = await startApp()
})
afterEach(() => app.remove())

const request = (skillId: string, additionalInput = '') => ({
  ...{ projectId: app.projectId, documentId: 'manuscript/005-数水谣.md', cursorPosition: 900 },
  ...{ modelId: 'fake', skillId, ...(additionalInput === '' ? {} : { additionalInput }) },
})
async function run(skillId: string, additionalInput = '') {
  await app.invoke('ai:run', request(skillId, additionalInput))
  await app.app.services.runs.drain()
}
async function promptOf(skillId: string, additionalInput = '') {
  const { prompt } = await app.invoke('context:assemble', request(skillId, additionalInput))
  return prompt
}

describe('what the author asked of one skill', () => {
  const writing = ['continue']
  const showing = ['critique', 'brainstorm', 'synopsis']

  it.each([...showing])('of %s is in no later prompt of another', async (skillId) => {
    await run(skillId, '只看对白，Dialogue only')
    const prompts = await Promise.all([...writing, ...showing].map((other) => promptOf(other)))
    expect(prompts.filter((prompt) => prompt.includes('只看对白'))).toEqual([])
  })

  it('of a skill that writes goes on in those that write, and in no other', async () => {
    await run('continue', '写得再慢一点，Slower')
    const has = async (skillId: string) => (await promptOf(skillId)).includes('写得再慢一点')
    expect([await has('continue'), await has('critique'), await has('brainstorm')]).toEqual([
      true,
      false,
      false,
    ])
  })

  it('is there with its answer when the next words refer to it, whatever both skills are', async () => {
    await run('brainstorm', '想五个走向')
    const plain = await promptOf('continue', '写雾')
    const referring = await promptOf('continue', '按刚才第二个走向写')
    const inEnglish = await promptOf('critique', 'What is wrong with your last idea?')
    const parts = ['作者：想五个走向', '回答：']
    expect(
      [plain, referring, inEnglish].map((prompt) => parts.filter((part) => prompt.includes(part))),
    ).toEqual([[], parts, parts])
  })
})

describe('“prose only”', () => {
  it('is asked of skills whose answer goes into the text, and of no other', async () => {
    const has = async (skillId: string) => (await promptOf(skillId)).includes('只输出正文')
    expect([await has('continue'), await has('critique'), await has('chat')]).toEqual([true, false, false])
  })
})
