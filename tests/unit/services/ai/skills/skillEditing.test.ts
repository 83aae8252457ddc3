import { expect, test } from 'vitest'
import {
  newSkillText,
  readSkillFields,
  withSkillFields,
} from '../../../../../main/src/services/ai/skills/skillEditing.ts'
import { parseSkill } from '../../../../../main/src/services/ai/skills/skillFile.ts'

const fields = {
  name: '雾中：听声',
  output: 'insert',
  retrieved: true,
  instruction: '写雾里的声音。',
} as const

test('what a form writes of a skill is what it reads again, whatever stands in the name', () => {
  for (const name of ['雾中：听声', 'a: b # c', '“引号” "quote"', '- 𠮷'])
    for (const retrieved of [true, false]) {
      const wanted = { ...fields, name, retrieved }
      const fresh = newSkillText('fog', wanted)
      expect(readSkillFields(fresh)).toEqual({ skill: wanted, fault: null })
      const changed = { ...wanted, name: `${name}二`, output: 'show', retrieved: !retrieved } as const
      expect(readSkillFields(withSkillFields(fresh, changed))).toEqual({ skill: changed, fault: null })
    }
})

test('a field that no form shows stays in the file, and so do the id and the window', () => {
  const text =
    '---\n# 手写的\nid: fog\nname: 听声\noutput: insert\nwindow: 8000\nauthor: 阿簪\n---\n写声音。\n'
  const next = withSkillFields(text, { ...fields, retrieved: false })
  expect(next).toBe(
    '---\n# 手写的\nid: fog\nname: 雾中：听声\noutput: insert\nwindow: 8000\nauthor: 阿簪\nlayers:\n  - rules\n  - settings\n  - immediate\n---\n\n写雾里的声音。\n',
  )
  expect(parseSkill(next, 'x.md')).toMatchObject({ id: 'fog', windowTokens: 8000, without: ['retrieved'] })
})

test.each([
  ['没有说明', 'header', 1],
  ['---\nid: fog\nname: [听\noutput: insert\n---\n写。', 'yaml', 4],
  ['---\nid: fog\nname: 听声\noutput: shout\n---\n写。', 'output', 4],
  ['---\nid: fog\nname: 听声\noutput: show\nlayers: [rules]\n---\n写。', 'retrievedOnly', 5],
])('a broken skill says in which line it is broken: %j', (text, problem, line) => {
  expect(readSkillFields(text)).toEqual({ skill: null, fault: { problem, detail: '', line } })
})

test('a skill that lacks only its instruction can be written in the form', () => {
  const text = newSkillText('fog', { ...fields, instruction: '' })
  expect(readSkillFields(text)).toEqual({
    skill: { ...fields, instruction: '' },
    fault: { problem: 'empty', detail: '', line: 6 },
  })
})
