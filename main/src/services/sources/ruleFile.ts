import type { Ref } from '../context/index.ts'
import type { Draft, Reread, RereadRequest, Source, SourceIo } from '../context/source.ts'
import type { FilePort, FileProblem, FileReading } from './ports.ts'

/** What the two files of Rules have in common: they are there whole, or the request fails. */
export const ruleFile = {
  layer: 'rules',
  stability: 'book',
  shrinkSteps: [],
  required: true,
  missing: { code: 'RULES_UNAVAILABLE', params: {} },
} as const satisfies Partial<Source>

/** A file as one draft; a missing one is nothing, one that cannot be used leaves a row and a notice. */
export function fileDraft(file: FileReading, storeId: string, io: SourceIo): Draft | undefined {
  if ('problem' in file) {
    reportProblem(file, io)
    return undefined
  }
  return {
    ref: { path: file.path },
    storeId,
    title: file.path,
    text: file.text,
    reason: { code: 'always', params: {} },
    of: file,
    ...(file.fetchedChars > file.text.length ? { fetchedChars: file.fetchedChars } : {}),
  }
}

export function reportProblem({ path, problem, place }: FileProblem, io: SourceIo): void {
  if (problem === 'missing') return
  io.reportOmitted(path, problem)
  // A copy for comparison: the evidence row is enough, without a warning at every request.
  if (problem === 'leftover') return
  io.notice(
    place
      ? { code: 'FILE_LEFT_OUT', params: { path, ...place } }
      : { code: 'CONTEXT_FILE_SKIPPED', params: { path, problem } },
  )
}

/** The way back to a file below `.creonow/`. */
export function rereadFile(files: FilePort, isOwn: (path: string) => boolean) {
  return async ({ path }: Ref, { projectId }: RereadRequest): Promise<Reread | undefined> => {
    if (!isOwn(path)) return undefined
    const file = await files.read(projectId, path)
    return 'text' in file ? file : undefined
  }
}

/** A comment is a note to the author: the template's style sheet is one. */
export const isBlank = (text: string) => text.replace(/<!--[\s\S]*?-->/g, '').trim() === ''
