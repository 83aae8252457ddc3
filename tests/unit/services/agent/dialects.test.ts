import { describe, expect, it } from 'vitest'
import { parseStep } from '../../../../main/src/services/agent/react/parseStep.ts'
import { createStepReader } from '../../../../main/src/services/agent/react/protocol.ts'
import { ownArguments, ownToolName } from '../../../../main/src/services/agent/tools/commonNames.ts'

const path = 'manuscript/003-第三回.md'
const json = JSON.stringify({ path, from: 2 })
const calls = [
  ['Hermes', `<tool_call>\n{"name": "Read", "arguments": ${json}}\n</tool_call>`],
  ['Hermes without its end', `<tool_call>{"name": "Read", "arguments": ${json}}`],
  [
    'Qwen’s tags',
    `<tool_call>\n<function=Read>\n<parameter=path>\n${path}\n</parameter>\n<parameter=from>\n2\n</parameter>\n</function>\n</tool_call>`,
  ],
  [
    'DeepSeek R1',
    `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>Read\n\`\`\`json\n${json}\n\`\`\`<｜tool▁call▁end｜><｜tool▁calls▁end｜>`,
  ],
  [
    'DeepSeek V3.1',
    `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>Read<｜tool▁sep｜>${json}<｜tool▁call▁end｜><｜tool▁calls▁end｜>`,
  ],
  [
    'Claude',
    `<function_calls>\n<invoke name="Read">\n<parameter name="path">${path}</parameter>\n<parameter name="from">2</parameter>\n</invoke>\n</function_calls>`,
  ],
  ['OpenAI', `{"name": "Read", "arguments": ${json}}`],
  ['OpenAI, arguments as text', `{"name": "Read", "arguments": ${JSON.stringify(json)}}`],
  [
    'OpenAI, a function inside',
    `{"type": "function", "function": {"name": "Read", "arguments": ${json}}}`.replace(
      '"type": "function", ',
      '',
    ),
  ],
  ['LangChain', `\`\`\`json\n{"action": "Read", "action_input": ${json}}\n\`\`\``],
  ['"tool" and "input"', `{"tool": "Read", "input": ${json}}`],
  ['Python', `Read(path="${path}", from=2)`],
  ['Python in a block', `\`\`\`tool_code\nRead(path='${path}', from=2)\n\`\`\``],
  ['Python behind its label', `Action: Read(path="${path}", from=2)`],
] as const

describe('a step in another dialect', () => {
  it.each(calls)('is read: %s', (_, call) => {
    const step = { kind: 'action', tool: 'Read', input: { path, from: 2 }, repaired: true }
    expect(parseStep(call)).toEqual({ ...step, thought: '' })
    expect(parseStep(`先看第三回。\n${call}\n`)).toEqual({ ...step, thought: '先看第三回。' })
    expect(parseStep(`Thought: Chapter three first.\n${call}`)).toMatchObject({
      thought: 'Chapter three first.',
    })
  })

  it.each([
    `<tool_call>\n{"name": "Write", "arguments": {"path": "a.md", "content": "写到一半`,
    `<invoke name="Write">\n<parameter name="path">a.md</parameter>\n<parameter name="content">写到一半`,
    `<tool_call>\n<function=Write>\n<parameter=content>\n写到一半`,
    'Write(path="a.md", content="写到一半',
    '<｜tool▁call▁begin｜>Write<｜tool▁sep｜>{"path": "a.md", "content": "写到一半',
    'Action: Write(path="a.md", content="写到一半',
    '<invoke name="Write"><parameter name="path">a.md</parameter><parameter name="content">写到<b>一半</invoke>',
  ])('that was cut off is not carried out: %j', (text) => {
    expect(parseStep(text)).toMatchObject({ kind: 'malformed', reason: 'unclosed' })
  })

  it('has the text of an argument to the letter', () => {
    const content = '　　他说："走。"\n  <b>𠮷</b> [好] {1}\n'
    const xml = `<invoke name="Write"><parameter name="path">a.md</parameter><parameter name="content">${content}</parameter></invoke>`
    const python = `Write(path="a.md", content="""${content}""")`
    for (const text of [xml, python])
      expect(parseStep(text)).toMatchObject({ input: { path: 'a.md', content } })
    const escaped = "Write(path='a.md', content='他说：\\'走。\\'\\n\\\\n 完')"
    expect(parseStep(escaped)).toMatchObject({ input: { content: "他说：'走。'\n\\n 完" } })
  })

  it('is no object that has only a name', () => {
    for (const text of ['{"name": "林远", "age": 16}', '```json\n{"name": "Lin Yuan"}\n```'])
      expect(parseStep(text)).toMatchObject({ kind: 'finish', answer: text })
    expect(parseStep('<tool_call>{"name": "LS", "arguments": {}}</tool_call>')).toMatchObject({ tool: 'LS' })
  })

  it('is the first of several, and none behind an action', () => {
    const two = `${calls[0][1]}\n<tool_call>{"name": "LS", "arguments": {}}</tool_call>`
    expect(parseStep(two)).toMatchObject({ tool: 'Read', isFollowed: true })
    for (const [, one] of calls) {
      expect(parseStep(`${one}\n以上。`)).not.toHaveProperty('isFollowed')
      if (!one.startsWith('Action')) expect(parseStep(`${one}\n${one}`)).toMatchObject({ isFollowed: true })
    }
    expect(parseStep(`Action: LS[]\n${calls[0][1]}`)).toMatchObject({ tool: 'LS' })
  })
})

