import type { AgentApproval, AgentEvent, AgentTask, StepNote } from '#contract/agent.ts'
import type { UiLanguage } from '../../contract/sentences/errorKeys.ts'
import { errorSentence } from '../../contract/sentences/errorSentence.ts'
import { toVisibleText } from '../../lib/visibleText.ts'

interface AgentMessages {
  readonly proposedChanges: (files: number) => string
  readonly runs: string
  readonly repeats: string
  readonly question: Readonly<Record<AgentApproval['kind'], string>>
  readonly declined: string
  readonly uncertain: (phrase: string, count: number) => string
  readonly notes: Readonly<Record<StepNote, string>>
  readonly wrote: (files: number) => string
  readonly spends: (requests: number, input: number, output: number, dollars: string | undefined) => string
  readonly cost: (input: number, cached: number, output: number, dollars: string | undefined) => string
  readonly example: string
  readonly retryIn: (seconds: number, attempt: number, attempts: number) => string
  readonly compaction: Readonly<
    Record<NonNullable<AgentTask['compaction']>['state'], (messages: number) => string>
  >
}

export const agentWords: Readonly<Record<UiLanguage, AgentMessages>> = {
  zh: {
    proposedChanges: (files) => `要改 ${files} 个文件：`,
    runs: '要运行一条命令（不限于这部作品，能碰到这台机器上的任何东西）：',
    repeats: '模型一再要做同一件事，可能卡住了：',
    spends: (requests, input, output, dollars) =>
      `要对 ${requests} 章各发一次请求，共约 ${input} + ${output} tokens${dollars === undefined ? '' : `，约 ${dollars} 美元`}，每次的要求是：`,
    question: {
      edit: '同意吗？[y] 这一次　[a] 这部作品里以后都同意　[n] 不同意　> ',
      shell: '运行吗？[y] 这一次　[n] 不运行　> ',
      repeat: '再做一次吗？[y] 再做一次　[n] 让模型换一个做法　> ',
      spend: '发出去吗？[y] 发　[n] 不发　> ',
    },
    declined: '没有同意，什么也没有写。',
    uncertain: (phrase, count) => `  拿不准，没有动：${phrase}（${count} 处）`,
    notes: {
      invented: '它自己编了结果或多写了动作，那一段没有采用',
      mended: '这一步写得不合约定，按能读懂的执行',
      malformed: '这一步读不懂，已请它重写',
      unknownTool: '没有这个工具',
      badArguments: '参数不对，已告诉模型怎样写',
      unclearPlace: '要改的字句没有找到，或不止一处',
      modifiedExternally: '文件在别处改过',
      looksLikeOrders: '读到的文字里有像命令的句子，只当作正文',
      toolsRefused: '服务不接受工具调用，改用文字来写步骤',
      inputCut: '服务读到的比发去的少，它的窗口比设置里的小',
      shortened: '放不下了，前面的结果缩短过',
      declined: '没有同意',
    },
    wrote: (files) => `改了 ${files} 个文件；在应用的「任务」里可以一步撤销。`,
    cost: (input, cached, output, dollars) =>
      `用了 ${input} + ${output} tokens，其中缓存 ${cached}${dollars === undefined ? '' : `，约 ${dollars} 美元`}`,
    example: '（离线示例，不是真的模型）',
    retryIn: (seconds, attempt, attempts) =>
      `服务商忙，等 ${seconds} 秒，第 ${attempt} 次，共 ${attempts} 次`,
    compaction: {
      working: () => '对话快放不下了，正在把较早的部分归档',
      summary: (messages) => `较早的 ${messages} 条已经归档，换成一份摘要；原来的话都还在。`,
      timedOut: (messages) =>
        `摘要等得太久，没有生成；发去的是从较早的 ${messages} 条里摘出的名字、数字和决定，原来的话都还在。`,
      rejected: (messages) =>
        `模型写的摘要漏了要紧的内容，或者写了没有的事，没有采用；发去的是从较早的 ${messages} 条里摘出的名字、数字和决定，原来的话都还在。`,
      shortened: () => '最近的几轮放不下，其中工具读到的内容发送时缩短了。',
      failed: () => '较早的部分这次没有整理成，先照原样发送。',
    },
  },
  en: {
    proposedChanges: (files) => `Wants to change ${files} ${files === 1 ? 'file' : 'files'}:`,
    runs: 'Wants to run a command (not contained in the book; it can reach anything on this machine):',
    repeats: 'The model keeps asking for the same thing and may be stuck:',
    spends: (requests, input, output, dollars) =>
      `Wants to send a request for each of ${requests} ${requests === 1 ? 'chapter' : 'chapters'}, about ${input} + ${output} tokens in all${dollars === undefined ? '' : `, about ${dollars} dollars`}; each asks:`,
    question: {
      edit: 'Allow? [y] this time  [a] always in this book  [n] no  > ',
      shell: 'Run it? [y] this time  [n] no  > ',
      repeat: 'Do it once more? [y] once more  [n] tell the model to try something else  > ',
      spend: 'Send them? [y] yes  [n] no  > ',
    },
    declined: 'Declined; nothing was written.',
    uncertain: (phrase, count) => `  in doubt, left alone: ${phrase} (${count})`,
    notes: {
      invented: 'it made up a result or a second action, which was not used',
      mended: 'it was not written as agreed and was read all the same',
      malformed: 'this step could not be read; it was asked again',
      unknownTool: 'there is no such tool',
      badArguments: 'wrong arguments, the model was told the right ones',
      unclearPlace: 'the words to change were not found, or more than once',
      modifiedExternally: 'the file was changed elsewhere',
      looksLikeOrders: 'what it read holds sentences like orders; they were taken as text',
      toolsRefused: 'the service takes no tool calls, steps are written as text',
      inputCut: 'the service read less than was sent, its window is smaller than the settings say',
      shortened: 'earlier results were shortened to make room',
      declined: 'declined',
    },
    wrote: (files) =>
      `Changed ${files} ${files === 1 ? 'file' : 'files'}; the app's Tasks tab takes it all back in one step.`,
    cost: (input, cached, output, dollars) =>
      `Used ${input} + ${output} tokens, ${cached} from the cache${dollars === undefined ? '' : `, about $${dollars}`}`,
    example: '(the offline example, not a real model)',
    retryIn: (seconds, attempt, attempts) =>
      `The provider is busy; waiting ${seconds} s, try ${attempt} of ${attempts}`,
    compaction: {
      working: () => 'The conversation is nearly full; its older part is being archived',
      summary: (messages) =>
        `${messages} earlier messages are archived as a summary; every one is still there.`,
      timedOut: (messages) =>
        `Summary generation timed out; names, numbers and decisions of the ${messages} earlier messages are sent instead, and every one is still there.`,
      rejected: (messages) =>
        `The model's summary left out what matters, or made things up, and was not taken; names, numbers and decisions of the ${messages} earlier messages are sent instead, and every one is still there.`,
      shortened: () => 'The latest rounds do not fit, so what tools have read in them is sent shortened.',
      failed: () => 'The older part could not be archived this time and is sent as it is.',
    },
  },
}

