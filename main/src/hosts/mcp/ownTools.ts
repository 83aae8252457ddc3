import { z } from 'zod'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError } from '../../lib/appError.ts'

/** Tools for other programs in addition to the agent's. */
export interface OwnTool {
  readonly name: string
  readonly schema: z.ZodType
  readonly describe: { readonly zh: string; readonly en: string }
  readonly writes: boolean
  /** What it answers beside the text. */
  readonly result: z.ZodObject
  run(input: unknown, signal: AbortSignal): Promise<OwnResult>
}

/** The text of an answer, and the same for programs. */
interface OwnResult {
  readonly text: string
  readonly data: Readonly<Record<string, unknown>>
}

const request = z.strictObject({
  document: z.string().min(1).max(1024),
  /** UTF-16 offset; the end of the chapter when absent. */
  cursor: z.int().min(0).optional(),
  skill: z.string().min(1).max(128).default('continue'),
  input: z.string().max(100_000).optional(),
  window: z.int().min(1000).max(10_000_000).optional(),
})
/** What to assemble; `selection` in UTF-16 offsets. */
export type PromptRequest = Omit<z.infer<typeof request>, 'skill'> & {
  readonly skill: string
  readonly selection?: { readonly from: number; readonly to: number }
}

const undo = z.strictObject({ editId: z.string().min(1).max(128).optional() })

export interface OwnToolPorts {
  /** The prompt for a place in the book, redacted, and what is to be noticed about it. */
  readonly assemble: (
    requested: PromptRequest,
    signal: AbortSignal,
  ) => Promise<{ readonly prompt: string; readonly notices: readonly string[] }>
  /** Why the prompt is as it is; undefined: not in this session. */
  readonly explain: ((requested: PromptRequest, signal: AbortSignal) => Promise<string>) | undefined
  /** Takes back one step of writing, the last of this session when none is named; undefined: nothing may be written. */
  readonly undo: ((editId: string | undefined, signal: AbortSignal) => Promise<string>) | undefined
}

export function createOwnTools({ assemble, explain, undo: takeBack }: OwnToolPorts): readonly OwnTool[] {
  const tools: OwnTool[] = [
    {
      name: 'Assemble',
      schema: request,
      writes: false,
      describe: {
        zh: 'Assemble {"document": "manuscript/012-雨.md", "cursor": 300, "skill": "continue"}：CreoNow 在这个位置会发给模型的全部内容（规则、设定、前文、正文），已经遮去密钥；不写 cursor 就是章末。',
        en: 'Assemble {"document": "manuscript/012.md", "cursor": 300, "skill": "continue"}: everything CreoNow would send to a model at this place (rules, settings, earlier passages, text), redacted; without cursor, the end of the chapter.',
      },
      result: z.object({ prompt: z.string(), notices: z.array(z.string()) }),
      async run(input, signal) {
        const assembled = await assemble(parse(request, input), signal)
        const { prompt, notices } = assembled
        return { text: [...notices, prompt].join('\n'), data: { prompt, notices } }
      },
    },
  ]
  if (explain)
    tools.push({
      name: 'Explain',
      schema: request,
      writes: false,
      describe: {
        zh: 'Explain（参数同 Assemble）：放了什么、裁了什么、为什么。',
        en: 'Explain (as Assemble): what went in, what was cut, and why.',
      },
      result: z.object({ table: z.string() }),
      async run(input, signal) {
        const table = await explain(parse(request, input), signal)
        return { text: table, data: { table } }
      },
    })
  if (takeBack)
    tools.push({
      name: 'Undo',
      schema: undo,
      writes: true,
      describe: {
        zh: 'Undo {"editId": "…"}：撤销一次写入，所有文件一字不差地恢复；不写 editId 就撤销这里最近的一次。之后又改过的文件不动，并列出来。',
        en: 'Undo {"editId": "…"}: takes one step of writing back, every file byte for byte; without editId the last one made here. Files changed since stay and are named.',
      },
      result: z.object({ message: z.string() }),
      async run(input, signal) {
        const message = await takeBack(parse(undo, input).editId, signal)
        return { text: message, data: { message } }
      },
    })
  return tools
}

function parse<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues
    .slice(0, 5)
    .map(({ path, message }) => `${path.join('.') || 'input'}: ${message}`)
  throw new AppError(ErrorCode.INVALID_ARGUMENT, { why: 'input', issues: issues.join('; ') })
}
