import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { asLeft, createRunJournal } from '../../../../renderer/src/features/aiPanel/runJournal.ts'
import { createRunStore, type Run } from '../../../../renderer/src/features/aiPanel/runStore.ts'
import { createMemoryPort, pageJournal } from '../../../support/journal.ts'

const run: Run = {
  key: 'a',
  runId: 'r1',
  projectId: 'p',
  documentId: 'manuscript/010.md',
  skill: { id: 'continue', name: '续写', output: 'insert' },
  instruction: '慢一点',
  modelId: null,
  startedAt: new Date(1000),
  state: { phase: 'streaming' },
  decision: { kind: 'undecided' },
  text: '雾',
  warnings: [],
  notices: {},
  usage: null,
  context: null,
  receiptId: null,
  place: 'text',
  anchor: null,
  markers: null,
}
const anchor = { from: 4, before: '灯亮了。', replaced: '' }

/** One page: its runs, and what it asked main for. */
const openPage = (port: ReturnType<typeof createMemoryPort>, name: string, live: string[] = []) => {
  const runs = createRunStore()
  const asked: unknown[] = []
  const kept = createRunJournal({
    journal: pageJournal(port, name, live),
    editor: { anchorOf: (key) => (key === 'a' ? anchor : null), dividedText: () => null },
    cancel: (runId) => asked.push(runId),
    runs,
  })
  return { runs, kept, asked }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('an unfinished run comes back with its text so far and says so, and main is told to stop it', async () => {
  const port = createMemoryPort()
  const before = openPage(port, 'before')
  before.runs.add(run)
  before.runs.patch('a', ({ text }) => ({ text: `${text}港的灯𠮷` }))
  await vi.advanceTimersByTimeAsync(1000)
  const after = openPage(port, 'after')
  await after.kept.load('p')
  const left: Run = { ...run, text: '雾港的灯𠮷', anchor, state: { phase: 'interrupted' } }
  expect(after.runs.store.getState().runs).toEqual([left])
  expect(after.asked).toEqual(['r1'])
})

test('what the writer decided is written down at once', async () => {
  const port = createMemoryPort()
  const before = openPage(port, 'before')
  before.runs.add({ ...run, state: { phase: 'finished', reachedLimit: false } })
  await vi.advanceTimersByTimeAsync(1000)
  const left = async (name: string) => {
    await vi.advanceTimersByTimeAsync(0)
    const entries = await pageJournal(port, name).listLeft(['run', 'p'])
    return entries.map(({ value }) => value)
  }
  before.runs.patch('a', () => ({ hidden: true }))
  expect(await left('second')).toMatchObject([{ hidden: true, decision: { kind: 'undecided' } }])
  const parts = { kind: 'paragraphs', whole: '雾散了。\n灯灭了。', list: [] } as const
  const divided = { text: '雾散了。', parts } as unknown as Run['divided'] // as far as it is looked at
  before.runs.patch('a', () => ({ divided }))
  expect(await left('of a paragraph')).toMatchObject([{ divided, decision: { kind: 'undecided' } }])
  before.runs.patch('a', () => ({ hidden: false }))
  before.runs.patch('a', () => ({ decision: { kind: 'accepted' } }))
  expect(await left('third')).toMatchObject([{ hidden: false, decision: { kind: 'accepted' }, anchor }])
})

test('the runs of a page that is open elsewhere, and of another book, stay where they are', async () => {
  const port = createMemoryPort()
  const other = openPage(port, 'other')
  other.runs.add(run)
  other.kept.saveNow()
  const mine = openPage(port, 'mine', ['other'])
  await mine.kept.load('p')
  const elsewhere = openPage(port, 'elsewhere')
  await elsewhere.kept.load('q')
  expect([mine.runs.store.getState().runs, elsewhere.runs.store.getState().runs]).toEqual([[], []])
  expect(mine.asked).toEqual([])
})

test('a run that came back belongs to the page that shows it, and is offered to no second one', async () => {
  const port = createMemoryPort()
  const before = openPage(port, 'before')
  before.runs.add({ ...run, state: { phase: 'finished', reachedLimit: false } })
  before.kept.saveNow()
  const first = openPage(port, 'first')
  await first.kept.load('p')
  first.kept.saveNow()
  await vi.advanceTimersByTimeAsync(0)
  const second = openPage(port, 'second', ['first'])
  await second.kept.load('p')
  expect([first.runs.store.getState().runs.length, second.runs.store.getState().runs.length]).toEqual([1, 0])
})

test('a run pushed out of the list leaves the journal too', async () => {
  const port = createMemoryPort()
  const { runs, kept } = openPage(port, 'page')
  for (let number = 1; number <= 25; number++)
    runs.add({ ...run, key: `run-${number}`, state: { phase: 'finished', reachedLimit: false } })
  kept.saveNow()
  await vi.advanceTimersByTimeAsync(0)
  expect(port.entries.size).toBe(20)
  runs.add({ ...run, key: 'run-26', state: { phase: 'finished', reachedLimit: false } })
  await vi.advanceTimersByTimeAsync(1000)
  const keys = [...port.entries.values()].map(({ key }) => key[2])
  expect([keys.length, keys.includes('run-6'), keys.includes('run-26')]).toEqual([20, false, true])
})

test('a finished run is not called interrupted', () => {
  const failed: Run = { ...run, state: { phase: 'failed', error: { code: 'AI_BUSY', message: '太忙' } } }
  expect(asLeft(failed)).toEqual(failed)
})

test('runs come back in the order in which they started, from an encrypted journal too', () => {
  const { runs } = openPage(createMemoryPort(), 'page')
  const at = (key: string, startedAt: Date): Run => ({
    ...{ ...run, key, startedAt },
    state: { phase: 'finished', reachedLimit: false },
  })
  const left: Run[] = JSON.parse(JSON.stringify([at('b', new Date(2000)), at('a', new Date(1000))]))
  runs.addLeft(left.map(asLeft))
  expect(runs.store.getState().runs).toEqual([at('a', new Date(1000)), at('b', new Date(2000))])
})

const { state: _state, decision: _decision, ...fields } = run
const flat = { ...fields, cancelled: false, interrupted: false, error: null, outcome: null, asking: false }
const error = { code: 'AI_BUSY', message: '太忙' } as const
test.each<[Partial<Parameters<typeof asLeft>[0]>, Pick<Run, 'state' | 'decision'>]>([
  [{ phase: 'working' }, { state: { phase: 'interrupted' }, decision: { kind: 'undecided' } }],
  [
    { phase: 'failed', error },
    { state: { phase: 'failed', error }, decision: { kind: 'undecided' } },
  ],
  [
    { phase: 'done', reachedLimit: true, outcome: 'edited' },
    { state: { phase: 'finished', reachedLimit: true }, decision: { kind: 'edited' } },
  ],
  [
    { phase: 'done', cancelled: true, asking: true },
    { state: { phase: 'cancelled' }, decision: { kind: 'undecided' } },
  ],
  [
    { phase: 'done', interrupted: true },
    { state: { phase: 'interrupted' }, decision: { kind: 'undecided' } },
  ],
])('an entry of an older page, %j, is read as a run', (part, expected) => {
  // What older pages wrote: a phase and flags.
  const entry = { ...flat, phase: 'done', ...part } as Parameters<typeof asLeft>[0]
  expect(asLeft(entry)).toEqual({ ...fields, ...expected })
})
