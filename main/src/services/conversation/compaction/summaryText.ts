import type { SummaryFault } from './summaryFault.ts'

export type SummaryLanguage = 'zh' | 'en'

/** A message that leaves, by its number in the conversation. */
export interface NumberedMessage {
  readonly number: number
  readonly byAuthor: boolean
  readonly content: string
}

const heading = '## 📌 Archived Session Summary'
const contains = (from: string, to: string) => `*(Contains context from ${from} to ${to})*`

/** What the model fills in between the heading and the skeleton: the template of 004 A5, and what a novel needs. */
const sections = `### 🎯 Objectives & Status
* **Original Goal**: …

### ✅ Completed Milestones (The "Done" Pile)
* [✓] … - …

### 🧠 Key Insights & Decisions (Persistent Memory)
* **Decisions**: …
* **Learnings**: …
* **User Preferences**: …

### 🧵 Open Threads
* … (#12)

### 🤝 Promises
* … (#12)

### 👁 Who Knows What
* … (#12)

### 📂 File System State (Snapshot)
* …`

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
    index: 'The numbers of the messages, and how they begin:',
    you: 'Author',
    model: 'Assistant',
  },
} as const

/** The last user message of the request that makes a summary; everything before it is what was sent anyway. */
export function summaryInstruction(request: {
  readonly language: SummaryLanguage
  readonly messages: readonly NumberedMessage[]
  readonly pinned: readonly string[]
  /** What was wrong with the one before. */
  readonly fault?: SummaryFault
}): string {
  const { language, messages, pinned, fault } = request
  const wording = wordings[language]
  const line = ({ number, byAuthor, content }: NumberedMessage) => {
    const head = content.replace(/\s+/g, ' ').slice(0, headUnits).toWellFormed()
    return `#${number} ${byAuthor ? wording.you : wording.model}: ${head}`
  }
  return [
    wording.task(messages[0]?.number ?? 1, messages.at(-1)?.number ?? 1),
    wording.rules.map((rule) => `- ${rule}`).join('\n'),
    ...(pinned.length > 0 ? [[wording.pinned, ...pinned].join('\n')] : []),
    ...(fault ? [faults[language][fault]] : []),
    sections,
    [wording.index, ...messages.map(line)].join('\n'),
  ].join('\n\n')
}

const faults: Readonly<Record<SummaryLanguage, Readonly<Record<SummaryFault, string>>>> = {
  zh: {
    empty: '上一份摘要是空的。',
    larger: '上一份摘要比原文还长，请写短得多。',
    pinned: '上一份摘要漏了作者钉住的话，请一字不差地写上。',
    number: '上一份摘要漏了作者写的数字，请都写上。',
    names: '上一份摘要漏了人名，请都写上。',
  },
  en: {
    empty: 'The last summary was empty.',
    larger: 'The last summary was longer than what it stands for: make it far shorter.',
    pinned: 'The last summary left out what the author has pinned: write it word for word.',
    number: 'The last summary left out numbers that the author wrote: write them all.',
    names: 'The last summary left out names: write them all.',
  },
}

/** The summary as it is stored and sent: title and times by code, the model's sections, the skeleton. */
export function composeSummary(summary: {
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

/** What the model says of title and times does not count. */
const withoutTitle = (text: string) =>
  text
    .split(/\r?\n/)
    .filter((line) => !/^\s*(?:##?\s.*Archived Session Summary|\*?\(?Contains context from)/i.test(line))
    .join('\n')
    .trim()

/** What stands in a summary's place when the model took too long (004 E2). */
export const timedOutSentence = 'Summary generation timed out, keeping recent history only.'
export const rejectedSentence = 'The summary was not taken, keeping recent history only.'
