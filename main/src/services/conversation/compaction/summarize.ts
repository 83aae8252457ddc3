import type { ConversationEvent } from '#contract/creonow.ts'
import type { Round } from '../history.ts'
import { edges } from '../shorten.ts'
import type { CompactionState } from './record.ts'
import { numbersIn, printSkeleton, skeletonOf } from './skeleton.ts'
import { findSummaryFault, type SummaryFault } from './summaryFault.ts'
import { summaryTemplate } from './summaryTemplate.ts'

export interface SummarizeOptions {
  /** Finished rounds, raw and redacted, oldest first. */
  readonly rounds: readonly Round<ConversationEvent>[]
  readonly language: SummaryLanguage
  readonly count: (text: string) => number
  /** The most of the rounds that one request may contain. */
  readonly pieceTokens: number
  /** Sends the messages, with the instruction as the last words of the user. */
  readonly generate: (
    request: { readonly rounds: readonly Round<ConversationEvent>[]; readonly instruction: string },
    signal: AbortSignal,
  ) => Promise<string>
  readonly signal: AbortSignal
  readonly namesIn: (text: string) => Promise<readonly { readonly entityId: string; readonly key: string }[]>
  readonly createTimeoutSignal: () => AbortSignal
  /** The number of a message in its conversation. */
  readonly numbered: (event: ConversationEvent) => number
}

export interface Summarized {
  readonly rounds: readonly Round<ConversationEvent>[]
  readonly state: Extract<CompactionState, 'summary' | 'timedOut' | 'rejected'>
  /** The text that replaces them. */
  readonly text: string
}

/** The skeleton takes at most this share of what it replaces, and not more than these tokens. */
const skeletonShare = 0.3
const skeletonTokens = 1500
const attempts = 2

/**
 * Summaries of rounds, each made from the rounds themselves: one, or several when they are more than one request may
 * contain. A faulty one is requested once more, and then rejected. @throws what the request throws, unless the time
 * was over.
 */
export async function summarize(options: SummarizeOptions): Promise<readonly Summarized[]> {
  const summarized: Summarized[] = []
  for (const rounds of piecesOf(options)) summarized.push(await summarizePiece(rounds, options))
  return summarized
}

async function summarizePiece(
  rounds: readonly Round<ConversationEvent>[],
  options: SummarizeOptions,
): Promise<Summarized> {
  const { language, count, generate, signal, namesIn } = options
  const events = rounds.flatMap((round) => round.events)
  const texts = events.map(({ type, content }) => ({ byAuthor: type === 'user', text: content }))
  const whole = texts.map(({ text }) => text).join('\n')
  const removedTokens = count(whole)
  const pinned = events.flatMap(pinnedFact)
  const namedEntries = await namesIn([whole, ...pinned].join('\n'))
  const maxTokens = Math.min(skeletonTokens, Math.floor(removedTokens * skeletonShare))
  const skeleton = printSkeleton(
    skeletonOf(
      texts,
      namedEntries.map(({ key }) => key),
    ),
    { language, maxTokens, count },
  )
  const messages = events.filter(isMessage).map(
    (event): NumberedMessage => ({
      ...{ number: options.numbered(event), byAuthor: event.type === 'user', content: event.content },
    }),
  )
  const [from, to] = [events[0]?.timestamp ?? '', events.at(-1)?.timestamp ?? '']
  const authorNumbers = [...new Set(texts.flatMap(({ byAuthor, text }) => (byAuthor ? numbersIn(text) : [])))]
  /**
   * Without a summary, what leaves is listed as code takes it out, so that nothing is gone without a word; what the
   * author has pinned stays in full.
   */
  const listed = (sentence: string) => {
    const text = [sentence, ...pinned.map((fact) => `* ${fact}`)].join('\n')
    return composeSummary({ text, skeleton, from, to })
  }
  const timeout = options.createTimeoutSignal()
  const until = AbortSignal.any([signal, timeout])
  let fault: SummaryFault | undefined
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const names = [...new Set(namedEntries.map(({ key }) => key))]
    const required = { pinned, names, numbers: authorNumbers }
    const instruction = summaryInstruction({ language, messages, required, ...(fault ? { fault } : {}) })
    let text: string
    try {
      text = await generate({ rounds, instruction }, until)
    } catch (error) {
      if (timeout.aborted && !signal.aborted)
        return { rounds, state: 'timedOut', text: listed(timedOutSentence) }
      throw error
    }
    const composed = composeSummary({ text, skeleton, from, to })
    fault = findSummaryFault({
      ...{ text, removed: texts.map((message) => message.text), removedTokens, pinned, authorNumbers },
      wholeTokens: count(composed),
      entries: entriesOf(namedEntries),
      entriesInText: entriesOf(await namesIn(text)),
    })
    if (!fault) return { rounds, state: 'summary', text: composed }
  }
  return { rounds, state: 'rejected', text: listed(rejectedSentence) }
}

