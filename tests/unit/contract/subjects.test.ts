import { expect, it } from 'vitest'
import { isInFront } from '../../../main/src/contract/subjects.ts'

it('rules, settings and codex entries stand in front of requests, their folders too, and nothing that is only called alike', () => {
  const front = ['.creonow/rules/style.md', '.creonow/settings', '.creonow/characters/林远.md']
  const behind = ['.creonow/rules-old/a.md', '.creonow/synopses/c_1.md', 'manuscript/001.md', '.creonow']
  expect([...front, ...behind].filter(isInFront)).toEqual(front)
})
