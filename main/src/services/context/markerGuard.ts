import { composeReplacements, escapeMarkers } from '../redaction/index.ts'
import type { Fetched } from './fetchStage.ts'
import { isMarkerLine, mayHoldMarkerLine } from './template.ts'
import type { Chunk } from './types.ts'

/** Source lines that look like our section markers get one backslash, with evidence (D4). */
export function guardMarkers(fetched: Fetched): Fetched {
  const redaction = [...fetched.redaction]
  const guard = (chunk: Chunk): Chunk => {
    if (!mayHoldMarkerLine(chunk.text)) return guardLevels(chunk)
    const { text, replacements, evidence } = escapeMarkers(chunk.text, isMarkerLine)
    const shorter = guardLevels(chunk)
    if (replacements.length === 0) return shorter
    redaction.push(...evidence.map((row) => ({ ...row, sourceRef: chunk.source })))
    const { cutFrom: _, ...rest } = shorter
    return { ...rest, text, replacements: composeReplacements(chunk.replacements ?? [], replacements) }
  }
  const { rules, settings, retrieved, immediate } = fetched.chunks
  const chunks = {
    rules: rules.map(guard),
    settings: settings.map(guard),
    retrieved: retrieved.map(guard),
    immediate: immediate.map(guard),
  }
  return { ...fetched, chunks, redaction }
}

/** The shorter forms go into the prompt in the text's place, so they are guarded like it. */
function guardLevels(chunk: Chunk): Chunk {
  if (!chunk.levels || !Object.values(chunk.levels).some(mayHoldMarkerLine)) return chunk
  const guarded = Object.entries(chunk.levels).map(([level, text]) => [
    level,
    escapeMarkers(text, isMarkerLine).text,
  ])
  return { ...chunk, levels: Object.fromEntries(guarded) }
}
