import { expect, it } from 'vitest'
import { makeBatches, textOfPart } from '../../../../main/src/services/drafts/batches.ts'
import { createChangeReading } from '../../../../main/src/services/drafts/changeReading.ts'
import { createDraftReading, type ReadingPorts } from '../../../../main/src/services/drafts/draftReading.ts'
import { createRedactor, redactPart } from '../../../../main/src/services/redaction/index.ts'

const key = 'Qm4ZT81xWv7LrP20cHn5aKd8'
const redactor = createRedactor({ keys: () => [key] })

it.each([
  ['zh', '雾'],
  ['en', 'f'],
] as const)(
  'a part of a long chapter (%s) that ends inside of a key has no half of it',
  async (language, sign) => {
    const text = `${sign.repeat(17_989)} ${key} ${sign.repeat(17_984)}`
    const prompts: string[] = []
    const ports: ReadingPorts = {
      chapter: async (_projectId, documentId) => ({ documentId, title: '一', text, hash: 'h' }),
      language: async () => language,
      names: async () => [],
      async redact(projectId, whole, { from, to } = { from: 0, to: whole.length }) {
        const redact = (all: string) => redactor.redact(all, 'manuscript', projectId)
        return (await redactPart(redact, whole, from, to)).text
      },
      model: async () =>
        ({
          windowTokens: 100_000,
          outputReserveTokens: 1000,
          count: () => 1,
          price: () => undefined,
        }) as never, // all of a model that a run reads
      async generate(_projectId, _modelId, { userContent }) {
        prompts.push(userContent)
        return { text: '' }
      },
    }
    const [reads = []] = makeBatches([{ documentId: 'c', units: text.length }], 18_010)
    const batches = [reads, reads.map((part) => ({ ...part, part: 1 }))]
    expect(
      batches.flat().map((part) => [...textOfPart(text, part).matchAll(/[A-Za-z0-9]{8,}/g)].length > 0),
    ).toEqual([true, true])
    const kinds = [createChangeReading(ports), createDraftReading(ports)]
    for (const { run } of kinds)
      for (const batch of batches)
        await run(
          'p',
          { documentId: 'c', itemId: '1-0', reads: batch } as never, // what a run reads of an item
          { request: {}, modelId: 'm' } as never, // what a run reads of its job
          new AbortController().signal,
        )
    expect(prompts.map((prompt) => [prompt.includes('***REDACTED***'), /Qm4Z|aKd8/.test(prompt)])).toEqual(
      Array.from({ length: 4 }, () => [true, false]),
    )
  },
)
