import { LRUCache } from 'lru-cache'

const rememberedInstructions = 3
const rememberedPlaces = 500
const maxInstructionUnits = 2000

/** What the author has asked for since the app was started, per document; never written to disk. */
export interface WorkingMemory {
  /** Remembers an instruction; the same one twice in a row counts once. */
  note(projectId: string, documentId: string, instruction: string): void
  /** The last three, oldest first. */
  instructions(projectId: string, documentId: string): readonly string[]
  renameDocuments(projectId: string, renamed: ReadonlyMap<string, string>): void
}

export function createWorkingMemory(): WorkingMemory {
  const instructionsByKey = new LRUCache<string, readonly string[]>({ max: rememberedPlaces })
  const keyOf = (projectId: string, documentId: string) => `${projectId}\0${documentId}`

  return {
    note(projectId, documentId, instruction) {
      const text = instruction.trim().slice(0, maxInstructionUnits).toWellFormed()
      const key = keyOf(projectId, documentId)
      const previous = instructionsByKey.get(key) ?? []
      if (text === '' || previous.at(-1) === text) return
      instructionsByKey.set(key, [...previous, text].slice(-rememberedInstructions))
    },
    instructions: (projectId, documentId) => instructionsByKey.get(keyOf(projectId, documentId)) ?? [],
    renameDocuments(projectId, renamed) {
      for (const [from, to] of renamed) {
        const instructions = instructionsByKey.get(keyOf(projectId, from))
        if (!instructions) continue
        instructionsByKey.delete(keyOf(projectId, from))
        instructionsByKey.set(keyOf(projectId, to), instructions)
      }
    },
  }
}
