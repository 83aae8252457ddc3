const conflictCopy =
  /[(（][^()（）]*(?:冲突副本|衝突副本|冲突的副本|冲突文件|conflicted copy|case conflict)[^()（）]*[)）]|\.sync-conflict-/i
const editorFile = /^(?:~\$|\.|#)|(?:\.icloud|\.sw[a-z]|\.tmp|\.bak|\.orig|\.rej|\.crdownload|\.partial|~)$/i
/** `.git`, `.DS_Store` and the like are hidden by convention and contain no words of the author. */
const hidden = /^\.(?!.+\.(?:icloud|sw[a-z])$)/i
const numberedCopy = /[\s_]*\(\d+\)(?=\.[^.]+$)/

/**
 * The names in a folder that sync tools, version control and editors leave behind, for every folder of a project.
 * `决战(1).md` counts as a copy only when its original `决战.md` is there too: without it it is a file like any
 * other.
 */
export function orphanedNames(names: readonly string[]): ReadonlySet<string> {
  const present = new Set(names.map((name) => name.normalize('NFC')))
  const isOrphaned = (name: string) => {
    if (editorFile.test(name) || conflictCopy.test(name)) return true
    const original = originalName(name)
    return original !== undefined && present.has(original.normalize('NFC'))
  }
  return new Set(names.filter(isOrphaned))
}

/** Whether such a file may contain words of the author, so that it must be shown for comparison. */
export const shouldShow = (name: string): boolean => !hidden.test(name)

/** The file that `决战(1).md` would be a copy of; undefined for a name without a number. */
export function originalName(name: string): string | undefined {
  return numberedCopy.test(name) ? name.replace(numberedCopy, '') : undefined
}
