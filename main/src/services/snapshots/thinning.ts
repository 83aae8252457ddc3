import { type Manifest, textsOf } from './manifest.ts'

/** Snapshots that the app made by itself. */
const maxAutomatic = 30
/** Snapshots that the author made. They are never removed without the author. */
export const maxByAuthor = 200
/** All texts together, before compression; or so many times what the book takes. */
const leastMaxBytes = 200 * 1_048_576
const maxBooks = 20

/**
 * Which snapshots go: automatic ones, the oldest first, while there are too many of them or the texts of all take too
 * much. Never one of the author's, and never the newest. `manifests`: oldest first.
 */
export function snapshotsToRemove(
  manifests: readonly Manifest[],
  limits: { readonly bookBytes: number },
): readonly Manifest[] {
  const maxBytes = Math.max(leastMaxBytes, maxBooks * limits.bookBytes)
  const removed = new Set<Manifest>()
  const automatic = manifests.filter(({ cause }) => cause !== 'author')
  let count = automatic.length
  const uses = new Map<string, number>()
  let total = 0
  for (const manifest of manifests)
    for (const [hash, bytes] of textsOf(manifest)) {
      const before = uses.get(hash) ?? 0
      if (before === 0) total += bytes
      uses.set(hash, before + 1)
    }
  for (const manifest of automatic) {
    if (manifest === manifests.at(-1) || (count <= maxAutomatic && total <= maxBytes)) break
    removed.add(manifest)
    count -= 1
    for (const [hash, bytes] of textsOf(manifest)) {
      const left = (uses.get(hash) ?? 1) - 1
      uses.set(hash, left)
      if (left === 0) total -= bytes
    }
  }
  return [...removed]
}
