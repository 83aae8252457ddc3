import { isAppError } from '../lib/appError.ts'
import { checkProjectPath } from '../lib/containedPath.ts'
import { profileText, type Receipt, type ReceiptPart, type SourceReading } from '../services/context/index.ts'
import { redactPart } from '../services/redaction/index.ts'
import type { Content } from './content.ts'
import type { Core } from './core.ts'

/** Reads again what a receipt or a row of evidence names. */
export function createReceiptSources({ projects, redactor }: Core, content: Content) {
  const { manuscript, creonow, codex, constraints, memory, skills, synopses } = content

  /** The text a part of a prompt was made of, as it would be made today; of a chapter without its secrets. */
  async function readPart(receipt: Receipt, part: ReceiptPart): Promise<SourceReading> {
    try {
      const text = isStored(part) ? await textOfPart(receipt, part) : null
      if (text === null) return { state: 'unstored' }
      return text === undefined ? { state: 'gone' } : { state: 'read', text }
    } catch (error) {
      if (isAppError(error)) return { state: 'gone' }
      throw error
    }
  }

  /** Undefined: it is gone. Null: it was made for its request and stands nowhere. */
  async function textOfPart(receipt: Receipt, part: ReceiptPart): Promise<string | null | undefined> {
    const { projectId, documentId, skillId } = receipt
    const { layer, source, item, from, to } = part
    if (source.startsWith('manuscript/')) {
      const { text } = await manuscript.read(projectId, source)
      const redact = (whole: string) => redactor.redact(whole, 'manuscript', projectId)
      return (await redactPart(redact, text, from ?? 0, to ?? text.length)).text
    }
    if (isConstraints(source))
      return (await constraints.get(projectId)).items.find(({ id }) => id === item)?.text
    if (isProject(source)) {
      const profile = await projects.profile(projectId)
      return profileText(profile, profile.language)
    }
    if (source.startsWith('memory:'))
      return (await memory.confirmed(projectId)).find(({ id }) => `memory:${id}` === source)?.text.trim()
    if (layer === 'immediate') {
      const skill = await skills.find(projectId, skillId)
      return skill.template ? null : skill.instruction[(await projects.profile(projectId)).language]
    }
    return (await codex.textOf(projectId, part, documentId)) ?? textOfFile(projectId, source)
  }

  /** What a `sourceRef` of the evidence was read from, whole. */
  async function storedText(projectId: string, source: string): Promise<string | undefined> {
    // Some sources are no paths (`memory:…`); what is one must not lead out of the project.
    checkProjectPath(source, 'linux')
    if (source.startsWith('manuscript/')) return (await manuscript.read(projectId, source)).text
    if (isConstraints(source))
      return (await constraints.get(projectId)).items.map(({ text }) => text).join('\n')
    if (isProject(source)) {
      const { name, type, genre, synopsis } = await projects.profile(projectId)
      return [name, type, genre, synopsis].filter((line) => line !== undefined).join('\n')
    }
    return textOfFile(projectId, source)
  }

  async function textOfFile(projectId: string, source: string): Promise<string | undefined> {
    if (!source.startsWith('.creonow/')) return undefined
    const synopsis = await synopses.textOf(projectId, source)
    if (synopsis !== undefined) return synopsis
    const file = await creonow.read(projectId, source)
    return 'text' in file ? file.text : undefined
  }

  return { readPart, storedText }
}

const isConstraints = (source: string) => source === '.creonow/rules/constraints.json'
const isProject = (source: string) => source === '.creonow/project.json'

/** What the author typed, and what memory put together for one request, is in no file. */
const isStored = ({ layer, source }: ReceiptPart) =>
  !source.startsWith('request:') && !(source.startsWith('memory:') && /^(?:immediate|retrieved)$/.test(layer))
