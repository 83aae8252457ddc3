import { createDice } from '../../scripts/torture/random.ts'
import { openRandomChapters } from '../support/randomWriting/chapters.ts'
import { startRandomWalk } from '../support/randomWriting/randomWalk.ts'
import { useSlowModel } from '../support/slowModel.ts'
import { expect, test } from '../support/webApp.ts'

/** `npm run torture -- page` does ten thousand. */
const steps = Number(process.env.CREONOW_PAGE_STEPS ?? 40)
const seed = Number(process.env.CREONOW_PAGE_SEED ?? 20_261_129)

test('no random step of typing, streaming, accepting, undoing, moving or reloading loses or doubles a character', async ({
  page,
  dataFolder,
}) => {
  test.setTimeout(180_000 + steps * 5000)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const chapters = await openRandomChapters(page, dataFolder)
  const model = await useSlowModel(page)
  const walk = await startRandomWalk({ page, dice: createDice(seed), model, chapters })
  let done = 0
  try {
    for (; done < steps; done++) {
      if (done > 0 && done % 100 === 0) process.stdout.write(`random writing: ${done} steps, seed ${seed}\n`)
      await walk.step()
    }
  } catch (error) {
    const fault = error instanceof Error ? error.message : String(error)
    throw new Error(`step ${done + 1}, seed ${seed}: ${fault}\n  ${walk.last.join('\n  ')}`)
  } finally {
    const kinds = [...walk.counts].map(([name, count]) => `${name} ${count}`).join(' · ')
    process.stdout.write(`random writing: ${done} of ${steps} steps, seed ${seed}: ${kinds}\n`)
    await model.close()
  }
  expect(done).toBe(steps)
})
