import { splitNovel } from '../../../main/src/services/manuscript/import/split.ts'
import type { MadeBook } from './making.ts'

/** What the product makes of a made book, in the words its expectation is written in. */
export function chaptersOf({ text, fileName }: Pick<MadeBook, 'text' | 'fileName'>) {
  const { parts, issues } = splitNovel(text, { markdown: fileName.endsWith('.md') })
  return {
    chapters: parts.map(({ kind, title, volume }) => {
      if (kind === 'front') return '*'
      const heading = title ?? fileName.replace(/\.[^.]+$/, '')
      return volume === undefined ? heading : `${volume}|${heading}`
    }),
    doubts: issues.map(({ kind }) => kind),
    joined: parts.map(({ from, to }) => text.slice(from, to)).join(''),
  }
}
