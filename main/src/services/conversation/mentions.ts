import { isAppError } from '../../lib/appError.ts'
import { checkProjectPath } from '../../lib/containedPath.ts'

export interface MentionPorts {
  /** Where names of the codex are called by `@`: UTF-16 offsets of the name, behind the `@`. */
  readonly called: (text: string) => Promise<readonly { readonly from: number }[]>
  /** What a project-relative path leads to; `outside`: not into the project. */
  readonly statPath: (path: string) => Promise<'file' | 'other' | 'missing' | 'outside'>
}

export interface Preprocessed {
  /** The author's words, followed by the reminder to read the files. */
  readonly text: string
  /** The files that the reminder names, in the order of the text, each once. */
  readonly mentioned: readonly string[]
  /** Further mentioned files, which it does not name. */
  readonly more: number
}

const maxMentioned = 5
const maxCandidates = 8

/** A `<system-reminder>` tag that is not ours, made harmless: in words of the author, in files, in results of tools. */
export function escapeReminders(text: string): string {
  return text.replace(/<(?=\s{0,9}\/?\s{0,9}system-reminder)/gi, '&lt;')
}

/**
 * The user's message as the agent gets it: each `@file` adds a reminder that the file is to be read, never its
 * contents. A name of the codex behind `@` is that name and no file. Time is linear in the text; each file is checked
 * once.
 */
export async function preprocess(text: string, ports: MentionPorts): Promise<Preprocessed> {
  const names = new Set((await ports.called(text)).map(({ from }) => from))
  const statResults = new Map<string, ReturnType<MentionPorts['statPath']>>()
  const statOnce = (path: string) => {
    const result = statResults.get(path) ?? ports.statPath(path)
    statResults.set(path, result)
    return result
  }
  const files = new Set<string>()
  for (const { index } of text.matchAll(/[@＠]/g)) {
    const at = index + 1
    if (names.has(at) || /[a-zA-Z0-9]/.test(text[index - 1] ?? '')) continue
    const path = await pathAt(text, at, statOnce)
    if (path !== undefined) files.add(path)
  }
  const mentioned = [...files].slice(0, maxMentioned)
  const more = files.size - mentioned.length
  const reminders = [...mentioned.map(toRead), ...(more > 0 ? [reminder(`(and ${more} more…)`)] : [])]
  return { text: [escapeReminders(text), ...reminders].join('\n\n'), mentioned, more }
}

const reminder = (text: string) => `<system-reminder>\n${text}\n</system-reminder>`

const toRead = (path: string) =>
  reminder(
    `The user mentioned @${isPlain(path) ? path : `"${path}"`}.\nYou MUST read this file with the Read tool before answering.`,
  )

const isPlain = (path: string) => /^[\p{L}\p{M}\p{N}/._-]+$/u.test(path)

const quoted = /"([^"\r\n]{1,1024})"|“([^”\r\n]{1,1024})”/y
const latin = /[a-zA-Z0-9/._-]{1,1024}/y
/** The beginning of an absolute path of Windows, `C:\` or `C:/`: no path of the project. */
const drive = /[a-zA-Z]:[\\/]/y
/** Letters of any script: where words are not divided by spaces, more than the path may be in it. */
const anyScript = /[\p{L}\p{M}\p{N}/._-]{1,1024}/uy

async function pathAt(
  text: string,
  at: number,
  statPath: MentionPorts['statPath'],
): Promise<string | undefined> {
  const inQuotes = matchAt(quoted, text, at)
  if (inQuotes) return contained(inQuotes[1] ?? inQuotes[2] ?? '', statPath)
  if (matchAt(drive, text, at)) return undefined
  const plain = matchAt(latin, text, at)?.[0] ?? ''
  const run = matchAt(anyScript, text, at)?.[0] ?? ''
  if (run === plain) return contained(withoutEnd(plain), statPath)
  for (const path of candidatesIn(run)) {
    const filePath = await contained(path, statPath)
    if (filePath !== undefined && (await statPath(filePath)) === 'file') return filePath
  }
  // `@a.md里`: what is written like a path in Latin letters ends where they end, as documented.
  const written = withoutEnd(plain)
  return /\.[a-zA-Z0-9]+$/.test(written) ? contained(written, statPath) : undefined
}

/** The whole run, then what ends with one of its extensions, the longest first. */
function candidatesIn(run: string): readonly string[] {
  const ends = [...run.matchAll(/\.[a-zA-Z0-9]+/g)].map(({ index, 0: match }) => index + match.length)
  const all = [withoutEnd(run), ...ends.reverse().map((end) => run.slice(0, end))]
  return [...new Set(all)].filter((path) => /[/.]/.test(path)).slice(0, maxCandidates)
}

/** Punctuation at the end belongs to the sentence. */
const withoutEnd = (path: string) => path.replace(/[.-]+$/, '')

/** The path in its one spelling; undefined when it cannot be a file of the project. */
async function contained(written: string, statPath: MentionPorts['statPath']): Promise<string | undefined> {
  const path = written.replace(/^(?:\.\/)+/, '').normalize('NFC')
  try {
    checkProjectPath(path)
  } catch (error) {
    if (!isAppError(error)) throw error
    return undefined
  }
  const kind = await statPath(path)
  return kind === 'file' || kind === 'missing' ? path : undefined
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  const own = new RegExp(pattern)
  own.lastIndex = at
  return own.exec(text)
}
