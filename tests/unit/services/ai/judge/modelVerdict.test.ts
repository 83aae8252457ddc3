import { describe, expect, it } from 'vitest'
import { formatQuestion, readAnswer } from '../../../../../main/src/services/ai/judge/modelVerdict.ts'

const one = { rule: 1, quote: '林远大吼一声。', why: '他喊了', entry: '' }
const json = JSON.stringify({ findings: [one] })

describe("a model's answer", () => {
  it.each([
    ['alone', json],
    ['in a fence', `\`\`\`json\n${json}\n\`\`\``],
    ['in prose', `好的，核对如下：\n${json}\n以上 {完}。`],
    ['behind its thinking', `<think>先看 {"findings":[]} 再说</think>${json}`],
    ['behind another object', `{"note":"格式"} ${json}`],
    [
      'with a number as a word, and fields left out',
      '{"findings":[{"rule":"1","quote":"林远大吼一声。","why":"他喊了"}]}',
    ],
    ['beside a finding of another shape', JSON.stringify({ findings: [{ rule: 'x' }, null, one] })],
  ])('is read %s', (_how, text) => {
    expect(readAnswer(text)).toEqual([one])
  })

  it.each([
    ['nothing', ''],
    ['prose', '没有问题。'],
    ['half an object', '{"findings":[{"rule":1,'],
    ['thinking that never ends', `<think>${json}`],
    ['another object', '{"ok":true}'],
    ['findings that are no list', '{"findings":"none"}'],
    ['braces only', '{'.repeat(5000)],
  ])('that is %s is none, and says why', (_what, text) => {
    expect(readAnswer(text)).toEqual({ problem: expect.any(String) })
  })

  it('does not end at braces and quotes inside strings', () => {
    const quote = '他写下“{”和 "}" 。'
    expect(readAnswer(`x ${JSON.stringify({ findings: [{ ...one, quote }] })}`)).toEqual([{ ...one, quote }])
  })
})

it('a repeated question differs only in its last line', () => {
  const question = {
    ...({ language: 'zh', text: '雾。', chapter: { number: 3, title: '港务处' } } as const),
    ...{
      rules: ['本世界没有魔法'],
      entries: [{ title: '魏伯（已故）', text: '死于第二章' }],
      continuity: true,
    },
  }
  const first = formatQuestion(question)
  expect(first).toContain('1. 本世界没有魔法')
  expect(first).toContain('魏伯（已故）: 死于第二章')
  expect(first).toContain('json')
  expect(formatQuestion(question, 'no JSON object').startsWith(first)).toBe(true)
})
