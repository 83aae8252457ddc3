import type { Document } from 'yaml'
import { parseYaml } from '../../../lib/yamlText.ts'
import { parseSkill, type SkillFault, skillBounds, splitSkill } from './skillFile.ts'

/** What a form shows of a skill's file. */
export interface SkillFields {
  readonly name: string
  readonly output: 'insert' | 'replace' | 'show'
  /** Whether retrieved entries and passages are given along. */
  readonly retrieved: boolean
  readonly instruction: string
}

export interface SkillReading {
  /** Null when the front matter cannot be read: then the author repairs the text itself. */
  readonly skill: SkillFields | null
  readonly fault: (SkillFault & { readonly line: number }) | null
}

/** A skill's file as fields, and what is wrong with it, with its 1-based line. Line feeds only. */
export function readSkillFields(text: string): SkillReading {
  const parsed = parseSkill(text, '')
  if (!('fault' in parsed)) {
    const { name, output, instruction, without } = parsed
    return {
      skill: { name, output, retrieved: !without?.includes('retrieved'), instruction: instruction.zh },
      fault: null,
    }
  }
  const fault = { ...parsed.fault, line: lineOf(text, parsed.fault.problem) }
  if (parsed.fault.problem !== 'empty') return { skill: null, fault }
  // A file that only lacks its instruction: the form is where to write it.
  const filled = parseSkill(`${text.trimEnd()}\n-`, '')
  if ('fault' in filled) return { skill: null, fault }
  const { name, output, without } = filled
  return { skill: { name, output, retrieved: !without?.includes('retrieved'), instruction: '' }, fault }
}

/** The text with these fields; fields of the front matter that no form shows stay. */
export function withSkillFields(text: string, fields: SkillFields): string {
  const split = splitSkill(text)
  const yaml = split && parseYaml(split.header, skillBounds)
  if (!yaml?.ok) return newSkillText('skill', fields)
  const { document } = yaml
  document.set('name', fields.name)
  document.set('output', fields.output)
  setLayers(document, fields.retrieved)
  return compose(document.toString({ lineWidth: 0 }), fields.instruction)
}

/** The text of a new skill. */
export function newSkillText(id: string, { name, output, retrieved, instruction }: SkillFields): string {
  const header = [
    `id: ${JSON.stringify(id)}`,
    `name: ${JSON.stringify(name)}`,
    `output: ${output}`,
    ...(retrieved ? [] : ['layers: [rules, settings, immediate]']),
  ]
  return compose(`${header.join('\n')}\n`, instruction)
}

const compose = (header: string, instruction: string) =>
  `---\n${header.trimEnd()}\n---\n\n${instruction.trim()}\n`

function setLayers(document: Document, retrieved: boolean): void {
  const listed = document.toJS().layers as unknown // any YAML; checked below
  const has = !Array.isArray(listed) || listed.includes('retrieved')
  if (has === retrieved) return
  if (retrieved) document.delete('layers')
  else document.set('layers', ['rules', 'settings', 'immediate'])
}

function lineOf(text: string, problem: SkillFault['problem']): number {
  const split = splitSkill(text)
  if (!split) return 1
  const lines = split.header.split('\n')
  if (problem === 'yaml') {
    const yaml = parseYaml(split.header, skillBounds)
    return 1 + (yaml.ok ? 1 : (yaml.at?.line ?? 1))
  }
  if (problem === 'empty') return lines.length + 3
  const field = problem === 'retrievedOnly' ? 'layers' : problem
  const at = lines.findIndex((line) => line.startsWith(`${field}:`))
  return at < 0 ? 1 : at + 2
}
