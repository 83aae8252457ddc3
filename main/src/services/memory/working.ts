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
  const places = new LRUCache<string, readonly string[]>({ max: rememberedPlaces })
  const keyOf = (projectId: string, documentId: string) => `${projectId}\0${documentId}`

  return {
    note(projectId, documentId, instruction) {
      const text = instruction.trim().slice(0, maxInstructionUnits).toWellFormed()
      const key = keyOf(projectId, documentId)
      const known = places.get(key) ?? []
      if (text === '' || known.at(-1) === text) return
      places.set(key, [...known, text].slice(-rememberedInstructions))
    },
    instructions: (projectId, documentId) => places.get(keyOf(projectId, documentId)) ?? [],
    renameDocuments(projectId, renamed) {
      for (const [from, to] of renamed) {
        const instructions = places.get(keyOf(projectId, from))
        if (!instructions) continue
        places.delete(keyOf(projectId, from))
        places.set(keyOf(projectId, to), instructions)
      }
    },
  }
}
