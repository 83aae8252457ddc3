import { expect, it } from 'vitest'
import type { Ref } from '../../../../main/src/services/context/core/types.ts'
import { isUnwanted } from '../../../../main/src/services/context/core/unwanted.ts'
import { engineOf, requestFor } from '../../../support/engine.ts'
import { type Planted, sourceOf } from '../../../support/planted.ts'

const passage = (path: string, from: number, to: number): Planted => ({
  ...{ source: 'passages', path, from, to },
  label: '第一章',
  text: `许三娘数到第${from}级石阶。\r\n`,
  score: 0.5,
  reason: { code: 'passage', params: { rank: 1, terms: ['石阶'] } },
})

it('a piece the author excludes is not in the prompt, leaves its row, and is back the next time', async () => {
  const found = [passage('manuscript/001.md', 0, 300), passage('manuscript/001.md', 300, 620)]
  const engine = engineOf([sourceOf('passages', async () => found)])
  const ask = (without?: string[]) =>
    engine.assemble(requestFor('林远把信折好。😀', { stateless: false, ...(without ? { without } : {}) }))
  const all = await ask()
  // Its edges moved since it was shown.
  const less = await ask(['manuscript/001.md#310-600'])
  const again = await ask()
  expect([all, less, again].map(({ userContent }) => userContent.includes('第300级'))).toEqual([
    true,
    false,
    true,
  ])
  expect([all, less, again].map(({ userContent }) => userContent.includes('第0级'))).toEqual([
    true,
    true,
    true,
  ])
  expect(less.trim.filter(({ reasonCode }) => reasonCode === 'unwanted')).toEqual([
    {
      ...{
        layer: 'retrieved',
        sourceRef: 'manuscript/001.md#300-620',
        action: 'dropped',
        reason: 'not_selected',
      },
      ...{ reasonCode: 'unwanted', params: {}, beforeChars: 15, afterChars: 0 },
    },
  ])
})

/** The references that keep a part out, of those that are given. */
const keptOutBy = (ref: Ref, ...references: readonly string[]) =>
  references.filter((reference) => isUnwanted(ref, [reference]))

it('a passage is kept out by its chapter and by a range that touches it', () => {
  const path = 'manuscript/001.md'
  const [touching, beside] = [
    ['#0-301', '#619-900', '#400-410', '#0-900'],
    ['#0-300', '#620-900', '#0-0', '#300', '#-', ' '],
  ].map((ends) => ends.map((end) => path + end)) as [string[], string[]] // one for each list
  const elsewhere = ['manuscript/002.md', 'manuscript/002.md#300-620', '']
  expect(keptOutBy({ path, from: 300, to: 620 }, path, ...touching, ...beside, ...elsewhere)).toEqual([
    path,
    ...touching,
  ])
})

it('an entry is kept out by its path alone, as there is no range of it', () => {
  const path = '.creonow/characters/许三娘.md'
  const others = ['.creonow/characters/林远.md', `${path}#0-9`, `${path}#undefined`]
  expect(keptOutBy({ path }, path, ...others)).toEqual([path])
  expect(isUnwanted({ path }, others)).toBe(false)
  expect(isUnwanted({ path }, [...others, path])).toBe(true)
  expect(isUnwanted({ path }, [])).toBe(false)
})

it('an earlier message is kept out by its id and by its own piece, which has the form of a range', () => {
  const ref = { path: 'talk:t7/e12', item: '240-391' }
  const others = ['talk:t7/e12#0-240', 'talk:t7/e12#240-390', 'talk:t7/e1', 'talk:t8/e12#240-391', '240-391']
  expect(keptOutBy(ref, 'talk:t7/e12', 'talk:t7/e12#240-391', ...others)).toEqual([
    'talk:t7/e12',
    'talk:t7/e12#240-391',
  ])
})
