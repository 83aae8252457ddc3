import type { Chunk, FetchContext, RedactionRow, RedactionScope } from '../types.ts'

export interface RedactedChunk {
  readonly chunk: Chunk
  readonly redaction: readonly RedactionRow[]
}

/** Finishes a chunk: secrets out of text, label and reason (both may quote a name), then counted. Offsets of a part of a file stay those of the stored file. */
export async function redactedChunk(
  context: FetchContext,
  scope: RedactionScope,
  draft: Omit<Chunk, 'tokenCount' | 'replacements'>,
): Promise<RedactedChunk> {
  const [{ text, replacements, evidence }, label, reason] = await Promise.all([
    context.redact(draft.text, scope),
    context.redact(draft.label, scope),
    context.redact(draft.reason, scope),
  ])
  return {
    chunk: {
      ...draft,
      label: label.text,
      reason: reason.text,
      text,
      tokenCount: context.count(text),
      ...(replacements.length > 0 ? { replacements } : {}),
    },
    redaction: [...evidence, ...label.evidence].map((row) => ({ ...row, sourceRef: draft.source })),
  }
}
