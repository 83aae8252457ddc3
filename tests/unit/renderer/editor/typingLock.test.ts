import { EditorState, type TransactionSpec } from '@codemirror/state'
import { expect, test } from 'vitest'
import { createTypingLock } from '../../../../renderer/src/features/editor/typingLock.ts'

/** A state without a page, which is told what a view would be told. */
const open = () => {
  let online = true
  const watchers = new Set<() => void>()
  const connection = {
    get: (): 'online' | 'reconnecting' => (online ? 'online' : 'reconnecting'),
    subscribe(watcher: () => void) {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
  }
  const setOnline = (next: boolean) => {
    online = next
    for (const watcher of watchers) watcher()
  }
  let state = EditorState.create({ doc: '甲' })
  const dispatch = (spec: TransactionSpec) => {
    state = state.update(spec).state
  }
  const lock = createTypingLock(() => ({ dispatch }) as never, connection) // one way of calling a view's `dispatch`
  const show = () => {
    state = EditorState.create({ doc: '乙', extensions: lock.compartment.of([]) })
    dispatch({ effects: lock.readingNow() })
  }
  show()
  return { lock, show, setOnline, isReadOnly: () => state.readOnly, watchers }
}

test('nothing can be typed until the last work that paused typing is over, failed ones included', async () => {
  const { lock, isReadOnly } = open()
  const first = Promise.withResolvers<string>()
  const second = Promise.withResolvers<string>()
  const results = [lock.withTypingPaused(() => first.promise), lock.withTypingPaused(() => second.promise)]
  const seen = [isReadOnly()]
  first.reject(new Error('refused'))
  await results[0]?.catch(() => undefined)
  seen.push(isReadOnly())
  second.resolve('done')
  expect(await results[1]).toBe('done')
  seen.push(isReadOnly())
  expect(seen).toEqual([true, true, false])
})

test('a chapter that is shown during a pause cannot be typed in before its end, one that may only be read not after it', async () => {
  const { lock, show, isReadOnly } = open()
  const work = Promise.withResolvers<void>()
  const paused = lock.withTypingPaused(() => work.promise)
  show()
  const seen = [isReadOnly()]
  lock.setReadOnly(true)
  work.resolve()
  await paused
  seen.push(isReadOnly())
  lock.setReadOnly(false)
  seen.push(isReadOnly())
  expect(seen).toEqual([true, true, false])
})

test('while the connection is away the text can be typed in, and a work that goes on afterwards pauses typing again', async () => {
  const { lock, setOnline, isReadOnly, watchers } = open()
  const work = Promise.withResolvers<void>()
  const paused = lock.withTypingPaused(() => work.promise)
  const seen = [isReadOnly()]
  for (const online of [false, true]) {
    setOnline(online)
    seen.push(isReadOnly())
  }
  work.resolve()
  await paused
  seen.push(isReadOnly())
  expect(seen).toEqual([true, false, true, false])
  lock.dispose()
  expect(watchers.size).toBe(0)
})
