import { readDialect, readKeywords } from './dialects.ts'
import { readLenientJson } from './lenientJson.ts'

/** Why what a model wrote is no step. */
type MalformedWhy = 'noAction' | 'badArguments' | 'unclosed'

/** One step as it was written. `thought` is the text before the action, without its label. */
export type ParsedStep =
  | {
      readonly kind: 'action'
      readonly thought: string
      readonly tool: string
      /** The arguments; the text of a fenced block behind the action is in `fenced`. */
      readonly input: unknown
      readonly fenced?: string
      /** Not JSON to the letter, but readable. */
      readonly repaired: boolean
      /** It names a tool, and its arguments cannot be used: it is not carried out. */
      readonly broken?: Exclude<MalformedWhy, 'noAction'>
      /** Another call comes behind it, which is not carried out. */
      readonly isFollowed?: true
    }
  | {
      readonly kind: 'finish'
      readonly thought: string
      readonly answer: string
      /** Prose without any form: while it comes, an action may still follow. */
      readonly isProse?: true
    }
  | { readonly kind: 'malformed'; readonly thought: string; readonly reason: MalformedWhy }

const decoration = '[ \\t]*(?:[-*>#]+[ \\t]*)*(?:\\*\\*|__|`)?[ \\t]*'
const label = (names: string) =>
  new RegExp(`^${decoration}(?:${names})(?:\\*\\*|__)?[ \\t]*\\d*[ \\t]*[:：](?:\\*\\*|__)?[ \\t]*`, 'imu')

