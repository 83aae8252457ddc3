import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  McpError,
  ErrorCode as ProtocolError,
} from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { AppError } from '../../lib/appError.ts'
import type { PromptRequest } from './ownTools.ts'

/** A skill that can be used, as a client lists it. */
interface ListedSkill {
  /** Its id. */
  readonly id: string
  /** Redacted. */
  readonly name: string
}

export interface SkillPorts {
  readonly list: () => Promise<readonly ListedSkill[]>
  /** The text that would be sent, redacted, and what is to be noticed about it. */
  readonly assemble: (
    requested: PromptRequest,
    signal: AbortSignal,
  ) => Promise<{ readonly prompt: string; readonly notices: readonly string[] }>
}

/** Prompts have arguments that are texts. */
const given = z.strictObject({
  document: z.string().min(1).max(1024),
  cursor: z
    .string()
    .regex(/^\d{1,9}$/)
    .optional(),
  select: z
    .string()
    .regex(/^\d{1,9}:\d{1,9}$/)
    .optional(),
  input: z.string().max(100_000).optional(),
})

const descriptions = {
  zh: {
    document: '章节：编号或 manuscript/ 下的路径',
    cursor: '光标，从章首数起的 UTF-16 单位；不写就是章末',
    select: '选中的一段，写成 起:止',
    input: '另外的要求',
  },
  en: {
    document: 'The chapter: its id, or its path below manuscript/',
    cursor: 'Where the cursor is, in UTF-16 units from the start of the chapter; absent: its end',
    select: 'A selected passage, as FROM:TO',
    input: 'What else is wanted',
  },
} as const

const pageSize = 100

/**
 * Offers the skills of the book as prompts: what a client gets is the text that CreoNow would send for this skill at
 * this place. `sentenceOf`: the sentence of an error, in the language of the client.
 */
export function offerSkills(
  server: Server,
  skills: SkillPorts,
  language: 'zh' | 'en',
  sentenceOf: (error: unknown) => string,
): void {
  const words = descriptions[language]
  const promptArguments = Object.entries(words).map(([name, description]) => ({
    ...{ name, description },
    required: name === 'document',
  }))

  server.setRequestHandler(ListPromptsRequestSchema, async ({ params }) => {
    const all = await skills.list()
    const from = params?.cursor === undefined ? 0 : all.findIndex(({ id }) => id === params.cursor) + 1
    const page = all.slice(from, from + pageSize)
    const last = page.at(-1)
    return {
      prompts: page.map(({ id, name }) => ({ name: id, title: name, arguments: promptArguments })),
      ...(last && from + page.length < all.length && { nextCursor: last.id }),
    }
  })

  server.setRequestHandler(GetPromptRequestSchema, async ({ params }, { signal }) => {
    const all = await skills.list()
    const skill = all.find(({ id }) => id === params.name)
    if (!skill)
      throw new McpError(ProtocolError.InvalidParams, sentenceOf(new AppError('NOT_FOUND', { why: 'skill' })))
    const parsed = given.safeParse(params.arguments ?? {})
    if (!parsed.success) {
      const names = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
      throw new McpError(ProtocolError.InvalidParams, names.slice(0, 5).join('; '))
    }
    const { document, cursor, select, input } = parsed.data
    const [from, to] = (select ?? '').split(':').map(Number)
    try {
      const { prompt, notices } = await skills.assemble(
        {
          ...{ document, skill: skill.id },
          ...(cursor !== undefined && { cursor: Number(cursor) }),
          ...(from !== undefined && to !== undefined && { selection: { from, to } }),
          ...(input !== undefined && { input }),
        },
        signal,
      )
      return {
        ...(notices.length > 0 && { description: notices.join('\n') }),
        messages: [{ role: 'user' as const, content: { type: 'text' as const, text: prompt } }],
      }
    } catch (error) {
      throw new McpError(ProtocolError.InvalidParams, sentenceOf(error))
    }
  })
}