/** The lines that a terminal shows for an event; none for what only a window shows. */
export function linesOf(event: AgentEvent, language: UiLanguage): readonly string[] {
  const wording = agentWords[language]
  const { step, task, retrying } = event
  if (event.type === 'started' && task?.isExample) return [wording.example]
  if (event.type === 'call' && step)
    return [
      `${step.number} · ${oneLine(step.thought ?? '')}`,
      ...(step.tool === undefined || step.tool === 'Finish'
        ? []
        : [`    ${oneLine(step.tool)} ${oneLine(step.input ?? '')}`]),
    ]
  if (event.type === 'observation' && step)
    return [
      `    → ${step.status}${step.error ? ` ${step.error.code}: ${oneLine(errorSentence(step.error, language))}` : ''}`,
      ...(step.notes ?? []).map((note) => `      (${wording.notes[note]})`),
    ]
  if (event.type === 'compaction' && task?.compaction)
    return [wording.compaction[task.compaction.state](task.compaction.messages)]
  if (event.type === 'todo')
    return (task?.todos ?? []).map(({ text, state }) => `    ${marks[state]} ${oneLine(text)}`)
  if (event.type === 'retrying' && retrying)
    return [wording.retryIn(Math.ceil(retrying.waitMs / 1000), retrying.attempt, retrying.attempts)]
  return []
}

const marks = { done: '[✓]', doing: '[→]', pending: '[ ]' } as const
/** Text of a model, which must not be able to move the cursor or to imitate a question. */
const oneLine = (text: string) => toVisibleText(text.replace(/\s+/g, ' ').trim())

/** The approval that the author gives or refuses. */
export function approvalLines(approval: AgentApproval, language: UiLanguage): readonly string[] {
  const wording = agentWords[language]
  if (approval.kind !== 'edit') {
    const { spend } = approval
    const about = spend
      ? wording.spends(spend.requests, spend.inputTokens, spend.outputTokens, spend.price?.toFixed(2))
      : approval.kind === 'shell'
        ? wording.runs
        : wording.repeats
    return [about, ...(approval.command ?? '').split('\n').map((line) => `  ${line}`)]
  }
  // A file with nothing but uncertain places stays as it is: a terminal offers no choice of places.
  const files = approval.files.filter(({ diff }) => diff !== '')
  return [
    wording.proposedChanges(files.length),
    ...files.flatMap(({ path, added, removed, diff, lineBreaks }) => [
      `  ${path}  +${added} −${removed}${lineBreaks === 'crlf' ? '  CRLF' : ''}`,
      ...diff.split('\n').map((line) => `    ${line}`),
    ]),
    ...approval.doubtful.map(({ phrase, count }) => wording.uncertain(phrase, count)),
  ]
}

/** What came of it. */
export function endLines({ answer, files, spending }: AgentTask, language: UiLanguage): readonly string[] {
  const wording = agentWords[language]
  const { usage, price } = spending ?? {}
  return [
    ...(answer === '' ? [] : ['', toVisibleText(answer), '']),
    ...(files.length === 0 ? [] : [wording.wrote(files.length)]),
    ...(usage
      ? [
          wording.cost(
            usage.inputTokens,
            usage.cachedInputTokens,
            usage.outputTokens,
            price?.total.toFixed(4),
          ),
        ]
      : []),
  ]
}
