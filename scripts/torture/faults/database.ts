import { open, rm, stat } from 'node:fs/promises'
import { type OpenedApp, openApp, Refused } from '../caller.ts'
import { indexFile, isSearchable } from '../crashIndex.ts'
import { makePlace } from '../place.ts'
import { createDice, type Dice } from '../random.ts'
import { unsound } from './held.ts'

const breaks = 120
/** Of one break, at most so many bytes. */
const mostBytes = 400

/**
 * The index is overwritten at random bytes, cut off or deleted, while nothing has it open and while the app does.
 * Every request is answered, and afterwards the book is found again.
 */
export async function brokenDatabase(
  options: { readonly seed: number; readonly times: number; readonly print: (line: string) => void },
  findings: { checked: number; readonly failures: string[] },
): Promise<void> {
  const dice = createDice(options.seed)
  const place = await makePlace()
  const answers = new Map<string, number>()
  const times = Math.min(breaks, options.times)
  try {
    let app = await openApp(place)
    await app.app.services.retrieval.ensureIndexed(app.projectId)
    for (let at = 0; at < times; at++) {
      const isOpen = dice.roll(2) === 0
      const how = dice.oneOf(['bytes', 'bytes', 'bytes', 'cut', 'deleted'] as const)
      const path = await indexFile(place)
      if (!isOpen) await app.dispose()
      await damage(path, how, dice)
      if (!isOpen) app = await openApp(place)
      findings.checked += 1
      for (const answer of await ask(app)) {
        answers.set(answer, (answers.get(answer) ?? 0) + 1)
        if (answer.includes(' ')) findings.failures.push(`database, ${how}, break ${at + 1}: ${answer}`)
      }
      // What an open connection still has in memory may hide the break: the next start must see it.
      if (isOpen) {
        await app.dispose()
        app = await openApp(place)
      }
      if (!(await isSearchable(app)))
        findings.failures.push(`database, ${how}, break ${at + 1}: not found again`)
    }
    await app.dispose()
  } finally {
    await place.remove()
  }
  const said = [...answers].map(([answer, count]) => `${answer} ${count}`).join(' · ')
  options.print(
    `faults   index broken ${times} times (random bytes, cut off, deleted; open or closed): ${said}`,
  )
}

async function damage(path: string, how: 'bytes' | 'cut' | 'deleted', dice: Dice): Promise<void> {
  if (how === 'deleted') return rm(path, { force: true })
  const { size } = await stat(path)
  const file = await open(path, 'r+')
  try {
    if (how === 'cut') return await file.truncate(dice.roll(size))
    for (let left = 1 + dice.roll(mostBytes); left > 0; left -= 1)
      await file.write(Buffer.from([dice.roll(256)]), 0, 1, dice.roll(size))
  } finally {
    await file.close()
  }
}

/** `stored` and codes; whatever else is a sentence about what is wrong. */
async function ask({ call, projectId }: OpenedApp): Promise<string[]> {
  const { documents } = await call('documents:list', { projectId })
  const documentId = documents[5]?.documentId ?? ''
  const asked = { projectId, documentId, cursorPosition: 300, skillId: 'continue' }
  const questions = [
    () => call('retrieval:search', { projectId, queries: ['许三娘', '灯塔'], k: 5 }),
    () => call('context:assemble', asked),
    () => call('retrieval:status', { projectId }),
  ]
  const answers: string[] = []
  for (const question of questions) {
    try {
      await question()
      answers.push('answered')
    } catch (error) {
      if (!(error instanceof Refused)) answers.push(`ended with ${String(error)}`)
      else answers.push(unsound(error) ?? error.code)
    }
  }
  return answers
}
