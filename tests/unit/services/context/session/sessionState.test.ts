import { expect, it } from 'vitest'
import {
  createMemorySessionState,
  parsePrefixState,
  parseSceneState,
} from '../../../../../main/src/services/context/session/sessionState.ts'

it('the session state has the 32 scenes used last, and prefixes apart from them', () => {
  const state = createMemorySessionState()
  state.write('p', 'prefix:m', { kept: true })
  for (let i = 0; i < 32; i += 1) state.write('p', `scene:${i}`, { i })
  expect(state.read('p', 'scene:0')).toEqual({ i: 0 })
  for (let i = 32; i < 63; i += 1) state.write('p', `scene:${i}`, { i })
  const held = Array.from({ length: 63 }, (_, i) => i).filter(
    (i) => state.read('p', `scene:${i}`) !== undefined,
  )
  expect(held).toEqual([0, ...Array.from({ length: 31 }, (_, i) => i + 32)])
  expect(state.read('p', 'prefix:m')).toEqual({ kept: true })
})

it('the session state takes a damaged row of the index for none', () => {
  const block = { blockId: 'b', stability: 'turn', hash: 'h', tokens: 1 }
  const item = {
    source: 'codexEntries',
    ref: { path: '.creonow/characters/林远.md' },
    label: '人物 林远',
    title: '林远',
    reason: { code: 'in_window', params: { side: 'before', distance: 3 } },
    score: 0.9,
    hash: 'h',
    level: 'short',
  }
  const scene = {
    decidedFor: 'prefix:fake',
    stood: {
      frozen: [item],
      late: [{ ...item, level: 'full', units: 300, pinned: true, place: { offset: 4, hash: 'h' } }],
    },
    starts: [{ source: 'previousChapter', path: 'manuscript/009.md', from: 10, to: 40 }],
    snapshot: { promptHash: 'h', blocks: [block] },
    ...{ textUnits: 900, request: 4, at: 1_700_000_000_000 },
  }
  expect(parseSceneState(scene)).toEqual(scene)
  const withItem = (part: object) => ({ ...scene, stood: { frozen: [], late: [{ ...item, ...part }] } })
  for (const broken of [
    null,
    7,
    { ...scene, decidedFor: 1 },
    { ...scene, stood: undefined },
    { ...scene, stood: { frozen: [item] } },
    { ...scene, starts: [{ path: 'a' }] },
    { ...scene, starts: [null] },
    withItem({ hash: 7 }),
    withItem({ ref: {} }),
    withItem({ ref: { path: 'a', from: 'b' } }),
    withItem({ level: 'huge' }),
    withItem({ units: 0.5 }),
    withItem({ score: 'much' }),
    withItem({ pinned: 1 }),
    withItem({ place: { offset: 0.5, hash: 'h' } }),
    withItem({ place: 7 }),
    { ...scene, textUnits: 'many' },
    { ...scene, at: undefined },
    { ...scene, request: null },
    withItem({ reason: { code: 'in_window' } }),
    { ...scene, anchor: { offset: 'x', paragraphHash: 'h' } },
    { ...scene, snapshot: { promptHash: 'h', blocks: [null] } },
    { ...scene, snapshot: { promptHash: 'h', blocks: [{ ...block, tokens: 'many' }] } },
  ])
    expect(parseSceneState(broken)).toBeUndefined()
  const form = { key: 'k', form: { level: 'full', units: 3 }, units: 9 }
  const prefix = { stablePrefixHash: 'h', requests: 3, rules: [form], settings: [form] }
  expect(parsePrefixState(prefix)).toEqual(prefix)
  for (const part of [
    { rules: [{ key: 'k' }] },
    { settings: [{ ...form, units: 'x' }] },
    { settings: undefined },
    { requests: undefined },
  ])
    expect(parsePrefixState({ ...prefix, ...part })).toBeUndefined()
})