const isMessage = ({ type }: ConversationEvent) => type === 'user' || type === 'assistant'
const entriesOf = (namedEntries: readonly { readonly entityId: string }[]) =>
  new Set(namedEntries.map(({ entityId }) => entityId))

/** `metadata.pinned`: a sentence, or true for the whole message. */
function pinnedFact({ content, metadata: { pinned } }: ConversationEvent): readonly string[] {
  if (typeof pinned === 'string' && pinned !== '') return [pinned]
  return pinned === true ? [content] : []
}

/**
 * Rounds grouped by what one request may contain; a round that is more than that by itself is cut inside its
 * messages.
 */
function piecesOf({
  rounds,
  pieceTokens,
  count,
}: SummarizeOptions): readonly (readonly Round<ConversationEvent>[])[] {
  const batches: Round<ConversationEvent>[][] = []
  let left = 0
  for (const round of rounds) {
    const tokens = tokensOf(round, count)
    const own = tokens <= pieceTokens ? round : cutTo(round, pieceTokens, tokens)
    if (batches.length === 0 || tokens > left) {
      batches.push([])
      left = pieceTokens
    }
    batches.at(-1)?.push(own)
    left -= tokens
  }
  return batches
}

const tokensOf = ({ events }: Round<ConversationEvent>, count: (text: string) => number) =>
  events.reduce((sum, { content }) => sum + count(content), 0)

function cutTo(
  round: Round<ConversationEvent>,
  pieceTokens: number,
  tokens: number,
): Round<ConversationEvent> {
  const share = pieceTokens / tokens
  const events = round.events.map((event) => ({
    ...event,
    content: edges(event.content, Math.max(60, Math.floor(event.content.length * share * 0.9))).text,
  }))
  return { ...round, events }
}

type SummaryLanguage = 'zh' | 'en'

/** A message that leaves, by its number in the conversation. */
interface NumberedMessage {
  readonly number: number
  readonly byAuthor: boolean
  readonly content: string
}

const heading = '## 📌 Archived Session Summary'
const contains = (from: string, to: string) => `*(Contains context from ${from} to ${to})*`

const headUnits = 24

const wordings = {
  zh: {
    task: (from: number, to: number) =>
      `把这段对话里较早的部分归档成一份摘要：从第 ${from} 条到第 ${to} 条消息，不含之后的。摘要只归档旧的内容，不写眼下正在做的事。`,
    rules: [
      '用中文写，照下面的标题和次序，没有内容的一节留空一行“* 无”。',
      '只写消息里有的，不推测。人名、数字、日期、引语照原文。',
      '“Open Threads”“Promises”“Who Knows What”每条后面注明消息的编号，如 (#12)。',
      '作者的创作约束每次都会另外给出，不要写进摘要。',
      '不要写总标题和时间，程序会写。不要写摘要以外的话。',
    ],
    pinned: '下面这些是作者钉住的，必须一字不差地写进摘要：',
    names: '这些名字都要写到：',
    numbers: '这些数字都要写到：',
    between: '、',
    index: '这些消息的编号和开头：',
    you: '作者',
    model: '助手',
  },
  en: {
    task: (from: number, to: number) =>
      `Archive the earlier part of this conversation as a summary: messages ${from} to ${to}, nothing after them. Only what is past belongs in it, not the task at hand.`,
    rules: [
      'Write in English, under these headings and in this order; “* none” where there is nothing.',
      'Only what the messages say. Names, numbers, dates and quotations as they are written.',
      'Behind each item of “Open Threads”, “Promises” and “Who Knows What” the number of its message, like (#12).',
      'The author’s writing constraints are sent with every request: leave them out.',
      'Leave out the title and the times, the app writes them. Write nothing besides the summary.',
    ],
    pinned: 'The author has pinned these; they must stand in the summary word for word:',
    names: 'All these names must be in it: ',
    numbers: 'All these numbers must be in it: ',
    between: ', ',
    index: 'The numbers of the messages, and how they begin:',
    you: 'Author',
    model: 'Assistant',
  },
} as const

