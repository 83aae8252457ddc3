import { expect, test } from 'vitest'
import { reading, writing } from '../../../main/src/contract/effects.ts'
import { contract } from '../../../main/src/contract/index.ts'
import type { Channel } from '../../../main/src/contract/shared.ts'

test('every channel whose name says that it reads is one that reads, and no other', () => {
  const names =
    /:(list|read|get|status|trash|matches|mentions|suggestions|episodes|search|export|preview|ask|models|compare)$/
  expect(
    Object.keys(contract)
      .filter((channel) => names.test(channel))
      .toSorted(),
  ).toEqual([...reading].toSorted())
})

test('every channel whose name says that it changes a project is one that writes, and names the project', () => {
  const names =
    /^(?!settings|projects).*:(save|create|update|delete|set|add|remove|rename|move|undo|import|decide|distil|ensure)$/
  const named = Object.keys(contract).filter((channel) => names.test(channel))
  expect(named.filter((channel) => !writing.has(channel))).toEqual([])
  expect(named.length).toBeGreaterThan(20)
  // What names no project passes the gate of the read-only window.
  const unnamed = Object.entries(contract).filter(
    ([channel, { input }]) => writing.has(channel) && !('projectId' in input.shape),
  )
  expect(unnamed.map(([channel]) => channel)).toEqual([])
})

test('every channel that writes names what it changes, or nothing would be read again', () => {
  const silent = Object.entries<Channel>(contract).filter(
    ([channel, { subjects }]) => writing.has(channel) && subjects.length === 0,
  )
  expect(silent.map(([channel]) => channel)).toEqual([])
})
