import { LRUCache } from 'lru-cache'

const rememberedInstructions = 3
const rememberedPlaces = 500
const maxInstructionUnits = 2000
const maxAnswerUnits = 20_000

/** What the author asked for and what came of it. */
interface Exchange {
  /** As typed, redacted; the skill's name when nothing was. */
  readonly instruction: string
  /** What the model wrote, redacted as it was sent. */
  readonly answer: string
}

/** What was asked since the app was started, per document; never written to disk. */
export interface WorkingMemory {
  /** Remembers the instruction of a skill that writes prose, redacted; the same one twice in a row counts once. */
  note(projectId: string, documentId: string, instruction: string): void
  /** The last three, oldest first. */
  instructions(projectId: string, documentId: string): readonly string[]
  /** Remembers what a run of any skill wrote. */
  finish(projectId: string, documentId: string, exchange: Exchange): void
  /** The last run that wrote something; absent: none has. */
  lastExchange(projectId: string, documentId: string): Exchange | undefined
}

/** `redact` takes secrets out of a text of a project. */
export function createWorkingMemory(redact: (text: string, projectId: string) => string): WorkingMemory {
  const instructionsByKey = new LRUCache<string, readonly string[]>({ max: rememberedPlaces })
  const lastByKey = new LRUCache<string, Exchange>({ max: rememberedPlaces })
  const keyOf = (projectId: string, documentId: string) => `${projectId}\0${documentId}`
  /** Redacted before it is cut, so that a secret is not split beyond recognition. */
  const shortened = (projectId: string, text: string, units: number) =>
    redact(text.trim(), projectId).slice(0, units).toWellFormed()

  return {
    note(projectId, documentId, instruction) {
      const text = shortened(projectId, instruction, maxInstructionUnits)
      const key = keyOf(projectId, documentId)
      const previous = instructionsByKey.get(key) ?? []
      if (text === '' || previous.at(-1) === text) return
      instructionsByKey.set(key, [...previous, text].slice(-rememberedInstructions))
    },
    instructions: (projectId, documentId) => instructionsByKey.get(keyOf(projectId, documentId)) ?? [],
    finish(projectId, documentId, { instruction, answer }) {
      const text = shortened(projectId, answer, maxAnswerUnits)
      if (text === '') return
      const exchange = { instruction: shortened(projectId, instruction, maxInstructionUnits), answer: text }
      lastByKey.set(keyOf(projectId, documentId), exchange)
    },
    lastExchange: (projectId, documentId) => lastByKey.get(keyOf(projectId, documentId)),
  }
}
