import { expect, test } from 'vitest'
import { focusWhenDrawn } from '../../../../renderer/src/features/chapters/focusWhenDrawn.ts'

/** A page where a row is drawn after some frames, and the writer goes elsewhere before one of them. */
function page({ drawnAfter, elsewhereAt }: { drawnAfter: number; elsewhereAt?: number }) {
  let active = 'list'
  let frame = 0
  const waiting: (() => void)[] = []
  const row = {
    focus() {
      active = 'row'
    },
  }
  focusWhenDrawn(() => (frame >= drawnAfter ? row : null), {
    active: () => active,
    nowhere: 'body',
    nextFrame: (look) => void waiting.push(look),
  })
  for (let look = waiting.shift(); look; look = waiting.shift()) {
    frame += 1
    // Where the row was that had the focus, nothing is any more.
    if (frame === 1) active = 'body'
    if (frame === elsewhereAt) active = 'editor'
    look()
  }
  return { active, frames: frame }
}

test('a row gets the focus at once, or in the frame in which it is drawn', () => {
  expect([page({ drawnAfter: 0 }), page({ drawnAfter: 7 })]).toEqual([
    { active: 'row', frames: 0 },
    { active: 'row', frames: 7 },
  ])
})

test('a row does not take the focus from where the writer has moved meanwhile', () => {
  expect(page({ drawnAfter: 7, elsewhereAt: 3 })).toEqual({ active: 'editor', frames: 3 })
})

test('a row that never comes is waited for no longer than half a second of frames', () => {
  expect(page({ drawnAfter: Number.POSITIVE_INFINITY })).toEqual({ active: 'body', frames: 30 })
})