describe('an answer', () => {
  it.each([
    ['第三回里说他已经死了。\n所以不能再出场。', '第三回里说他已经死了。\n所以不能再出场。'],
    ['He is dead since chapter three (see "The Fog").', 'He is dead since chapter three (see "The Fog").'],
    ['Final Answer: He is dead.', 'He is dead.'],
    ['**Final Answer:** 他死了。\n第三回。', '他死了。\n第三回。'],
    ['Finish: 改完了。', '改完了。'],
    ['Finish[Final Answer: 改完了。]', 'Final Answer: 改完了。'],
  ])('needs no brackets: %j', (text, answer) => {
    expect(parseStep(text)).toMatchObject({ kind: 'finish', answer })
  })

  it('is no thought that only announces a step, and no text that has none', () => {
    for (const text of ['Thought: 先看第三回。', '', '\n'])
      expect(parseStep(text)).toMatchObject({ kind: 'malformed', reason: 'noAction' })
  })

  it('without a form does not end the reading before the action that follows', () => {
    const reader = createStepReader()
    const text = `先看第三回。\n再改。\nAction: Read[{"path":"${path}"}]\nObservation: 假的\n`
    for (const char of text) reader.read(char)
    expect([parseStep(reader.text()), reader.invented()]).toMatchObject([{ tool: 'Read' }, true])
  })
})

describe('common names', () => {
  it('of tools are known in any writing', () => {
    const names = ['read_file', 'ReadFile', 'str_replace', 'list_dir', 'list-files', 'Read', 'Unknown']
    expect(names.map(ownToolName)).toEqual(['Read', 'Read', 'Edit', 'LS', 'LS', 'Read', 'Unknown'])
  })

  it('of arguments are taken where the tool has none of that name', () => {
    const known = new Set(['path', 'from', 'lines'])
    expect(ownArguments({ file_path: 'a.md', offset: 3, limit: 5 }, known)).toEqual({
      path: 'a.md',
      from: 3,
      lines: 5,
    })
    expect(ownArguments({ limit: 5 }, new Set(['limit', 'lines']))).toEqual({ limit: 5 })
    expect(ownArguments({ path: 'a.md', file: 'b.md' }, known)).toEqual({ path: 'a.md', file: 'b.md' })
    expect(ownArguments({ file: 'a.md', filename: 'b.md' }, known)).toEqual({
      file: 'a.md',
      filename: 'b.md',
    })
    expect([ownArguments('a.md', known), ownArguments([1], known), ownArguments(null, known)]).toEqual([
      'a.md',
      [1],
      null,
    ])
  })
})
