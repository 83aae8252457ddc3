import { z } from 'zod'
import type { ToolDefinition } from '../../ai/index.ts'
import type { Language } from '../../context/index.ts'
import { readLenientJson } from '../react/lenientJson.ts'
import type { Toolbox } from '../toolbox.ts'

/** A tool as its definition is sent: name, description without the text form of a call, and its schema. */
export function definitionOf(
  { name, describe, schema }: Toolbox['tools'][number],
  language: Language,
  count: (text: string) => number,
): ToolDefinition {
  const { $schema: _, ...parameters } = z.toJSONSchema(schema, { io: 'input' })
  const definition = { name, description: argumentsOnly(describe[language].trim(), name), parameters }
  return { ...definition, tokens: count(JSON.stringify(definition)) }
}

/** `Read[{"path": …}]` is the text form of a call: of it the arguments stay. */
function argumentsOnly(description: string, name: string): string {
  const opening = `${name}[`
  const at = description.indexOf(opening)
  if (at < 0) return description
  const from = at + opening.length
  const json = readLenientJson(description, from)
  if (!json || json === 'unclosed' || description.charAt(json.end) !== ']') return description
  const rest = description.slice(json.end + 1)
  return description.slice(0, at) + description.slice(from, json.end) + argumentsOnly(rest, name)
}
