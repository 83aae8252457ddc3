import type { Effort } from '#contract/runChoices.ts'
import type { GenerationRequest } from '../providers/provider.ts'

/** Fields of a request's body, as they are sent. */
export type ChatFields = Readonly<Record<string, unknown>>

/** What of a request says whether and how hard to think. */
type ThinkingWish = Pick<GenerationRequest, 'modelName' | 'thinking' | 'effort'>

/** How the models behind an address are instructed to think. */
export interface Thinking {
  /** What a model takes, least first, by its name; empty: nothing can be said to it about thinking. */
  efforts(modelName: string): readonly Effort[]
  /** The fields of a chat completion that say so; none where nothing is wished or the model takes nothing. */
  fields(wish: ThinkingWish): ChatFields
}

const degrees = ['low', 'medium', 'high'] as const

const shortName = (modelName: string) => modelName.slice(modelName.lastIndexOf('/') + 1)

/** The first row that matches the name, which may stand behind a vendor's. */
function byName<T>(rows: readonly (readonly [RegExp, T])[], modelName: string): T | undefined {
  return rows.find(([model]) => model.test(shortName(modelName)))?.[1]
}

/** The nearest degree that is not higher, else the lowest that there is. */
function nearest(efforts: readonly Effort[], effort: GenerationRequest['effort']): Effort | undefined {
  const order = [...degrees, 'max'] as const
  const most = effort === undefined ? -1 : order.indexOf(effort)
  const taken = order.filter((each) => efforts.includes(each))
  return taken.findLast((each) => order.indexOf(each) <= most) ?? taken[0]
}

/** In one field; what cannot stop does the least that it can. */
const byEffort = (
  efforts: Thinking['efforts'],
  none: string = 'none',
  field: (effort: string) => ChatFields = (effort) => ({ reasoning_effort: effort }),
): Thinking => ({
  efforts,
  fields({ modelName, thinking, effort }) {
    const taken = efforts(modelName)
    if (taken.length === 0) return {}
    if (thinking === 'off') return field(taken[0] === 'off' ? none : (taken[0] ?? none))
    const degree = effort === undefined ? undefined : nearest(taken, effort)
    return degree === undefined ? {} : field(degree)
  },
})

/** As a switch, with the field of its service; models that cannot be switched are told nothing. */
const bySwitch = (
  field: (isOn: boolean) => ChatFields,
  efforts: Thinking['efforts'] = () => ['off', 'on'],
): Thinking => ({
  efforts,
  fields: ({ modelName, thinking }) =>
    thinking && efforts(modelName).includes(thinking) ? field(thinking === 'on') : {},
})

const enabledField = (isOn: boolean) => ({ thinking: { type: isOn ? 'enabled' : 'disabled' } })
const enableField = (isOn: boolean) => ({ enable_thinking: isOn })

/** A name of open weights that always think, or never. */
const isFixed = (modelName: string) => /[-_](thinking|instruct|reasoner|r1)\b/i.test(shortName(modelName))

/** Models of OpenAI's: those that do not think refuse an effort, and not all that do can stop. */
const openAiEfforts: readonly (readonly [RegExp, readonly Effort[]])[] = [
  [/^(?:chatgpt|gpt-[34])|^gpt-5.*chat/i, []],
  [/^o\d/i, degrees],
  [/^gpt-6[-.]1.*sol/i, degrees],
  [/^gpt-5(?![.\d])/i, ['minimal', ...degrees]],
  [/./, ['off', ...degrees]],
]

/** Claude: `off` only where it is not refused. */
const claudeEfforts: readonly (readonly [RegExp, readonly Effort[]])[] = [
  [/^claude-(?:fable|mythos)-5|^claude-(?:opus|sonnet)-5[-.]5/i, [...degrees, 'max']],
  [
    /^claude-(?:opus|sonnet|haiku)-5|^claude-opus-4[-.][6-8]|^claude-sonnet-4[-.]6/i,
    ['off', ...degrees, 'max'],
  ],
  [/^claude-opus-4[-.]5/i, degrees],
]

const geminiEfforts: readonly (readonly [RegExp, readonly Effort[]])[] = [
  [/^gemini-2\.5-flash/i, ['off', ...degrees]],
  [/^(?:gemini-(?:1|2\.0)|gemma)/i, []],
  [/./, degrees],
]

/** Kimi K3 thinks always and takes a degree, older ones a switch or nothing. */
const kimiEfforts: readonly (readonly [RegExp, readonly Effort[]])[] = [
  [/^kimi-k3/i, ['low', 'high', 'max']],
  [/^(?:kimi-k2[.-]7|moonshot)/i, []],
  [/./, ['off', 'on']],
]

const deepSeekEfforts = (modelName: string): readonly Effort[] =>
  isFixed(modelName) ? [] : ['off', 'low', 'high', 'max']

const deepSeekDegrees = byEffort((modelName) => deepSeekEfforts(modelName).filter((each) => each !== 'off'))
const kimiDegrees = byEffort((modelName) => byName(kimiEfforts, modelName) ?? [])
const switched = bySwitch(enabledField, (modelName) => (isFixed(modelName) ? [] : ['off', 'on']))

/** By id of the family; who is not in it takes no instruction. */
export const thinkingOf = {
  openai: byEffort((modelName) => byName(openAiEfforts, modelName) ?? []),
  anthropic: byEffort((modelName) => byName(claudeEfforts, modelName) ?? []),
  /** A switch and, while it is on, a degree. */
  deepseek: {
    efforts: deepSeekEfforts,
    fields(wish) {
      if (deepSeekEfforts(wish.modelName).length === 0 || wish.thinking === undefined) return {}
      return {
        ...enabledField(wish.thinking === 'on'),
        ...(wish.thinking === 'on' ? deepSeekDegrees.fields(wish) : {}),
      }
    },
  },
  qwen: bySwitch(enableField, (modelName) =>
    isFixed(modelName) || /^(?:qwq|qvq|qwen[-_]?[12](?!\d))/i.test(shortName(modelName)) ? [] : ['off', 'on'],
  ),
  kimi: {
    efforts: kimiDegrees.efforts,
    fields: (wish) =>
      kimiDegrees.efforts(wish.modelName).includes('on') ? switched.fields(wish) : kimiDegrees.fields(wish),
  },
  glm: bySwitch(enabledField, (modelName) =>
    /^glm-(?:[1-3]|4(?!\.[5-9]))/i.test(shortName(modelName)) ? [] : ['off', 'on'],
  ),
  gemini: byEffort((modelName) => byName(geminiEfforts, modelName) ?? []),
  xai: byEffort((modelName) => (/^grok-4\.3/i.test(shortName(modelName)) ? ['off', ...degrees] : [])),
  ark: switched,
  siliconflow: bySwitch(enableField, (modelName) => (isFixed(modelName) ? [] : ['off', 'on'])),
  openrouter: {
    efforts: (modelName) => (isFixed(modelName) ? [] : ['off', ...degrees]),
    fields({ thinking, effort }) {
      if (!thinking) return {}
      const degree = effort === undefined ? undefined : nearest(degrees, effort)
      return { reasoning: thinking === 'on' && degree ? { effort: degree } : { enabled: thinking === 'on' } }
    },
  },
  ollama: byEffort(() => ['off', ...degrees]),
} as const satisfies Record<string, Thinking>
