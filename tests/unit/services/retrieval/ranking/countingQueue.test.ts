import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openIndex } from '../../../../../main/src/db/open.ts'
import { documentKeyOf } from '../../../../../main/src/db/tables/passages.ts'
import { silentLogger } from '../../../../../main/src/lib/logger.ts'
import { createProjectIndex } from '../../../../../main/src/services/retrieval/projectIndex.ts'
import {
  type BookTerms,
  createBookTerms,
  type PassageChange,
} from '../../../../../main/src/services/retrieval/ranking/bookTerms.ts'
import { createCountingQueue } from '../../../../../main/src/services/retrieval/ranking/countingQueue.ts'
import { writeSteps } from '../../../../../main/src/services/retrieval/writeTask.ts'
import { countedChecks } from '../../../../support/countedChecks.ts'

const fragment = fc.constantFrom(
  ...['林远把铜匣埋在石桥下。', '\r\n\u3000\u3000', '𠮷田说：“𡨸𠮷！”', '\n', 'Ann don’t', '霧'],
  ...['潮水退了一半，'.repeat(60), '\uD83D', '曹操\r曹瞞', '，'],
)
const paragraph = fc.array(fragment, { maxLength: 6 }).map((parts) => parts.join(''))

const everything = (book: BookTerms, documentKey: number) => ({
  ...book.columns(),
  passages: [...book.columns().passages],
  ...{ total: book.total, length: book.length, changes: book.changesOf(documentKey) },
})

describe('passages counted slice by slice', () => {
  it('give the same as at once, however the edits and the readers fall between the slices', async () => {
    const step = fc.record({
      at: fc.nat(11),
      text: paragraph,
      after: fc.constantFrom(...Array<'goes on'>(12).fill('goes on'), 'turn', 'turn', 'pending', 'finish'),
    })
    const checked = countedChecks()
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 60 }), async (steps) => {
        const direct = createBookTerms(documentKeyOf)
        const sliced = createBookTerms(documentKeyOf)
        const queue = createCountingQueue(sliced.apply)
        let isCutIntoSlices = false
        for (const { at, text, after } of steps) {
          const changes: PassageChange[] = [
            { id: at },
            ...[20, 32, 44, 0].map((more) => ({ id: at + more, text })),
          ]
          for (const change of changes) direct.apply(change)
          queue.add(changes)
          if (after === 'turn') {
            await nextTurn()
            isCutIntoSlices ||= queue.pending() !== undefined
          }
          if (after === 'pending') await queue.pending()
          if (after === 'finish') queue.finish()
          if (after === 'pending' || after === 'finish')
            expect(everything(sliced, 0)).toEqual(everything(direct, 0))
        }
        checked.when(isCutIntoSlices)
        await queue.pending()
        expect(queue.pending()).toBeUndefined()
        expect(everything(sliced, 0)).toEqual(everything(direct, 0))
      }),
      { numRuns: 60 },
    )
    checked.expectShare(0.2)
  })

  it('take no whole turn of the event loop, and each caller is resumed when its own are counted', async () => {
    let counted = 0
    const queue = createCountingQueue(() => {
      counted++
    })
    const come = (many: number) => Array.from({ length: many }, (_, id) => ({ id, text: '雾' }))
    for (let commit = 0; commit < 10; commit++) queue.add(come(12))
    const heard: number[] = []
    void queue.pending()?.then(() => heard.push(counted))
    queue.add(come(36))
    void queue.pending()?.then(() => heard.push(counted))
    const perTurn: number[] = []
    while (queue.pending()) {
      const before = counted
      await nextTurn()
      perTurn.push(counted - before)
    }
    expect(perTurn.filter((many) => many > 0)).toEqual([24, 24, 24, 24, 24, 24, 12])
    expect(heard).toEqual([120, 156])
    queue.add(come(5))
    const given = queue.pending()
    queue.clear()
    await given
    await nextTurn()
    expect(counted).toBe(156)
  })

  it('are all in before the terms of a book are read, after each edit of a long chapter', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'creonow-counting-'))
    const open = () => openIndex(join(folder, 'index.db'), silentLogger)
    const reader = createProjectIndex(open())
    const writer = createProjectIndex(open(), reader.adopt)
    onTestFinished(() => {
      reader.close()
      writer.close()
      rmSync(folder, { recursive: true })
    })
    writer.transact(() => {
      writer.documents.insert('manuscript/001.md', 0)
      return []
    })
    const key = writer.documents.byId('manuscript/001.md')?.key ?? -1
    const kept = await reader.loadTerms()
    const wordsOf = (book: BookTerms) => ({
      of: ['曹操', '曹瞒', '𠮷田', '操', 'ann'].map((term) => {
        const id = book.idOf(term)
        return [book.passagesWith(id), book.occurrences(id)]
      }),
      ...{ total: book.total, length: book.length },
    })
    const long = Array.from(
      { length: 150 },
      (_, at) => `第${at}夜，曹操见𠮷田与Ann。${'雾港的潮'.repeat(80)}`,
    )
    const edits = [
      long.join('\r\n'),
      long.join('\r\n').replaceAll('曹操', '曹瞒'),
      long.toSpliced(70, 1).join('\n'),
      `曹瞒\r\n${long.join('\n')}`,
    ]
    for (const [at, text] of edits.entries()) {
      for (const _ of writeSteps(writer, { kind: 'write', key, text, hash: String(at) }));
      const book = await reader.loadTerms()
      expect(book).toBe(kept)
      const fresh = createProjectIndex(open())
      expect(wordsOf(book)).toEqual(wordsOf(await fresh.loadTerms()))
      fresh.close()
    }
  })
})