/** The last user message of the request that makes a summary; everything before it is what was sent anyway. */
function summaryInstruction(request: {
  readonly language: SummaryLanguage
  readonly messages: readonly NumberedMessage[]
  /** What must be in it: pinned facts word for word, names and numbers. */
  readonly required: {
    readonly pinned: readonly string[]
    readonly names: readonly string[]
    readonly numbers: readonly string[]
  }
  /** What was wrong with the one before. */
  readonly fault?: SummaryFault
}): string {
  const { language, messages, required, fault } = request
  const wording = wordings[language]
  const line = ({ number, byAuthor, content }: NumberedMessage) => {
    const head = content.replace(/\s+/g, ' ').slice(0, headUnits).toWellFormed()
    return `#${number} ${byAuthor ? wording.you : wording.model}: ${head}`
  }
  return [
    wording.task(messages[0]?.number ?? 1, messages.at(-1)?.number ?? 1),
    wording.rules.map((rule) => `- ${rule}`).join('\n'),
    ...(required.pinned.length > 0 ? [[wording.pinned, ...required.pinned].join('\n')] : []),
    ...(required.names.length > 0 ? [`${wording.names}${required.names.join(wording.between)}`] : []),
    ...(required.numbers.length > 0 ? [`${wording.numbers}${required.numbers.join(wording.between)}`] : []),
    ...(fault ? [faults[language][fault]] : []),
    summaryTemplate,
    [wording.index, ...messages.map(line)].join('\n'),
  ].join('\n\n')
}

const faults: Readonly<Record<SummaryLanguage, Readonly<Record<SummaryFault, string>>>> = {
  zh: {
    empty: '上一份摘要是空的。',
    form: '上一份摘要缺了标题，或标题下没有条目；没有内容的写“* 无”。',
    invented: '上一份摘要写了这些消息里没有的事。',
    larger: '上一份摘要比原文还长，请写短得多。',
    pinned: '上一份摘要漏了作者钉住的话，请一字不差地写上。',
    number: '上一份摘要漏了作者写的数字，请都写上。',
    names: '上一份摘要漏了人名，请都写上。',
  },
  en: {
    empty: 'The last summary was empty.',
    form: 'The last summary lacked a heading, or items under one; write “* none” where there is nothing.',
    invented: 'The last summary said what is not in these messages.',
    larger: 'The last summary was longer than what it stands for: make it far shorter.',
    pinned: 'The last summary left out what the author has pinned: write it word for word.',
    number: 'The last summary left out numbers that the author wrote: write them all.',
    names: 'The last summary left out names: write them all.',
  },
}

/** The summary as it is stored and sent: title and times by code, the model's sections, the skeleton. */
function composeSummary(summary: {
  readonly text: string
  readonly skeleton: string
  /** Of the first and the last message, as the log has them. */
  readonly from: string
  readonly to: string
}): string {
  const { text, skeleton, from, to } = summary
  const parts = [`${heading}\n${contains(from, to)}`, withoutTitle(text), skeleton]
  return parts.filter((part) => part !== '').join('\n\n')
}

/** A title and times in the model's own text do not count. */
const withoutTitle = (text: string) =>
  text
    .split(/\r?\n/)
    .filter((line) => !/^\s*(?:##?\s.*Archived Session Summary|\*?\(?Contains context from)/i.test(line))
    .join('\n')
    .trim()

/** Replaces a summary when the model took too long. */
const timedOutSentence = 'Summary generation timed out, keeping recent history only.'
const rejectedSentence = 'The summary was not taken, keeping recent history only.'
