/** Why a version was stored: the kind of the write that followed, or that the chapter had no version yet. */
export const versionCauses = [
  'first',
  'typing',
  'ai',
  'outside',
  'restore',
  'replace',
  'agent',
  'undo',
  'volume',
  'split',
  'merge',
] as const
export type VersionCause = (typeof versionCauses)[number]

/** One state of a chapter. Everything but the text itself is in the name of its file. */
export interface Version {
  /** The name of its file without the ending. */
  readonly versionId: string
  /** When the chapter was last written with this text, in milliseconds since the epoch. */
  readonly savedAt: number
  readonly cause: VersionCause
  /** UTF-16 units of the text. */
  readonly words: number
  /** What the version takes on disk. */
  readonly bytes: number
  /** sha256hex of the chapter's bytes. */
  readonly hash: string
}

const ending = '.br'
const pattern = /^(\d{13})-([a-z]{2,10})-(\d{1,9})-(\d{1,9})-([0-9a-f]{64})$/
const isCause = (word: string): word is VersionCause => versionCauses.some((cause) => cause === word)

export function versionOf(fields: Omit<Version, 'versionId'>): Version {
  const { savedAt, cause, words: wordCount, bytes, hash } = fields
  const time = String(savedAt).padStart(13, '0')
  return { ...fields, versionId: `${time}-${cause}-${wordCount}-${bytes}-${hash}` }
}

/** Undefined for whatever is no version: temporary files, and what somebody else has put there. */
export function parseVersion(versionId: string): Version | undefined {
  const [, time, cause = '', wordCount, bytes, hash = ''] = pattern.exec(versionId) ?? []
  if (time === undefined || !isCause(cause)) return undefined
  return {
    versionId,
    savedAt: Number(time),
    cause,
    words: Number(wordCount),
    bytes: Number(bytes),
    hash,
  }
}

export const fileOfVersion = ({ versionId }: Pick<Version, 'versionId'>): string => `${versionId}${ending}`

export const versionOfFile = (name: string): Version | undefined =>
  name.endsWith(ending) ? parseVersion(name.slice(0, -ending.length)) : undefined
