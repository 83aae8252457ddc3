import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Workplace, workplace } from '../../support/commandLine.ts'
import { constraintsFile, prose, writeNovel } from '../../support/novel.ts'
import { type Answer, startPlantedRpc } from '../../support/rpcProcess.ts'

let place: Workplace
const documents = Array.from({ length: 50 }, (_, i) => `manuscript/${String(i + 1).padStart(3, '0')}.md`)

beforeEach(async () => {
  place = await workplace()
  await writeNovel(place.project, {
    '.creonow/rules/constraints.json': constraintsFile(['严格第一人称叙述']),
    '.creonow/settings/世界观.md': '雾港没有魔法。\n',
    ...Object.fromEntries(documents.map((path, i) => [path, `# 第${i + 1}章\n${prose(2500, `第${i}章`)}`])),
  })
})
afterEach(() => place.remove())

const assemble = (id: number | string, part: object) => ({
  id,
  channel: 'context:assemble',
  input: {
    projectId: 'novel-under-test',
    skillId: 'continue',
    cursorPosition: 900,
    stateless: true,
    ...part,
  },
})
/** What a result says, without how long it took. */
const content = ({ data }: Answer) => ({ ...(data as object), timings: null })

describe('500 assemblies at once over 50 documents', () => {
  it('are all answered within budget, two of each document compared with themselves alone', {
    tags: ['whole'],
    timeout: 120_000,
  }, async () => {
    const requests = Array.from({ length: 500 }, (_, i) =>
      assemble(i, {
        documentId: documents[i % 50],
        cursorPosition: 1000 + Math.floor(i / 50) * 37,
        limits: { window: 8192, outputReserve: 1024 },
      }),
    )
    const crowd = await startPlantedRpc(place.dataFolder, place.project, [])
    crowd.send(...requests)
    const answers = await Promise.all(requests.map(({ id }) => crowd.answer(id)))
    expect((await crowd.end()).code).toBe(0)
    expect(answers.filter(({ ok }) => !ok)).toEqual([])
    for (const { data } of answers) {
      const { tokenCount, budget } = data as unknown as {
        tokenCount: number
        budget: { maxInputTokens: number }
      }
      expect(tokenCount).toBeLessThanOrEqual(budget.maxInputTokens)
    }
    const alone = await startPlantedRpc(`${place.dataFolder}-2`, place.project, [])
    const byId = new Map(answers.map((answer) => [answer.id, answer]))
    // Each document at its first place and, warm, at its last.
    for (const request of [...requests.slice(0, 50), ...requests.slice(-50)]) {
      alone.send(request)
      const sequential = await alone.answer(request.id)
      expect(content(byId.get(request.id) as Answer)).toEqual(content(sequential)) // answered above
    }
    expect((await alone.end()).code).toBe(0)
  })
})

describe('40 requests in one write for one document', () => {
  const documentId = 'manuscript/001.md'
  const codes = (answers: readonly Answer[]) =>
    answers.map(({ ok, error }) => (ok ? 'ok' : (error?.code ?? '')))

  it('run 4, wait 16 and are refused 20, decided in the order of their lines', async () => {
    const rpc = await startPlantedRpc(place.dataFolder, place.project, ['rag-gate'])
    rpc.send(
      ...Array.from({ length: 40 }, (_, i) => {
        const request = assemble(i, { documentId })
        return i % 3 === 2 ? { ...request, channel: 'context:inspect' } : request
      }).map(({ id, channel, input }) => {
        const { stateless: _stateless, ...inspected } = input
        return { id, channel, input: channel === 'context:inspect' ? inspected : input }
      }),
    )
    const refused = await Promise.all(Array.from({ length: 20 }, (_, i) => rpc.answer(20 + i)))
    expect(codes(refused)).toEqual(Array(20).fill('CONTEXT_BACKPRESSURE'))
    rpc.send({ open: true })
    const first = await Promise.all(Array.from({ length: 20 }, (_, i) => rpc.answer(i)))
    expect(codes(first)).toEqual(Array(20).fill('ok'))
    expect((await rpc.end()).code).toBe(0)
  })

  it('give their slots back after an error, an abort and an invalid request', async () => {
    const rpc = await startPlantedRpc(place.dataFolder, place.project, ['rag-gate'])
    const ids = Array.from({ length: 20 }, (_, i) => i)
    rpc.send(...ids.map((id) => assemble(id, { documentId })))
    rpc.send(assemble('late', { documentId }))
    expect((await rpc.answer('late')).error?.code).toBe('CONTEXT_BACKPRESSURE')
    rpc.send(...ids.map((id) => ({ cancel: id })))
    expect(codes(await Promise.all(ids.map((id) => rpc.answer(id))))).toEqual(Array(20).fill('CANCELLED'))
    const wrong = Array.from({ length: 20 }, (_, i) => `wrong-${i}`)
    rpc.send(...wrong.map((id) => assemble(id, { documentId, skillId: 'no-such-skill' })))
    expect(codes(await Promise.all(wrong.map((id) => rpc.answer(id))))).toEqual(Array(20).fill('NOT_FOUND'))
    rpc.send({ open: true })
    rpc.send(...ids.map((id) => assemble(`again-${id}`, { documentId })))
    expect(codes(await Promise.all(ids.map((id) => rpc.answer(`again-${id}`))))).toEqual(Array(20).fill('ok'))
    expect((await rpc.end()).code).toBe(0)
  })

  it('share the slots with ai:run', async () => {
    const rpc = await startPlantedRpc(place.dataFolder, place.project, ['rag-gate'])
    const ids = Array.from({ length: 20 }, (_, i) => i)
    rpc.send(...ids.map((id) => assemble(id, { documentId })))
    const { stateless: _stateless, ...input } = assemble('run', { documentId }).input
    rpc.send({ id: 'run', channel: 'ai:run', input })
    expect((await rpc.answer('run')).error?.code).toBe('CONTEXT_BACKPRESSURE')
    rpc.send({ open: true })
    await Promise.all(ids.map((id) => rpc.answer(id)))
    // Polishing without a paragraph is refused after the place was taken.
    const polish = Array.from({ length: 25 }, (_, i) => `polish-${i}`)
    for (const id of polish) {
      rpc.send({ id, channel: 'ai:run', input: { ...input, skillId: 'polish', cursorPosition: 1e6 } })
      await rpc.answer(id)
    }
    rpc.send({ id: 'after', channel: 'ai:run', input })
    expect((await rpc.answer('after')).ok).toBe(true)
    expect((await rpc.end()).code).toBe(0)
  })
})
