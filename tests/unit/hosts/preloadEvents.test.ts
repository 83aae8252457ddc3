import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { events } from '../../../main/src/contract/events.ts'

test('the preload script lets every event of the contract through to the page', async () => {
  const source = await readFile('preload/src/index.ts', 'utf8')
  const list = /eventNames[^=]+= \{([^}]+)\}/.exec(source)?.[1] ?? ''
  expect([...list.matchAll(/(\w+): true/g)].map(([, name]) => name).toSorted()).toEqual(
    Object.keys(events).toSorted(),
  )
})
