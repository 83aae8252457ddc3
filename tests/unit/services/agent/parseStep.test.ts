import { describe, expect, it } from 'vitest'
import { parseStep } from '../../../../main/src/services/agent/react/parseStep.ts'

const read = {
  kind: 'action',
  thought: '先看第三回。',
  tool: 'Read',
  input: { path: 'manuscript/003-第三回.md' },
}

describe('parseStep', () => {
  it.each([
    ['as documented', 'Thought: 先看第三回。\nAction: Read[{"path":"manuscript/003-第三回.md"}]', false],
    [
      'full-width colons and brackets',
      '思考：先看第三回。\n行动：Read［{"path"："manuscript/003-第三回.md"}］',
      true,
    ],
    ['Chinese brackets', 'Thought：先看第三回。\nAction：Read【{"path":"manuscript/003-第三回.md"}】', false],
    [
      'Markdown',
      '**Thought:** 先看第三回。\n\n**Action:** `Read`[{"path":"manuscript/003-第三回.md"}]',
      false,
    ],
    ['CRLF', 'Thought: 先看第三回。\r\nAction: Read[{"path":"manuscript/003-第三回.md"}]\r\n', false],
    ['a comma too many', 'Thought: 先看第三回。\nAction: Read[{"path":"manuscript/003-第三回.md",}]', true],
    ['keys without quotes', "Thought: 先看第三回。\nAction: Read[{path: 'manuscript/003-第三回.md'}]", true],
    ['curly quotes', 'Thought: 先看第三回。\nAction: Read[{“path”：“manuscript/003-第三回.md”}]', true],
    ['brackets not closed', 'Thought: 先看第三回。\nAction: Read[{"path":"manuscript/003-第三回.md"', true],
    ['a call', 'Thought: 先看第三回。\nAction: Read({"path":"manuscript/003-第三回.md"})', false],
    [
      'arguments on a line',
      'Thought: 先看第三回。\nAction: Read\nAction Input: {"path":"manuscript/003-第三回.md"}',
      false,
    ],
    [
      'fenced JSON',
      'Thought: 先看第三回。\nAction: Read\n```json\n{"path":"manuscript/003-第三回.md"}\n```',
      false,
    ],
    ['no label for the thought', '先看第三回。\nAction: Read[{"path":"manuscript/003-第三回.md"}]', false],
  ])('reads a step with %s', (_, text, repaired) => {
    expect(parseStep(text)).toEqual({ ...read, repaired })
  })

  it('preserves a text: quotes, brackets, line breaks and characters outside the BMP', () => {
    const said = '　　“林远”说：“{𠮷}[好]。”\n　　他"笑"了，走了。'
    const exact = parseStep(`Action: Write[${JSON.stringify({ path: 'a.md', content: said })}]`)
    const sloppy = parseStep(`Action: Write[{"path": "a.md", "content": "${said}"}]`)
    expect(exact).toMatchObject({ input: { path: 'a.md', content: said }, repaired: false })
    expect(sloppy).toMatchObject({ input: { path: 'a.md', content: said }, repaired: true })
  })

  it('takes a fenced block behind the action, and one with longer fences whole', () => {
    const step = parseStep(
      'Action: Write[{"path":"a.md"}]\n````text\n　　雾。\n```\nAction: 不是\n```\n完\n````\n',
    )
    expect(step).toMatchObject({
      tool: 'Write',
      input: { path: 'a.md' },
      fenced: '　　雾。\n```\nAction: 不是\n```\n完',
    })
  })

  it.each([
    ['Thought: 好了。\nAction: Finish[改完了：见[第三回]。]', '改完了：见[第三回]。'],
    ['Thought: 好了。\nFinish[改完了。]', '改完了。'],
    ['Thought: 好了。\nAction: Finish［改完了。］', '改完了。'],
    ['Thought: 好了。\nAction: Finish[{"answer":"改完了。\\n两处。"}]', '改完了。\n两处。'],
    ['Thought: 好了。\nAction: Finish["改完了。"]', '改完了。'],
    ['Thought: 好了。\nAction: Finish[改完了。\n第一处', '改完了。\n第一处'],
  ])('finishes with %s', (text, answer) => {
    expect(parseStep(text)).toEqual({ kind: 'finish', thought: '好了。', answer })
  })

  it.each([
    ['a thought alone', 'Thought: 第三回里说他已经死了。', 'noAction'],
    ['an action without a name', 'Action: ？', 'noAction'],
    ['arguments that are no JSON', 'Action: Read[第三回]', 'badArguments'],
    ['a text that was cut off', 'Action: Write[{"path":"a.md","content":"写到一半', 'unclosed'],
    ['a block that was cut off', 'Action: Write[{"path":"a.md"}]\n```\n写到一半', 'unclosed'],
  ])('takes %s for no step', (_, text, reason) => {
    expect(parseStep(text)).toMatchObject({ kind: 'malformed', reason })
  })

  it('takes a call without arguments', () => {
    expect(parseStep('Action: LS[]')).toMatchObject({ tool: 'LS', input: {}, repaired: false })
    expect(parseStep('Action: LS')).toMatchObject({ tool: 'LS', input: {}, repaired: true })
  })
})
