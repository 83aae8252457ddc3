import { z } from 'zod'
import type { Language } from '../../context/index.ts'

/** The question to a model about a text, as the last block of a request whose other blocks are the run's. Pure. */
export interface Question {
  readonly language: Language
  readonly text: string
  readonly chapter: { readonly number: number; readonly title: string }
  /** Constraints in their own words; the model answers with their numbers, from 1. */
  readonly rules: readonly string[]
  /** Entries named in the text that the request did not show, as of the chapter. */
  readonly entries: readonly { readonly title: string; readonly text: string }[]
  readonly continuity: boolean
}

/** One finding as a model gives it; rule 0 is the codex. None of it is used unverified. */
export interface RawFinding {
  readonly rule: number
  readonly quote: string
  readonly why: string
  readonly entry: string
}

const wordingByLanguage = {
  zh: {
    done: '上面的要求已经完成，写出的是下面这段文字。现在不要续写，也不要修改，只核对它。',
    text: '【待核对的文字】',
    end: '【待核对的文字完】',
    entries: '【这段文字提到、上面没有列出的条目（到本章为止）】',
    chapter: ({ number, title }: Question['chapter']) => `本章是第 ${number} 章《${title}》。`,
    rules: '【要核对的规则】',
    codex: '0. 不与上面的人物、地点、物品等条目（到本章为止）矛盾：生死、外貌、身份、关系、能力、所在。',
    task: [
      '只报告文字里明确违反的地方，拿不准的不报。人物在对话里说的话可以是假的、气话或比喻，不算违反世界观；但已死的人开口、人物说出不该知道的事算。',
      '用 json 回答：只输出一个 JSON 对象，前后不要别的字。quote 从待核对的文字里逐字抄一整句，一个字也不能改；rule 是规则的编号；why 用一句话说明；rule 为 0 时 entry 写条目名。',
      '格式：{"findings":[{"rule":1,"quote":"原文里的一句","why":"为什么违反","entry":""}]}；没有违反：{"findings":[]}',
      '例：规则 1「阿明不会喝酒」，文字「阿明仰头喝干了一碗酒。他笑了。」回答 {"findings":[{"rule":1,"quote":"阿明仰头喝干了一碗酒。","why":"阿明喝了酒","entry":""}]}',
    ].join('\n'),
    again: (problem: string) => `上一次的回答不能用：${problem}。这次只输出一个 JSON 对象。`,
  },
  en: {
    done: 'The request above has been carried out; what was written is the text below. Do not go on writing and change nothing: only check it.',
    text: '[Text to check]',
    end: '[End of the text to check]',
    entries: '[Entries named in the text and not listed above, as of this chapter]',
    chapter: ({ number, title }: Question['chapter']) => `This is chapter ${number}, “${title}”.`,
    rules: '[Rules to check]',
    codex:
      '0. No contradiction to the entries above (characters, places, things) as of this chapter: life and death, looks, identity, relations, abilities, whereabouts.',
    task: [
      'Report only what the text plainly breaks; leave out what is doubtful. What characters say may be false, angry or figurative and breaks no rule about the world; a dead person who speaks does, and so does a character who says what they cannot know.',
      'Answer in json: one JSON object and nothing else. quote: one whole sentence copied from the text, letter by letter; rule: the number of the rule; why: one sentence; entry: name of the entry when rule is 0.',
      'Form: {"findings":[{"rule":1,"quote":"a sentence of the text","why":"why it breaks the rule","entry":""}]}; nothing broken: {"findings":[]}',
      'Example: rule 1 “Ben does not drink”, text “Ben emptied the glass. He smiled.”: {"findings":[{"rule":1,"quote":"Ben emptied the glass.","why":"Ben drank","entry":""}]}',
    ].join('\n'),
    again: (problem: string) =>
      `The last answer was of no use: ${problem}. This time output one JSON object only.`,
  },
} as const

/** The question in the language of the book; with the fault of the previous answer, when it is repeated. */
export function formatQuestion(
  { language, text, chapter, rules, entries, continuity }: Question,
  problem?: string,
): string {
  const wording = wordingByLanguage[language]
  return [
    wording.done,
    [wording.text, text, wording.end].join('\n'),
    ...(entries.length > 0
      ? [[wording.entries, ...entries.map((entry) => `${entry.title}: ${entry.text}`)].join('\n')]
      : []),
    [
      `${wording.rules} ${wording.chapter(chapter)}`,
      ...(continuity ? [wording.codex] : []),
      ...rules.map((rule, index) => `${index + 1}. ${rule}`),
    ].join('\n'),
    wording.task,
    ...(problem === undefined ? [] : [wording.again(problem)]),
  ].join('\n\n')
}

const answer = z.object({ findings: z.array(z.unknown()).max(200) })
const raw = z.object({
  rule: z.coerce.number().int().min(0),
  quote: z.string().min(1).max(2000),
  why: z.string().catch(''),
  entry: z.string().catch(''),
})

/**
 * The findings in a model's answer, whatever is around the JSON object; or its fault, for a repetition. A single
 * finding of the wrong shape is left out.
 */
export function readAnswer(text: string): readonly RawFinding[] | { readonly problem: string } {
  const answerText = text.replace(/<think(?:ing)?>[\s\S]*?(?:<\/think(?:ing)?>|$)/g, '')
  const objects = balancedObjects(answerText)
  if (objects.length === 0) return { problem: 'no JSON object' }
  for (const object of objects) {
    const parsed = answer.safeParse(object)
    if (parsed.success)
      return parsed.data.findings.flatMap((candidate) => {
        const finding = raw.safeParse(candidate)
        return finding.success ? [finding.data] : []
      })
  }
  return { problem: 'no "findings" array in it' }
}

const mostObjects = 20

/** Everything from a `{` to its `}` that is JSON, outermost first, strings considered. */
function balancedObjects(text: string): unknown[] {
  const objects: unknown[] = []
  for (let at = text.indexOf('{'), tries = 0; at >= 0 && tries < mostObjects; tries += 1) {
    const end = endOfObject(text, at)
    const value = end === undefined ? undefined : parsed(text.slice(at, end))
    if (value !== undefined) objects.push(value)
    at = text.indexOf('{', value === undefined ? at + 1 : end)
  }
  return objects
}

function endOfObject(text: string, from: number): number | undefined {
  let depth = 0
  let inString = false
  for (let at = from; at < text.length; at += 1) {
    const unit = text[at]
    if (inString) {
      if (unit === '\\') at += 1
      else if (unit === '"') inString = false
    } else if (unit === '"') inString = true
    else if (unit === '{') depth += 1
    else if (unit === '}') {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return undefined
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
