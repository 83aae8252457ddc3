import type { CacheBook } from './book.ts'
import { soundSummary } from './soundSummary.ts'
import type { AskedOver } from './wire.ts'

/** One task: what the author asks, and what the scripted model does at each step of it. */
interface ScriptedTask {
  readonly input: string
  /** `step` counts from 1. */
  readonly step: (step: number, asked: AskedOver) => string
}

export interface AgentScript {
  readonly windowTokens: number
  readonly tasks: readonly ScriptedTask[]
}

/** An afternoon: finished tasks before the long one, more than compaction keeps; the long one; those after it. */
const afternoon = { before: 13, fewestSteps: 42, after: 3 } as const
/** The long task goes on until so much of the window is in use, so that its report leaves no room for the next. */
const reportShare = 0.76
const fullShare = 0.8

/**
 * What an author has done over an afternoon: short questions, then a long check of the whole book that fills the
 * window several times over and ends with a long report, then short questions again.
 */
export function agentScriptOf(
  book: Pick<CacheBook, 'files'>,
  windowTokens: number,
  { before, fewestSteps, after }: { readonly [P in keyof typeof afternoon]: number } = afternoon,
): AgentScript {
  const chapters = Object.keys(book.files).filter((path) => path.startsWith('manuscript/'))
  const people = Object.keys(book.files).flatMap(
    (path) => /characters\/(?:\d+-)?([^/]+)\.md$/.exec(path)?.[1] ?? [],
  )
  const chapter = (at: number) => chapters[at % chapters.length] ?? ''
  const person = (at: number) => people[(at * 7) % people.length] ?? ''
  const linesOf = (path: string) => (book.files[path] ?? '').split('\n')
  const act = (thought: string, tool: string, input: object) =>
    `Thought: ${thought}\nAction: ${tool}[${JSON.stringify(input)}]`
  const look = (at: number) =>
    act('先看谁提到他。', 'Grep', { pattern: person(at), path: 'manuscript', limit: 6 })
  const read = (at: number) => {
    const path = chapter(at)
    const lines = linesOf(path)
    const from = 1 + ((at * 5) % Math.max(1, lines.length - 8))
    return act('读这一段。', 'Read', { path, from, lines: linesIn(lines.slice(from - 1), 1500) })
  }

  const short = (at: number): ScriptedTask => ({
    input: `${person(at)}最后一次出场时在哪里，和谁在一起？写出处。`,
    step: (step) =>
      step === 1
        ? look(at)
        : step === 2
          ? read(at)
          : `Thought: 够了。\nFinish[${person(at)}的出处都列在上面。]`,
  })
  const long: ScriptedTask = {
    input: '通读全书，核对每个人物的去向，前后不一致的地方都写出来。',
    step(step, { tokens }) {
      if (step === 1)
        return act('先列计划。', 'TodoWrite', {
          todos: people.slice(0, 6).map((name) => ({ text: `核对${name}`, state: 'pending' })),
        })
      const left = Math.max(0, fullShare * windowTokens - tokens)
      if (step >= fewestSteps && tokens >= reportShare * windowTokens)
        return `Thought: 都看过了。\nFinish[${report(left)}]`
      return step % 3 === 0 ? look(step) : read(step * 3)
    },
  }
  const report = (tokens: number) => {
    const line = (at: number) =>
      `${at + 1}. ${person(at)}：见 ${chapter(at)}，前后两处说法不同，请作者定夺。\n`
    // Each line takes more than twenty tokens.
    return Array.from({ length: Math.ceil(tokens / 20) + 10 }, (_, at) => line(at)).join('')
  }
  return {
    windowTokens,
    tasks: [
      ...Array.from({ length: before }, (_, at) => short(at)),
      long,
      ...Array.from({ length: after }, (_, at) => short(31 + at)),
    ],
  }
}

/** So many of the lines that together they have about so many UTF-16 units. */
function linesIn(lines: readonly string[], units: number): number {
  let sum = 0
  const end = lines.findIndex((line) => {
    sum += line.length
    return sum >= units
  })
  return Math.max(1, end + 1)
}

/** What the scripted model writes when it is asked for a summary; nothing in it is made up. */
export const scriptedSummary = (asked: string) => soundSummary('逐个核对人物最后一次出场', asked)

/** Where what is of one request alone begins: the plan and the call for the next step, or for the summary. */
export function uniqueFrom(text: string): number {
  const next = text.lastIndexOf('【接下来】')
  const plan = text.lastIndexOf('【计划】')
  if (isSummaryAsked(text)) return text.lastIndexOf('把这段对话里较早的部分')
  // Steps stand between an older plan and the end: a plan is printed right before it.
  return plan >= 0 && !text.slice(plan, next).includes('Observation:') ? plan : next
}

export const isSummaryAsked = (text: string): boolean => text.includes('归档成一份摘要')
