import { workerData } from 'node:worker_threads'
import SqliteDatabase from 'better-sqlite3'
import { documentKeyOf } from '../../db/tables/passages.ts'
import { passageVectorsTable } from '../../db/tables/passageVectors.ts'
import { answerCalls } from '../../lib/workerAnswer.ts'
import type { VectorAnswer, VectorQuestion } from './vectorSearch.ts'

/** What a passage gains from the two next to it. */
const neighbourShare = 0.25

// Brute force over one array: at 10,000 × 384 as fast as a vector extension, and one native dependency less.
const db = new SqliteDatabase(String(workerData), { readonly: true, timeout: 3000 })
const table = passageVectorsTable(db)
let loaded:
  | { model: string; state: string; dimensions: number; ids: number[]; values: Float32Array }
  | undefined

function load(model: string) {
  const state = table.state()
  if (loaded?.model === model && loaded.state === state) return loaded
  const dimensions = table.dimensions(model) ?? 0
  const ids: number[] = []
  const parts: Float32Array[] = []
  for (const { id, vector } of table.all(model)) {
    if (vector.byteLength !== dimensions * 4) continue
    ids.push(id)
    parts.push(new Float32Array(new Uint8Array(vector).buffer))
  }
  const values = new Float32Array(ids.length * dimensions)
  for (const [at, part] of parts.entries()) values.set(part, at * dimensions)
  loaded = { model, state, dimensions, ids, values }
  return loaded
}

function search({ model, vector, k, documents }: VectorQuestion): [id: number, similarity: number][] {
  const { ids, values, dimensions } = load(model)
  if (ids.length > 0 && vector.length !== dimensions) throw new RangeError('dimensions differ')
  const similarities = ids.map((_, at) => {
    let sum = 0
    for (let place = 0; place < dimensions; place++) {
      sum += (values[at * dimensions + place] ?? 0) * (vector[place] ?? 0)
    }
    return sum
  })
  const adjacentSimilarity = (at: number, other: number) => {
    const [ownId, two] = [ids[at], ids[other]]
    if (ownId === undefined || two === undefined || documentKeyOf(ownId) !== documentKeyOf(two)) return 0
    return similarities[other] ?? 0
  }
  const allowed = documents && new Set(documents)
  return ids
    .map((id, at): [number, number] => [
      id,
      (similarities[at] ?? 0) +
        neighbourShare * (adjacentSimilarity(at, at - 1) + adjacentSimilarity(at, at + 1)),
    ])
    .filter(([id]) => !allowed || allowed.has(documentKeyOf(id)))
    .sort((a, b) => b[1] - a[1])
    .slice(0, k)
}

answerCalls<VectorQuestion, VectorAnswer>(search, () => db.close())