export const actionLabel = label('Action|行动|动作')
export const observationLabel = label('Observation|观察|观测')
const thoughtLabel = label('Thought|思考|想法')
const inputLabel = label('Action Input|Arguments|参数')
const unlabelledFinish =
  /^[ \t]*(?:\*\*)?(?:Finish[ \t]*[[［【:：]|(Final Answer)(?:\*\*)?[ \t]*[:：](?:\*\*)?)/imu
const call = /^[ \t]*(?:\*\*|`)*[ \t]*([A-Za-z][A-Za-z_]*)(?:\*\*|`)*[ \t]*/u
const isOpen = /[[［【(（]/
const isClose = /[\]］】)）]/

/**
 * Reads one step of text in the ReAct form (Yao et al., "ReAct", ICLR 2023): `Thought: …`, then `Action:
 * Tool[{json}]` or `Finish[…]`. Lenient in its form, never in its content: a block of text that was cut off is no
 * step. Without an action of this form the call of another dialect counts, and prose without any is the answer.
 */
export function parseStep(text: string): ParsedStep {
  const action = actionLabel.exec(text)
  const finish = unlabelledFinish.exec(text)
  const isUnlabelled = finish !== null && (action === null || finish.index < action.index)
  const start = isUnlabelled ? finish.index : (action?.index ?? text.length)
  const thought = text.slice(0, start).replace(thoughtLabel, '').trim()
  const dialect = isUnlabelled ? undefined : readDialect(text)
  if (dialect && dialect.from < start)
    return dialect.call === 'unclosed'
      ? { kind: 'malformed', thought: text.slice(0, dialect.from).trim(), reason: 'unclosed' }
      : {
          kind: 'action',
          thought: text.slice(0, dialect.from).replace(thoughtLabel, '').trim(),
          ...dialect.call,
          ...(dialect.isFollowed && { isFollowed: true }),
        }
  if (!isUnlabelled && action === null) {
    const isProse = thought !== '' && !thoughtLabel.test(text)
    return isProse
      ? { kind: 'finish', thought: '', answer: thought, isProse }
      : { kind: 'malformed', thought, reason: 'noAction' }
  }
  if (isUnlabelled && finish[1] !== undefined)
    return { kind: 'finish', thought, answer: text.slice(start + finish[0].length).trim() }
  const from = isUnlabelled ? start : start + (action?.[0].length ?? 0)
  const named = call.exec(text.slice(from))
  const tool = named?.[1]
  if (!named || tool === undefined) return { kind: 'malformed', thought, reason: 'noAction' }
  const behind = from + named[0].length
  return /^finish$/i.test(tool)
    ? { kind: 'finish', thought, answer: answerOf(text.slice(behind)) }
    : readCall(text, behind, { thought, tool })
}

function readCall(
  text: string,
  from: number,
  named: { readonly thought: string; readonly tool: string },
): ParsedStep {
  const broken = (reason: MalformedWhy): ParsedStep => ({ kind: 'malformed', thought: named.thought, reason })
  const keywords = /^\(\s*[a-z]\w*\s*=/i.test(text.slice(from)) ? readKeywords(text, from + 1) : undefined
  if (keywords === 'unclosed') return broken('unclosed')
  if (keywords)
    return withBlock(
      text,
      keywords.end,
      { kind: 'action', ...named, input: keywords.value, repaired: true },
      broken,
    )
  const { at, bracketed } = argumentsAt(text, from)
  const json = readLenientJson(text, at)
  if (json === 'unclosed') return broken('unclosed')
  if (!json) {
    const isEmpty = !bracketed || isClose.test(text.slice(at).trimStart().charAt(0))
    if (!isEmpty) return broken('badArguments')
    const end = bracketed ? text.indexOf(text.slice(at).trimStart().charAt(0), at) + 1 : at
    return withBlock(text, end, { kind: 'action', ...named, input: {}, repaired: !bracketed }, broken)
  }
  let end = json.end
  const rest = /^\s*(?:```\s*)?/.exec(text.slice(end))?.[0] ?? ''
  const closed = isClose.test(text.charAt(end + rest.length))
  if (closed) end += rest.length + 1
  const repaired = json.repaired || (bracketed && !closed)
  return withBlock(text, end, { kind: 'action', ...named, input: json.value, repaired }, broken)
}

/** Where the arguments start: in brackets, on a line of their own, in a fenced block, or right behind the name. */
function argumentsAt(text: string, from: number): { readonly at: number; readonly bracketed: boolean } {
  const rest = text.slice(from)
  const isFenced = /^\s*```(?:json)?\s*/.exec(rest)
  if (isFenced) return { at: from + isFenced[0].length, bracketed: false }
  const input = inputLabel.exec(rest)
  if (input && rest.slice(0, input.index).trim() === '') {
    const start = from + input.index + input[0].length
    return { at: start + (/^\s*```(?:json)?\s*/.exec(text.slice(start))?.[0].length ?? 0), bracketed: false }
  }
  if (!isOpen.test(rest.charAt(0))) return { at: from, bracketed: false }
  const inner = /^\s*```(?:json)?\s*/.exec(rest.slice(1))?.[0].length ?? 0
  return { at: from + 1 + inner, bracketed: true }
}

type Action = Extract<ParsedStep, { kind: 'action' }>

/** A fenced block on the lines behind the action belongs to it. One that is not closed was cut off. */
function withBlock(
  text: string,
  end: number,
  action: Action,
  broken: (reason: MalformedWhy) => ParsedStep,
): ParsedStep {
  const opening = /^[ \t`*]*\r?\n(?:[ \t]*\r?\n)*[ \t]*(`{3,}|~{3,})[^\n]*\r?\n/.exec(text.slice(end))
  if (!opening) return action
  const from = end + opening[0].length
  const closing = new RegExp(`^[ \\t]*${opening[1]}[\`~]*[ \\t]*$`, 'mu').exec(text.slice(from))
  if (!closing) return broken('unclosed')
  return { ...action, fenced: text.slice(from, from + closing.index).replace(/\r?\n$/, '') }
}

/** The words between the brackets of `Finish`; those that are not closed reach to the end. */
function answerOf(rest: string): string {
  const open = isOpen.test(rest.charAt(0))
  const inside = open ? rest.slice(1) : rest.replace(/^[:：]/, '')
  const last = open ? Math.max(...[...']］】)）'].map((mark) => inside.lastIndexOf(mark))) : -1
  const answer = (last < 0 ? inside : inside.slice(0, last)).trim()
  const json = readLenientJson(answer, 0)
  if (!json || json === 'unclosed' || answer.slice(json.end).trim() !== '' || json.repaired)
    return unquoted(answer)
  const values = typeof json.value === 'object' && json.value !== null ? Object.values(json.value) : []
  return values.length === 1 && typeof values[0] === 'string' ? values[0] : answer
}

const unquoted = (text: string) => {
  if (!/^"[\s\S]*"$/.test(text)) return text
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'string' ? value : text
  } catch {
    return text
  }
}
