import { expect, test } from 'vitest'
import { beatsOf, extractRows, isStorable } from '../../../../renderer/src/features/extract/extractRows.ts'
import { storeBeats, storeThreads } from '../../../../renderer/src/features/extract/storeItems.ts'
import type { Ipc } from '../../../../renderer/src/ipc/types.ts'

const none = new Set<string>()

test('a card whose name the codex has is shown and not ticked, and its kind is read from what is above it', () => {
  const answer = '新地点：\n\n- **盐仓**：在码头东边。\n- **灯塔**：没有点灯。'
  expect(extractRows(answer, 'cards', new Set(['灯塔']))).toEqual([
    {
      id: '0',
      ticked: true,
      title: '盐仓',
      text: '在码头东边。',
      beats: '',
      type: 'location',
      isPresent: false,
    },
    {
      id: '1',
      ticked: false,
      title: '灯塔',
      text: '没有点灯。',
      beats: '',
      type: 'location',
      isPresent: true,
    },
  ])
})

test('a thread is its title with what was said of it, and no longer than titles may be', () => {
  const [row] = extractRows(`伏笔：\n- **那封信**：${'埋'.repeat(300)}`, 'threads', none)
  expect([row?.title.length, row?.title.startsWith('那封信：埋'), row?.text]).toEqual([200, true, ''])
})

test('a row without words or without its tick is not stored, and beats are its lines', () => {
  const [row] = extractRows('- 甲\n- 乙', 'beats', none)
  if (row === undefined) throw new Error('no row')
  expect([
    isStorable(row, 'beats'),
    isStorable({ ...row, ticked: false }, 'beats'),
    isStorable({ ...row, text: ' ' }, 'beats'),
    isStorable(row, 'cards'),
    beatsOf({ beats: ' 一\n\n二 ' }),
  ]).toEqual([true, false, false, false, ['一', '二']])
})

test('beats come behind those that the chapter has', async () => {
  const sent: { readonly beats?: readonly { readonly text: string }[] }[] = []
  const plan = { text: '渡江', beats: [{ id: 'b_1', text: '上船' }] }
  const invoke = async (_: string, input: { readonly plan?: (typeof sent)[number] }) => {
    if (input.plan) sent.push(input.plan)
    return { ok: true, data: { plan, hash: 'h' } }
  }
  // Only the two channels of a plan are called.
  const ipc = { invoke } as unknown as Ipc
  const stored = await storeBeats(ipc, { projectId: 'p', documentId: 'c_1' }, ['靠岸'])
  expect([stored, sent[0]?.beats?.map(({ text }) => text)]).toEqual([
    { count: 1, error: null },
    ['上船', '靠岸'],
  ])
})

test('what was refused ends the storing, and how much is stored before it is said', async () => {
  const error = { code: 'CONFLICT', message: '' }
  const titles: string[] = []
  const invoke = async (_: string, { title }: { readonly title: string }) => {
    titles.push(title)
    return titles.length < 2 ? { ok: true } : { ok: false, error }
  }
  // Only one channel is called.
  const ipc = { invoke } as unknown as Ipc
  expect([await storeThreads(ipc, 'p', ['甲', '乙', '丙']), titles]).toEqual([
    { count: 1, error },
    ['甲', '乙'],
  ])
})
