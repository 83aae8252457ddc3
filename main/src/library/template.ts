import type { PromptTemplate as AppTemplate, Draft, Source } from '../services/context/index.ts'
import { createCursorSources } from '../services/sources/index.ts'
import type { PromptTemplate } from './types.ts'

/** The words of the package's template in the form in which the engine prints them. */
export function toEngineTemplate(template: PromptTemplate): AppTemplate {
  const { introduction, sections, addedSection } = template
  return {
    introduction,
    sections,
    emptySection: lineOf(template.emptySection),
    // A marker line: no line of a source can be mistaken for it, because the engine escapes those that resemble one.
    listHeading: `<<<${template.listTitle}>>>`,
    addedSection,
    addedNote: lineOf(template.addedNote),
    textGoesOn: template.labels.goesOn,
    earlierQuestion: template.labels.instruction,
  }
}

/** What every request has: the text around the cursor, the selection, the instruction. */
export function cursorSources(template: PromptTemplate | undefined): readonly Source[] {
  if (!template) return createCursorSources()
  const { before, after, selection, instruction } = template.labels
  const labels: Readonly<Record<string, string>> = {
    textBefore: before,
    textAfter: after,
    selection,
    skillInstruction: instruction,
  }
  return createCursorSources().flatMap((source) => {
    const label = labels[source.name]
    // The others are for requests of the app: the author's addition to a skill, a run that was cut off.
    if (label === undefined) return []
    return [{ ...source, label: ({ title }: Draft) => label.replaceAll('{title}', () => title) }]
  })
}

const lineOf = (text: string) => (text.endsWith('\n') ? text : `${text}\n`)
