import { expect, test } from 'vitest'
import { sha256Hex } from '../../../../main/src/lib/hash.ts'
import type { Manifest, SnapshotCause } from '../../../../main/src/services/snapshots/manifest.ts'
import { snapshotsToRemove } from '../../../../main/src/services/snapshots/thinning.ts'

const megabyte = 1_048_576

function snapshot(at: number, cause: SnapshotCause, texts: Readonly<Record<string, number>> = {}): Manifest {
  return {
    version: 1,
    snapshotId: `${String(at).padStart(13, '0')}-00000000`,
    cause,
    book: sha256Hex('book'),
    chapters: Object.entries(texts).map(([name, bytes]) => ({
      ...{ documentId: `c_${name}`, path: `manuscript/${name}.md`, title: name, words: 1, bytes },
      hash: sha256Hex(name),
    })),
    files: [],
    leftOut: [],
  }
}
const timesOf = (manifests: readonly Manifest[]) =>
  manifests.map(({ snapshotId }) => Number(snapshotId.slice(0, 13)))
const small = { bookBytes: 0 }

test('the oldest automatic snapshots go beyond thirty, and none of the author', () => {
  const all = [
    snapshot(1, 'author'),
    ...Array.from({ length: 32 }, (_, at) => snapshot(10 + at, 'replace')),
    snapshot(90, 'author'),
  ]
  expect(timesOf(snapshotsToRemove(all, small))).toEqual([10, 11])
})

test('snapshots that share a text take its room once', () => {
  const all = Array.from({ length: 20 }, (_, at) => snapshot(at + 1, 'agent', { 雾: 150 * megabyte }))
  expect(snapshotsToRemove(all, small)).toEqual([])
})

test('automatic snapshots go, oldest first, until the rest fits, while a larger book may take more', () => {
  const all = [1, 2, 3, 4].map((at) => snapshot(at, 'restore', { [`章${at}`]: 90 * megabyte }))
  expect(timesOf(snapshotsToRemove(all, small))).toEqual([1, 2])
  expect(timesOf(snapshotsToRemove(all, { bookBytes: 90 * megabyte }))).toEqual([])
})

test('the newest snapshot and all of the author stay, however much they take', () => {
  const all = [
    snapshot(1, 'author', { 甲: 900 * megabyte }),
    snapshot(2, 'author', { 乙: 900 * megabyte }),
    snapshot(3, 'import', { 丙: 900 * megabyte }),
  ]
  expect(snapshotsToRemove(all, small)).toEqual([])
})
