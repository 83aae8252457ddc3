import { foldedName } from './fileName.ts'

const editorFile =
  /^(?:~\$|\.|#.*#$)|(?:\.icloud|\.sw[a-z]|\.tmp|\.bak|\.orig|\.rej|\.crdownload|\.partial|~)$/i
/** `.git`, `.DS_Store` and the like hide by custom and are no file of the author's. */
const hidden = /^\.(?!.+\.(?:icloud|sw[a-z])$)/i
/** iCloud's `决战 2.md`, from 2 on. */
const spacedNumber = / (?:[2-9]|[1-9]\d{1,2})(?=\.[^.]+$)/

const conflictWords =
  '冲突副本|衝突副本|冲突的副本|冲突文件|衝突檔案|冲突版本|conflicted copy|case conflict|conflict copy|NSConflict|冲突[_-]|Conflict[_ -]?\\d'

/**
 * What sync programs add to the name of a file for its copy. Without the mark the name is that of the original. Every name
 * stops being a copy's with a number of its own behind it, `-10` at the latest: so the app finds a free name.
 */
const copyMarks: readonly RegExp[] = [
  // Syncthing.
  /\.sync-conflict-\d{8}-\d{6}(?:-[a-z0-9]+)?(?=\.[^.]+$)/i,
  // Dropbox, Nextcloud, 坚果云, 百度网盘: (林的冲突副本 2026-11-24), (Lin's conflicted copy), (Case Conflict 1).
  new RegExp(`[\\s_]*[(（\\[][^()（）\\[\\]]*(?:${conflictWords})[^()（）\\[\\]]*[)）\\]](?=\\.[^.]+$)`, 'i'),
  // 坚果云 -NSConflict-林-desktop, 百度网盘 _冲突文件_林_20261124101500, Nextcloud and ownCloud _conflict-20261124-101500.
  /[-_](?:NSConflict|冲突文件|冲突副本|conflict)[-_][^.]*(?<!-\d{1,3})(?=\.[^.]+$)/i,
  // OneDrive adds the name that Windows or macOS gives to a computer.
  /-(?:(?:DESKTOP|LAPTOP|WIN)-[a-z0-9]{5,12}|[\p{L}\p{N}]+(?:-PC|-MacBook(?:-Pro|-Air)?|-iMac))(?:-[2-9])?(?=\.[^.]+$)/iu,
  // Google Drive: 决战_conf(1).md, 决战 的副本.md; the number in brackets is that of every browser, too.
  /_conf\(\d+\)(?=\.[^.]+$)/i,
  /[\s_]*\(\d+\)(?=\.[^.]+$)/,
  / ?的副本(?=\.[^.]+$)/,
  /^Copy of /i,
  spacedNumber,
]

/**
 * The names in a folder that sync programs, version control and editors leave behind, for every folder of a project.
 * `决战(1).md` and `决战（冲突副本）.md` are copies only where the folder has their original, `决战.md`; elsewhere they
 * are files like any other.
 */
export function orphanedNames(names: Iterable<string>): ReadonlySet<string> {
  const all = [...names]
  const present = new Set(all.map(foldedName))
  return new Set(all.filter((name) => editorFile.test(name) || isCopyAmong(name, present)))
}

/** `present`: folded names. */
function isCopyAmong(name: string, present: ReadonlySet<string>): boolean {
  // 决战 1.md, 决战 2.md: a row that the author counts begins with 1.
  return (
    hasOriginal(name, present) &&
    !(spacedNumber.test(name) && present.has(foldedName(name.replace(spacedNumber, ' 1'))))
  )
}

function hasOriginal(name: string, present: ReadonlySet<string>): boolean {
  const original = originalName(name)
  return original !== undefined && present.has(foldedName(original))
}

/** What a folder's next file may be named. */
export interface NameCheck {
  /**
   * Whether a file of this name would be listed, also when others of the folder go, and all that are listed without it
   * as well.
   */
  accepts(name: string): boolean
  /** The folder has this name, too. */
  add(name: string): void
}

/** `present`: the names of the folder, folded or not. */
export function createNameCheck(present: Iterable<string>): NameCheck {
  const folded = new Set<string>()
  const originals = new Set<string>()
  const add = (name: string) => {
    folded.add(foldedName(name))
    const original = originalName(name)
    if (original !== undefined) originals.add(foldedName(original))
  }
  for (const name of present) add(name)
  return {
    accepts: (name) =>
      !editorFile.test(name) && !hasOriginal(name, folded) && !originals.has(foldedName(name)),
    add,
  }
}

/** Whether an orphaned file may have words of the author's, so that it must be shown for comparison. */
export const shouldShow = (name: string): boolean => !hidden.test(name)

/** The file that `决战(1).md` or `决战（冲突副本）.md` would be a copy of; undefined for a name without such a mark. */
export function originalName(name: string): string | undefined {
  for (const mark of copyMarks) {
    const original = name.replace(mark, '')
    if (original !== name && !original.startsWith('.')) return original
  }
  return undefined
}

/** Whether the only mark of a copy is a number behind a blank, which authors count with too. */
export const isCounted = (name: string): boolean =>
  spacedNumber.test(name) && originalName(name) === name.replace(spacedNumber, '')
