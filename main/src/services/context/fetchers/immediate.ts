import { redactPart } from '../../redaction/index.ts'
import { graphemeAtOrBefore, headThatFits, tailThatFits } from '../cuts.ts'
import { limit } from '../layers.ts'
import type { Chunk, ContextRequest, FetchContext, Fetcher, FetchResult } from '../types.ts'
import type { DocumentPort } from './ports.ts'
import { redactedChunk, redactedPart } from './redactedChunk.ts'

const unavailable = 'IMMEDIATE_UNAVAILABLE: 上一章没有读到，本次未注入'

type PartDraft = Parameters<typeof redactedPart>[2]

/** The text around the cursor, the selection and what the author asks for this time. */
export function createCursorFetcher(): Fetcher {
  async function fetch(request: ContextRequest, context: FetchContext): Promise<FetchResult> {
    const { document, cursorPosition, selection, language } = request
    const zh = language === 'zh'
    const base = { layer: 'immediate', projectId: request.projectId, source: request.documentId } as const
    const inside = selection && selection.from <= cursorPosition && cursorPosition <= selection.to
    const from = inside ? selection.from : cursorPosition
    const to = inside ? selection.to : cursorPosition
    const drafts: PartDraft[] = []
    if (from > 0) {
      drafts.push({
        ...base,
        kind: 'before',
        from: 0,
        to: from,
        label: `${zh ? '光标之前' : 'Before the cursor'} · ${document.title}`,
        reason: '光标前的正文',
      })
    }
    const afterEnd = to + afterUnits(document.text, to, context)
    if (afterEnd > to) {
      drafts.push({
        ...base,
        kind: 'after',
        from: to,
        to: afterEnd,
        label: zh ? '光标之后' : 'After the cursor',
        reason: '光标后的正文',
      })
    }
    if (selection && !usesTemplate(request, 'selection')) {
      drafts.push({
        ...base,
        kind: 'selection',
        from: selection.from,
        to: selection.to,
        label: zh ? '选中的文字' : 'Selection',
        reason: '选区',
      })
    }
    const finished = await Promise.all([
      ...drafts.map((draft) => redactedPart(context, document.text, draft)),
      ...(await instructions(request, context)).map((draft) => redactedChunk(context, 'creonow', draft)),
    ])
    return {
      chunks: finished.map(({ chunk }) => chunk),
      redaction: finished.flatMap(({ redaction }) => redaction),
    }
  }
  return {
    name: 'cursor',
    layer: 'immediate',
    unavailable: 'IMMEDIATE_UNAVAILABLE: 光标处的正文没有读到',
    fetch,
  }
}

function afterUnits(text: string, to: number, context: FetchContext): number {
  const reach = text.slice(to, graphemeAtOrBefore(text, to + limit.textAfterTokens * 8))
  const fits = (end: number) => context.countRange(text, to, to + end) <= limit.textAfterTokens
  return headThatFits(reach, fits, 'grapheme')
}

/** The skill's own words, then the author's. The skill stands here so that another skill keeps the prefix. */
async function instructions(
  request: ContextRequest,
  context: FetchContext,
): Promise<Omit<Chunk, 'tokenCount'>[]> {
  const { skill, additionalInput, language, projectId } = request
  const zh = language === 'zh'
  const base = { layer: 'immediate', kind: 'instruction', projectId } as const
  const own: Omit<Chunk, 'tokenCount'> = {
    ...base,
    source: skill.source,
    place: 0,
    label: zh ? '本次要求' : 'Request',
    text: skill.template ? await filledIn(request, context) : skill.instruction[language],
    reason: `技能：${skill.name}`,
  }
  if (!additionalInput?.trim() || usesTemplate(request, 'input')) return [own]
  return [
    own,
    {
      ...base,
      source: 'request:additionalInput',
      place: 1,
      label: zh ? '作者补充' : 'From the author',
      text: additionalInput,
      reason: '本次输入',
    },
  ]
}

const templateFields = /\{\{\s*(input|selection)\s*\}\}/g

function usesTemplate({ skill, language }: ContextRequest, field: 'input' | 'selection'): boolean {
  if (!skill.template) return false
  return [...skill.instruction[language].matchAll(templateFields)].some(([, name]) => name === field)
}

/** A project skill's text with its fields filled in, once: what stands in a value is not filled in again. */
async function filledIn(request: ContextRequest, context: FetchContext): Promise<string> {
  const { skill, selection, document, additionalInput, language } = request
  const { from, to } = selection ?? { from: 0, to: 0 }
  const redact = (text: string) => context.redact(text, 'manuscript')
  const clean = (await redactPart(redact, document.text, from, to)).text
  const nothing = language === 'zh' ? '（无）' : '(none)'
  return skill.instruction[language].replace(templateFields, (_field, name) =>
    name === 'selection' ? clean || nothing : additionalInput?.trim() || nothing,
  )
}

/** The end of the previous chapter, when little stands before the cursor in this one. */
export function createPreviousChapterFetcher(documents: DocumentPort): Fetcher {
  async function fetch(request: ContextRequest, context: FetchContext): Promise<FetchResult> {
    const { document, cursorPosition, language } = request
    const room = limit.textBeforeTokens - context.countRange(document.text, 0, cursorPosition)
    if (room <= 0) return { chunks: [] }
    const chapters = await documents.list(request.projectId)
    const here = chapters.findIndex(({ documentId }) => documentId === request.documentId)
    const previous = chapters[here - 1]
    if (here < 1 || previous?.kind !== 'chapter') return { chunks: [] }
    const { text } = await documents.read(request.projectId, previous.documentId)
    const tokensFrom = (start: number) => context.countRange(text, start, text.length)
    // A last line of three words is a paragraph, and tells too little of how the chapter ended.
    const from = tailThatFits(
      text,
      (start) => tokensFrom(start) <= room,
      (start) => tokensFrom(start) >= room / 2,
    )
    if (from >= text.length) return { chunks: [] }
    const { chunk, redaction } = await redactedPart(context, text, {
      layer: 'immediate',
      kind: 'previous',
      projectId: request.projectId,
      source: previous.documentId,
      from,
      to: text.length,
      label: `${language === 'zh' ? '上一章结尾' : 'End of the previous chapter'} · ${previous.title}`,
      reason: '本章光标前不足 2000 tokens',
    })
    return { chunks: [chunk], redaction }
  }
  return { name: 'previousChapter', layer: 'immediate', unavailable, fetch }
}
