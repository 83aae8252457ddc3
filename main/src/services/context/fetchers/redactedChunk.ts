import { redactPart } from '../../redaction/index.ts'
import type { Chunk, FetchContext, Redacted, RedactionRow, RedactionScope } from '../types.ts'

export interface RedactedChunk {
  readonly chunk: Chunk
  readonly redaction: readonly RedactionRow[]
}

type Draft = Omit<Chunk, 'tokenCount' | 'replacements'>

/** Finishes a chunk: secrets out of text, label and reason (both may quote a name), then counted. */
export async function redactedChunk(
  context: FetchContext,
  scope: RedactionScope,
  draft: Draft,
): Promise<RedactedChunk> {
  return finish(context, scope, draft, await context.redact(draft.text, scope))
}

/**
 * The same for the part [from, to) of a document, redacted as a whole before it is cut, so that neither half of a
 * secret at its edge is left standing. Offsets stay those of the stored file. `cut` is that part, if known.
 */
export async function redactedPart(
  context: FetchContext,
  document: string,
  draft: Omit<Draft, 'text'> & { readonly from: number; readonly to: number },
  cut?: string,
): Promise<RedactedChunk> {
  const { from, to } = draft
  const redacted = await redactPart((text) => context.redact(text, 'manuscript'), document, from, to)
  const isClean = redacted.text === (cut ?? document.slice(from, to))
  // The very string, where there is one: what is known of it is found by it at once.
  const part = isClean && cut !== undefined ? { ...redacted, text: cut } : redacted
  const draftOfPart = { ...draft, text: part.text }
  // A passage is one of many of its chapter, which nobody else reads: it is counted by itself.
  if (!isClean || draft.layer !== 'immediate') return finish(context, 'manuscript', draftOfPart, part)
  const tokenCount = context.countRange(document, from, to)
  const cutFrom = { text: document, from }
  return finish(context, 'manuscript', { ...draftOfPart, cutFrom }, part, tokenCount)
}

async function finish(
  context: FetchContext,
  scope: RedactionScope,
  draft: Draft,
  { text, replacements, evidence }: Redacted,
  tokenCount = context.count(text),
): Promise<RedactedChunk> {
  const [label, reason] = await Promise.all([
    context.redact(draft.label, scope),
    context.redact(draft.reason, scope),
  ])
  return {
    chunk: {
      ...draft,
      label: label.text,
      reason: reason.text,
      text,
      tokenCount,
      limited: true,
      ...(replacements.length > 0 ? { replacements } : {}),
    },
    redaction: [...evidence, ...label.evidence].map((row) => ({ ...row, sourceRef: draft.source })),
  }
}
