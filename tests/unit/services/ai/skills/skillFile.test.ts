import { expect, test } from 'vitest'
import { parseSkill } from '../../../../../main/src/services/ai/skills/skillFile.ts'

const file = (fields: string, body = '写一段旁白。') => `---\n${fields}\n---\n${body}\n`
const good = 'id: 旁白\nname: 旁白\noutput: insert'

test.each([
  ['header', '写一段旁白。'],
  ['yaml', file('id: [')],
  ['yaml', file('- 旁白')],
  ['id', file('name: 旁白\noutput: insert')],
  ['id', file('id: 旁 白\nname: 旁白\noutput: insert')],
  ['name', file(`id: 旁白\nname: ${'长'.repeat(81)}\noutput: insert`)],
  ['output', file('id: 旁白\nname: 旁白\noutput: 插入')],
  ['layers', file(`${good}\nlayers: [正文]`)],
  ['window', file(`${good}\nwindow: 12`)],
  ['profile', file(`${good}\nprofile: chat`)],
  ['profile', file(`${good}\nprofile: agent`)],
  ['empty', file(good, '')],
  ['retrievedOnly', file(`${good}\nlayers: [rules]`)],
])('a file is no skill for one reason: %s', (problem, text) => {
  expect(parseSkill(text, 'x.md')).toEqual({ fault: { problem, detail: '' } })
})

test('a whole file is a skill', () => {
  expect(parseSkill(file(`${good}\nwindow: 8000`), '.creonow/skills/旁白.md')).toEqual({
    ...{ id: '旁白', name: '旁白', output: 'insert', windowTokens: 8000, template: true },
    instruction: { zh: '写一段旁白。', en: '写一段旁白。' },
    source: '.creonow/skills/旁白.md',
  })
})
