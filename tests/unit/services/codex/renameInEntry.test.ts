import { expect, it } from 'vitest'
import { renameInEntry } from '../../../../main/src/services/codex/renameInEntry.ts'

const renamed = new Map([
  ['manuscript/1.md', 'manuscript/01-雾港.md'],
  ['manuscript/2.md', 'manuscript/02.md'],
])

it('a chapter with another name is followed wherever front matter names it, and nothing else changes', () => {
  const yaml = (one: string, two: string) => `---
name: 沈砚 # manuscript/1.md
aliases:
  - ''
  - { name: 沈知府, from: ${one}, to: "${two}" }
relations: [{ to: manuscript/1.md, kind: 旧识, from: ${two} }]
progressions:
  - from: ${one}
    text: 从 manuscript/1.md 起
from: ${one}
---
manuscript/1.md
`
  const before = yaml('manuscript/1.md', 'manuscript/2.md')
  expect(renameInEntry(before, 'a.md', renamed)).toBe(yaml('manuscript/01-雾港.md', 'manuscript/02.md'))
  expect(renameInEntry(before, 'a.md', new Map())).toBe(before)
})

it('the same in JSON, and a file that cannot be parsed stays as it is', () => {
  const json = (one: string) =>
    `{ "from": "${one}",\n "aliases": ["", {"name": "x", "from": "${one}"}], "relations": [{"to": "manuscript/1.md", "from": "${one}"}] }`
  expect(renameInEntry(json('manuscript/1.md'), 'a.json', renamed)).toBe(json('manuscript/01-雾港.md'))
  expect(renameInEntry('{"from": "manuscript/1.md"', 'a.json', renamed)).toBe('{"from": "manuscript/1.md"')
})
