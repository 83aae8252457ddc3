import type { Applied } from './applying.ts'
import type { ProjectFiles } from './projectFiles.ts'
import type { ToolResult, UncertainGroup } from './tool.ts'
import { linesOf } from './view.ts'
import { describeError, type Language } from './wording.ts'

const shownLines = 3
const shownFiles = 20
const lineUnits = 200
const shownDeclined = 30
const excerptUnits = 60

/** What the model hears of edits that were written: per file where, and how the first lines read now. */
export async function editResult(
  files: ProjectFiles,
  safe: (text: string) => string,
  { written, failures, declined, editId }: Applied,
  uncertain: readonly UncertainGroup[],
  { projectId, language }: { readonly projectId: string; readonly language: Language },
): Promise<ToolResult> {
  const changes = []
  for (const [index, { path, before, after, placeCount }] of written.entries()) {
    const old = new Set((before?.original ?? '').split(/\r\n|\r|\n/))
    const isShown = index < shownFiles
    // Redacted as a whole, then cut: the model sees no more of the new text than of the old.
    const lines = isShown ? linesOf(await files.view(projectId, path, after.text)) : []
    const stored = isShown ? after.text.split(/\r\n|\r|\n/) : []
    const touched = lines.filter(({ number }) => !old.has(stored[number - 1] ?? ''))
    const excerpt = touched
      .slice(0, shownLines)
      .map(({ number, text }) => `${number}\t${text.slice(0, lineUnits).toWellFormed()}`)
      .join('\n')
    const [from, to] = [touched[0]?.number ?? 1, touched.at(-1)?.number ?? 1]
    changes.push({ path: safe(path), replaced: placeCount, from, to, excerpt })
  }
  const replaced = changes.reduce((sum, change) => sum + change.replaced, 0)
  const failed = failures.map(({ path, error }) => ({ path: safe(path), ...describeError(error, language) }))
  const groups = uncertain.map((group) => ({
    ...{ phrase: safe(group.phrase), why: group.why, count: group.count },
    places: group.places.map(({ path, line, text }) => ({ path: safe(path), line, text })),
  }))
  const left = declinedPlaces(declined, safe)
  const more = changes.length - shownFiles
  return {
    status: failed.length > 0 ? 'partial' : 'success',
    data: {
      applied: written.length > 0,
      replaced,
      changes,
      ...(left.length > 0 && { declined: left }),
      ...(groups.length > 0 && { doubtful: groups }),
      ...(failed.length > 0 && { failed }),
      editId,
    },
    text: [
      language === 'zh'
        ? `已改 ${changes.length} 个文件，共 ${replaced} 处。`
        : `Changed ${replaced} places in ${changes.length} files.`,
      ...changes
        .slice(0, shownFiles)
        .map(({ path, replaced: count, excerpt }) => `${path} (${count})\n${excerpt}`),
      ...(more > 0 ? [language === 'zh' ? `……还有 ${more} 个文件。` : `… and ${more} more files.`] : []),
      ...failed.map(({ path, code, message }) => `${path}: ${code}: ${message}`),
      ...declinedLines(left, language),
      ...uncertainLines(groups, language),
    ].join('\n'),
  }
}

/** Places that the author left out, redacted, with the beginning of their text. */
export const declinedPlaces = (
  declined: Applied['declined'],
  safe: (text: string) => string,
): Applied['declined'] =>
  declined.map(({ path, line, text }) => ({
    ...{ path: safe(path), line },
    text: safe(text).slice(0, excerptUnits).toWellFormed(),
  }))

export function declinedLines(declined: Applied['declined'], language: Language): readonly string[] {
  if (declined.length === 0) return []
  const head =
    language === 'zh'
      ? `作者没有同意其中 ${declined.length} 处，它们保持原样：`
      : `The author declined some of the places, which stay as they are (${declined.length}):`
  const more = declined.length - shownDeclined
  return [
    head,
    ...declined
      .slice(0, shownDeclined)
      .map(({ path, line, text }) => `  ${path}:${line} ${text.replace(/\s+/g, ' ')}`),
    ...(more > 0 ? [`  … + ${more}`] : []),
  ]
}

export function uncertainLines(groups: readonly UncertainGroup[], language: Language): readonly string[] {
  if (groups.length === 0) return []
  const head =
    language === 'zh'
      ? '这些地方可能是别的名字，没有改（要改就用 "include" 再调用一次）：'
      : 'These may be other names and were left alone (to change them, call again with "include"):'
  return [
    head,
    ...groups.slice(0, 30).map(({ phrase, count, places }) => {
      const at = places.map(({ path, line }) => `${path}:${line}`).join(', ')
      return `  ${phrase} × ${count} (${at}${count > places.length ? ', …' : ''})`
    }),
    ...(groups.length > 30 ? [`  … + ${groups.length - 30}`] : []),
  ]
}
