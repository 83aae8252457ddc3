import { cutRedacted } from '../redaction/index.ts'
import type { Chunk, FetchContext, Redacted, RedactionRow, RedactionScope } from '../types.ts'

export interface RedactedChunk {
  readonly chunk: Chunk
  readonly redaction: readonly RedactionRow[]
}

type Draft = Omit<Chunk, 'tokenCount' | 'replacements'>

/** Finishes a chunk: secrets out of text and label, then counted. */
export async function redactedChunk(
  context: FetchContext,
  scope: RedactionScope,
  draft: Draft,
): Promise<RedactedChunk> {
  return finish(context, scope, draft, await context.redact(draft.text, scope))
}

/**
 * The same for the part [from, to) of a document, redacted as a whole before it is cut, so that neither half of a
 * secret at its edge is left standing. Offsets stay those of the stored file.
 */
export async function redactedPart(
  context: FetchContext,
  document: string,
  draft: Omit<Draft, 'text'> & { readonly from: number; readonly to: number },
): Promise<RedactedChunk> {
  const { from, to } = draft
  const whole = await context.redact(document, 'manuscript')
  const text = document.slice(from, to)
  return finish(context, 'manuscript', { ...draft, text }, cutRedacted(document, whole, from, to))
}

async function finish(
  context: FetchContext,
  scope: RedactionScope,
  draft: Draft,
  { text, replacements, evidence }: Redacted,
): Promise<RedactedChunk> {
  const label = await context.redact(draft.label, scope)
  return {
    chunk: {
      ...draft,
      label: label.text,
      text,
      tokenCount: context.count(text),
      limited: true,
      ...(replacements.length > 0 ? { replacements } : {}),
    },
    redaction: [...evidence, ...label.evidence].map((row) => ({ ...row, sourceRef: draft.source })),
  }
}
