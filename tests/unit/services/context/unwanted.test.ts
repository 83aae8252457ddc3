import { expect, it } from 'vitest'
import { engineOf, requestFor } from '../../../support/engine.ts'
import { type Planted, sourceOf } from '../../../support/planted.ts'

const passage = (path: string, from: number, to: number): Planted => ({
  ...{ source: 'passages', path, from, to },
  label: '第一章',
  text: `许三娘数到第${from}级石阶。\r\n`,
  score: 0.5,
  reason: { code: 'passage', params: { rank: 1, terms: ['石阶'] } },
})

it('what the author does not want this time is not in the prompt, leaves its row, and is back the next time', async () => {
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
