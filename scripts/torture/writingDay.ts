import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type OpenedApp, Refused } from './caller.ts'
import type { Dice } from './random.ts'

const sentences = ['潮水又涨了一寸。', '许三娘把账本合上。', '“先别出声。”她说。', '雾从东礁爬上来。']
const instructions = ['', '写得再慢一点。', '让他先开口，再写天气。', '短句，不用比喻。']
/** Requests in one chapter before the author goes to the next. */
const requestsPerChapter = 20

export type Book = Awaited<ReturnType<typeof openBook>>

/** An open project with its index made and its watcher on, in which an author writes step by step. */
export async function openBook({ app, call }: OpenedApp, projectId: string, root: string, dice: Dice) {
  await app.services.retrieval.ensureIndexed(projectId)
  await call('context:creonow:watch:start', { projectId })
  const { documents } = await call('documents:list', { projectId })
  const { skills } = await call('skills:list', { projectId })
  const texts = new Map<string, string>()
  for (const { documentId } of documents)
    texts.set(documentId, (await call('documents:read', { projectId, documentId })).text)
  const notes = join(root, '.creonow/settings/港口.md')
  await mkdir(join(root, '.creonow/settings'), { recursive: true })
  let edits = 0
  let requests = 0

  /** One more sentence at the end, or the chapter as it was: it must not grow. */
  async function edit(documentId: string): Promise<void> {
    const { text, hash } = await call('documents:read', { projectId, documentId })
    const original = texts.get(documentId) ?? text
    const next = text.length - original.length > 400 ? original : `${text}　　${dice.oneOf(sentences)}\n`
    try {
      await call('documents:save', { projectId, documentId, text: next, baseHash: hash })
      edits += 1
    } catch (error) {
      // Another program was faster, as on a real day.
      if (!(error instanceof Refused) || error.code !== 'CONFLICT') throw error
    }
  }

  async function writeFromOutside(n: number): Promise<void> {
    if (dice.roll(2) === 0) return writeFile(notes, `港口在雾港东侧。第${n % 7}次改。\n`)
    const { path: chapterPath } = dice.oneOf(documents)
    if (chapterPath === null) return
    const path = join(root, chapterPath)
    await writeFile(path, (await readFile(path, 'utf8')).replace(/\n*$/, `\n${n % 2 === 0 ? '\n' : ''}`))
  }

  return {
    projectId,
    documents,
    edits: () => edits,
    async step(n: number): Promise<void> {
      requests += 1
      const { documentId } = documents[Math.floor(requests / requestsPerChapter) % documents.length] ?? {
        documentId: '',
      }
      if (n % 3 === 0) await edit(documentId)
      if (n % 10 === 0) await writeFromOutside(n)
      const length = texts.get(documentId)?.length ?? 0
      const cursorPosition = dice.roll(length + 1)
      const skillId = n % 4 === 0 ? dice.oneOf(skills).id : 'continue'
      const additionalInput = `${dice.oneOf(instructions)}${skillId === 'continue' ? '' : '改一改。'}`
      const request = { projectId, documentId, cursorPosition, skillId, additionalInput }
      const scope = n % 7 === 0 ? { limits: { window: 8192 + 1024 * dice.roll(24) } } : {}
      await call('context:assemble', { ...request, ...scope, preview: n % 5 === 0 })
    },
  }
}
