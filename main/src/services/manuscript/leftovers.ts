const conflictCopy =
  /[(（][^()（）]*(?:冲突副本|衝突副本|冲突的副本|冲突文件|conflicted copy|case conflict)[^()（）]*[)）]|\.sync-conflict-/i
const editorFile = /^(?:~\$|\.|#)|(?:\.icloud|\.sw[a-z]|\.tmp|\.bak|\.orig|\.rej|~)$/i
const numberedCopy = /[\s_]*\(\d+\)(?=\.[^.]+$)/

/**
 * The names in a folder that sync tools, version control and editors leave behind. `决战(1).md` counts as a
 * copy only beside its original `决战.md`: alone it is a chapter in two parts.
 */
export function leftoverNames(names: readonly string[]): ReadonlySet<string> {
  const present = new Set(names.map((name) => name.normalize('NFC')))
  const isLeftover = (name: string) =>
    editorFile.test(name) ||
    conflictCopy.test(name) ||
    (numberedCopy.test(name) && present.has(name.normalize('NFC').replace(numberedCopy, '')))
  return new Set(names.filter(isLeftover))
}
