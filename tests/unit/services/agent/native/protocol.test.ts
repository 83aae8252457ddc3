import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { definitionOf } from '../../../../../main/src/services/agent/native/definitions.ts'
import { nativeCalls } from '../../../../../main/src/services/agent/native/protocol.ts'
import { systemPrompt } from '../../../../../main/src/services/agent/prompts.ts'
import { protocolsOf } from '../../../../../main/src/services/agent/protocolChoice.ts'

const count = (text: string) => text.length
const tool = {
  ...{
    name: 'Edit',
    isReading: false,
    schema: z.strictObject({ path: z.string().min(1), all: z.boolean().default(false) }),
  },
  describe: {
    zh: 'Edit[{"path": "雾.md", "edits": [{"old": "甲"}]}]：改一处；也可以 Edit[{"path": "雨.md"}]。',
    en: 'Edit[{"path": "fog.md"}]: changes one place.',
  },
}
const answer = (more: Partial<Parameters<typeof nativeCalls.read>[0]>) =>
  nativeCalls.read({ text: '', invented: false, calls: [], thinking: [], isCut: false, ...more })
const call = (text: string) => ({ id: 'c1', name: 'Read', arguments: text })

describe('a definition', () => {
  it('has the schema that checks the arguments, and the description without the text form of a call', () => {
    const parameters = {
      type: 'object',
      properties: { path: { type: 'string', minLength: 1 }, all: { default: false, type: 'boolean' } },
      required: ['path'],
      additionalProperties: false,
    }
    const zh = {
      name: 'Edit',
      description: '{"path": "雾.md", "edits": [{"old": "甲"}]}：改一处；也可以 {"path": "雨.md"}。',
      parameters,
    }
    const en = { name: 'Edit', description: '{"path": "fog.md"}: changes one place.', parameters }
    expect(definitionOf(tool, 'zh', count)).toEqual({ ...zh, tokens: JSON.stringify(zh).length })
    expect(definitionOf(tool, 'en', count)).toEqual({ ...en, tokens: JSON.stringify(en).length })
  })
})

describe('the system prompt for calls', () => {
  it('describes no text form of a step and has no word of the other language', () => {
    const zh = nativeCalls.systemPrompt('zh', [tool])
    const en = nativeCalls.systemPrompt('en', [tool])
    expect([zh, en].map((text) => /Action:|Observation:|Finish\[|Edit\[/.test(text))).toEqual([false, false])
    expect(en).not.toMatch(/\p{Script=Han}/u)
    // The rules are those of steps as text.
    const rulesOf = (text: string) =>
      text
        .slice(text.search(/【规矩】|\[Rules\]/))
        .split('\n')
        .slice(2, 5)
    expect([rulesOf(zh), rulesOf(en)]).toEqual([
      rulesOf(systemPrompt('zh', [])),
      rulesOf(systemPrompt('en', [])),
    ])
  })
})

describe('an answer', () => {
  it('with calls is one step each, in the text form for the log, and the words before belong to the first', () => {
    expect(
      answer({ text: '先读。', calls: [call('{"path": "雾.md"}'), { ...call(''), id: 'c2', name: 'LS' }] }),
    ).toEqual({
      invented: false,
      steps: [
        {
          step: {
            kind: 'action',
            thought: '先读。',
            tool: 'Read',
            input: { path: '雾.md' },
            repaired: false,
          },
          modelText: 'Thought: 先读。\nAction: Read[{"path":"雾.md"}]',
          sentCall: { id: 'c1', name: 'Read', input: { path: '雾.md' } },
        },
        {
          step: { kind: 'action', thought: '', tool: 'LS', input: {}, repaired: false },
          modelText: 'Action: LS[{}]',
          sentCall: { id: 'c2', name: 'LS', input: {} },
        },
      ],
    })
  })

  it.each([
    ['{"path": "雾.md",}', { input: { path: '雾.md' }, repaired: true }, { path: '雾.md' }],
    [JSON.stringify('{"path": "fog.md"}'), { input: { path: 'fog.md' }, repaired: true }, { path: 'fog.md' }],
    ['["雾.md"]', { input: ['雾.md'], repaired: false }, {}],
    ['3', { input: 3, repaired: false }, {}],
    ['null', { input: null, repaired: false }, {}],
    ['雾 fog', { input: {}, repaired: false, broken: 'badArguments' }, {}],
    ['{"path": "雾', { input: {}, repaired: false, broken: 'unclosed' }, {}],
  ])(
    'with the arguments %s is read as far as it can be, and sent again with an object',
    (text, read, input) => {
      const { steps } = answer({ calls: [call(text)] })
      expect(steps.map(({ step, sentCall }) => [step, sentCall?.input])).toEqual([
        [{ kind: 'action', thought: '', tool: 'Read', ...read }, input],
      ])
    },
  )

  it('that was cut off has its last arguments broken however they read, and the others whole', () => {
    const { steps } = answer({ isCut: true, calls: [call('{"path": "雾.md"}'), call('{"path": "雾.md"')] })
    expect(steps.map(({ step }) => step.kind === 'action' && step.broken)).toEqual([undefined, 'unclosed'])
  })

  it('without calls is the last words, a step written as text, or a made-up result', () => {
    const kinds = [
      '都看完了，没有矛盾。',
      'All read.',
      'Action: LS[{"path": "雾"}]',
      '[tool] {"name": "LS", "arguments": {"path": "雾"}}',
      '[tool] {"status":"success"}',
    ].map((text) => {
      const { steps, invented } = answer({ text })
      return [steps[0]?.step.kind, invented]
    })
    expect(kinds).toEqual([
      ['finish', false],
      ['finish', false],
      ['action', false],
      ['action', false],
      ['malformed', true],
    ])
  })
})

describe('the form of steps', () => {
  const events = (notes: readonly string[]) => [
    { type: 'user' as const, metadata: { taskId: 't', model: 'own/m' } },
    { type: 'observation' as const, metadata: { taskId: 't', notes } },
  ]
  it.each([
    [{}, [], ['react']],
    [{ supportsTools: true }, [], ['native', 'react']],
    [{ supportsTools: true, toolProtocol: 'react' }, [], ['react']],
    [{ supportsTools: false, toolProtocol: 'native' }, [], ['native', 'react']],
    [{ supportsTools: true, toolProtocol: 'auto' }, events(['toolsRefused']), ['react']],
    [{ supportsTools: true }, events(['mended']), ['native', 'react']],
  ] as const)('of a model with %o after %o is %o', (model, earlier, forms) => {
    expect(protocolsOf({ id: 'own/m', ...model }, earlier).map(({ form }) => form)).toEqual(forms)
  })
  it('of another model of the conversation does not depend on a refusal', () => {
    const [first] = protocolsOf({ id: 'own/other', supportsTools: true }, events(['toolsRefused']))
    expect(first.form).toBe('native')
  })
})
