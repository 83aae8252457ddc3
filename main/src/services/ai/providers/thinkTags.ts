/** What of a piece of an answer is text; `thought`: all text so far was thinking, and none of the answer. */
export type AnswerPart = { readonly type: 'text'; readonly delta: string } | { readonly type: 'thought' }

export interface ThinkTags {
  /** The parts of the next piece, in order; the end of it may wait for the piece that follows. */
  read(piece: string): readonly AnswerPart[]
  /** What was still waiting, at the end of the answer. */
  end(): readonly AnswerPart[]
  /** There was thinking. */
  hasThought(): boolean
}

/** The pairs that models write around their thinking, as Open WebUI lists them, and Kimi's. */
const pairs: readonly (readonly [opening: string, closing: string])[] = [
  ['<think>', '</think>'],
  ['<thinking>', '</thinking>'],
  ['<thought>', '</thought>'],
  ['<reason>', '</reason>'],
  ['<reasoning>', '</reasoning>'],
  ['<|begin_of_thought|>', '<|end_of_thought|>'],
  ['◁think▷', '◁/think▷'],
]
/** Templates that open the thinking themselves let the model write only these. */
const loneClosings = ['</think>', '</thinking>', '◁/think▷']
/** Emptiness between thinking and text; the indent of a Chinese paragraph belongs to the text. */
const emptyLines = /^(?:[ \t]*\r?\n)+/

/**
 * Removes thinking between tags from an answer that arrives in pieces. A pair counts where the answer begins, and
 * after another; `<think>` anywhere. A closing tag without an opening one, once in an answer, makes all text before
 * it thinking.
 */
export function createThinkTags(): ThinkTags {
  let state: 'start' | 'thinking' | 'text' = 'start'
  let waiting = ''
  let closing = ''
  let thought = false

  function step(isEnd: boolean): AnswerPart | undefined | 'more' {
    if (state === 'thinking') {
      const at = waiting.indexOf(closing)
      if (at < 0) {
        waiting = isEnd ? '' : waiting.slice(-(closing.length - 1))
        return 'more'
      }
      waiting = waiting.slice(at + closing.length)
      state = 'start'
      return undefined
    }
    if (state === 'start') {
      if (thought) waiting = waiting.replace(emptyLines, '')
      const untagged = waiting.trimStart()
      const pair = pairs.find(([opening]) => untagged.startsWith(opening))
      if (pair) return open(pair, waiting.length - untagged.length)
      const isUndecided = untagged === '' || pairs.some(([opening]) => opening.startsWith(untagged))
      if (!isEnd && isUndecided) return 'more'
      state = 'text'
    }
    return stepInText(isEnd)
  }

  function open([opening, itsClosing]: readonly [string, string], at: number): undefined {
    waiting = waiting.slice(at + opening.length)
    closing = itsClosing
    state = 'thinking'
    thought = true
  }

  function stepInText(isEnd: boolean): AnswerPart | undefined | 'more' {
    const tags = thought ? ['<think>'] : ['<think>', ...loneClosings]
    const first = tags
      .map((tag) => ({ tag, at: waiting.indexOf(tag) }))
      .filter(({ at }) => at >= 0)
      .toSorted((a, b) => a.at - b.at)[0]
    if (first?.at === 0 && first.tag === '<think>') return open(['<think>', '</think>'], 0)
    if (first && first.tag !== '<think>') {
      waiting = waiting.slice(first.at + first.tag.length)
      state = 'start'
      thought = true
      return { type: 'thought' }
    }
    const length = first ? first.at : waiting.length - (isEnd ? 0 : tailOf(waiting, tags))
    if (length === 0) return 'more'
    const delta = waiting.slice(0, length)
    waiting = waiting.slice(length)
    return { type: 'text', delta }
  }

  function all(isEnd: boolean): readonly AnswerPart[] {
    const parts: AnswerPart[] = []
    while (waiting !== '') {
      const part = step(isEnd)
      if (part === 'more') break
      if (part) parts.push(part)
    }
    return parts
  }

  return {
    read(piece) {
      waiting += piece
      return all(false)
    },
    end: () => all(true),
    hasThought: () => thought,
  }
}

/** How many units at the end of a text could be the beginning of one of the tags. */
function tailOf(text: string, tags: readonly string[]): number {
  const longest = Math.max(...tags.map((tag) => tag.length)) - 1
  for (let length = Math.min(longest, text.length); length > 0; length -= 1)
    if (tags.some((tag) => tag.startsWith(text.slice(-length)))) return length
  return 0
}
