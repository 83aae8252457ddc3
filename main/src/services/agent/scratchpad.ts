import type { PromptBlock } from '../ai/index.ts'

/** What a step left behind. */
export interface ScratchStep {
  readonly number: number
  /** The step as the model wrote it. */
  readonly modelText: string
  /** The call as it was read, `Read[{"path": …}]`; undefined where none could be. */
  readonly call: string | undefined
  /** The observation, whole. */
  readonly full: string
  /** The form in which history has it. */
  readonly short: string
}

/** What is remembered inside a round: every step with what came of it. Full until it no longer fits. */
export interface Scratchpad {
  add(step: ScratchStep): void
  /** One block for each step, in order. */
  blocks(): readonly PromptBlock[]
  readonly tokens: () => number
  /**
   * Shortens until at most so many tokens are left, or nothing can be shortened any more; true when something was. The
   * newest steps are shortened while more than `newestToTokens` are left, `toTokens` where that is absent.
   */
  shrink(toTokens: number, newestToTokens?: number): boolean
}

interface Entry extends ScratchStep {
  /** `outline`: the beginning of that form; `line`: what was called, and how its result begins. */
  readonly form: 'full' | 'short' | 'outline' | 'line'
  readonly block: PromptBlock
}

const wholeSteps = 3
const outlineUnits = 300
const maxModelTextUnits = 600
const lineUnits = 60

/**
 * The scratchpad of one round. When it must shrink, all observations but the newest three are replaced by their
 * stored form in one go, so that the prefix breaks once; if that is not enough, the oldest become outlines, then lines,
 * then the newest are shortened too.
 */
export function createScratchpad(options: {
  readonly count: (text: string) => number
  /** Replaces what was left out. */
  readonly leftOut: string
}): Scratchpad {
  const { count, leftOut } = options
  let entries: readonly Entry[] = []

  function entryOf(step: ScratchStep, form: Entry['form']): Entry {
    const text = printed(step, form, leftOut)
    return {
      ...step,
      form,
      block: {
        ...{ blockId: `step:${step.number}`, layer: 'immediate', stability: 'turn', part: 'frozen' },
        ...{ text, tokens: count(text) },
      },
    }
  }
  const tokens = () => entries.reduce((sum, { block }) => sum + block.tokens, 0)

  return {
    add(step) {
      entries = [...entries, entryOf(step, 'full')]
    },
    blocks: () => entries.map(({ block }) => block),
    tokens,
    shrink(toTokens, newestToTokens = toTokens) {
      const before = entries
      const put = (at: number, form: Entry['form']) => {
        const old = entries[at]
        const replacement = old && old.form !== form ? entryOf(old, form) : old
        // A result of a few words is not made longer by being shortened.
        if (old && replacement && replacement.block.tokens < old.block.tokens)
          entries = entries.with(at, replacement)
      }
      const newest = Math.max(0, entries.length - wholeSteps)
      for (let at = 0; at < newest; at += 1) if (entries[at]?.form === 'full') put(at, 'short')
      for (const form of ['outline', 'line'] as const)
        for (let at = 0; at < newest && tokens() > toTokens; at += 1) put(at, form)
      for (const form of ['short', 'outline'] as const)
        for (let at = newest; at < entries.length && tokens() > newestToTokens; at += 1) put(at, form)
      return entries.some((entry, at) => entry !== before[at])
    },
  }
}

function printed(
  { modelText, call, full, short }: ScratchStep,
  form: Entry['form'],
  leftOut: string,
): string {
  const cut = (text: string, maxUnits: number) =>
    text.length <= maxUnits ? text : `${text.slice(0, maxUnits).toWellFormed()}…${leftOut}`
  const step = (written: string, observed: string) =>
    `${written.trim()}\n\nObservation: ${observed.trim()}\n\n`
  if (form === 'full') return step(modelText, full)
  if (form === 'short') return step(modelText, short)
  if (form === 'outline') return step(cut(modelText.trim(), maxModelTextUnits), cut(short, outlineUnits))
  const written = call === undefined ? modelText.trim() : `Action: ${call}`
  return step(cut(written, 2 * lineUnits), cut(short, lineUnits))
}
