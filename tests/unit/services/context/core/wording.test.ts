import { expect, it } from 'vitest'
import { sayReason } from '../../../../../main/src/services/context/core/wording.ts'

it('a reason says at which side of the cursor, and how far from it, a name stands', () => {
  const found = (side: 'before' | 'after', distance: number, shared = false) =>
    sayReason({ code: 'in_window', params: { side, distance, key: '林远', shared } })
  expect([found('before', 0), found('before', 1), found('after', 12), found('after', 0, true)]).toEqual([
    '光标处提到「林远」',
    '光标前 1 字提到「林远」',
    '光标后 12 字提到「林远」',
    '光标处提到「林远」（几个条目共用这个称呼）',
  ])
})
