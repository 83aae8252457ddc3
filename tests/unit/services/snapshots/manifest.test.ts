import { expect, test } from 'vitest'
import { sha256Hex } from '../../../../main/src/lib/hash.ts'
import {
  type Manifest,
  readManifest,
  writeManifest,
} from '../../../../main/src/services/snapshots/manifest.ts'

const manifest: Manifest = {
  version: 1,
  snapshotId: '1700000000000-0123abcd',
  cause: 'author',
  name: '“第一稿” — first draft 𠮷',
  book: sha256Hex('book'),
  chapters: [
    {
      documentId: 'c_1',
      path: 'manuscript/001-雾.md',
      title: '雾',
      words: 3,
      hash: sha256Hex('雾'),
      bytes: 3,
    },
    { documentId: 'c_2', path: null, title: 'Planned', words: 0, hash: sha256Hex('{}'), bytes: 0 },
  ],
  files: [{ path: '.creonow/rules/style.md', hash: sha256Hex('短句'), bytes: 6 }],
  leftOut: ['manuscript/003.md'],
}

test('a manifest comes back as it was written', () => {
  expect(readManifest(writeManifest(manifest))).toEqual(manifest)
})

test('a manifest with any other byte is none, and neither is one that was cut short', () => {
  const text = writeManifest(manifest)
  for (let at = 0; at < text.length; at += 7) {
    const other = text[at] === 'a' ? 'b' : 'a'
    expect(readManifest(text.slice(0, at) + other + text.slice(at + 1)), `${at}`).toBeUndefined()
    expect(readManifest(text.slice(0, at)), `${at}`).toBeUndefined()
  }
  expect(readManifest(text.replace('"version": 1', '"version": 2'))).toBeUndefined()
})
