import { expect, test } from 'vitest'
import { longerNames } from '../../../../main/src/services/codex/wholeName.ts'

const chapters = (line: string, count = 5) => Array.from({ length: count }, () => `　　${line}\r\n`)

test('a longer name that never speaks is found by the clauses that follow it', () => {
  const book = chapters('林远推开门，看见林远山站在雾里。“林远！”她喊，𠮷字那样少见。天亮了，林远没有睡。')
  expect(longerNames('林远', book)).toEqual(['林远山'])
})

test('what a name does is no part of it', () => {
  const lines = [
    ...['林远说：“走。”', '林远道：“好。”', '林远在门口。', '林远知道，他知道。', '林远追问：“谁？”'],
    ...['林远推开门。', '林远冷笑。', '林远跪在雨里。', '林远赶走了狗，他赶走了猫。', '林远端坐，众人端坐。'],
    ...['林远拾起信。', '林远掏出钥匙。', '林远却走了。', '林远低声说。', '林远挥手，便走了。'],
  ]
  expect(longerNames('林远', chapters(lines.join('')))).toEqual([])
})

test('a longer name that occurs twice is not found', () => {
  expect(longerNames('林远', chapters('林远山说：“走。”', 2))).toEqual([])
})
