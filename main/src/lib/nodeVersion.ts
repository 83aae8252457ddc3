export const oldestNodeMajor = 24

/** The sentence for a Node that is too old (`v20.1.0`), or null when it will do. */
export function nodeTooOld(version: string): string | null {
  const major = Number.parseInt(version.replace(/^v/, ''), 10)
  if (major >= oldestNodeMajor) return null
  return `NODE_TOO_OLD: CreoNow 需要 Node ${oldestNodeMajor} 或更新版本，当前是 ${version}；请改用 npm start、npm test 或 npm run creonow，它们自带合适的 Node。`
}

/**
 * Ends the process with one sentence (exit 1) under a Node that better-sqlite3 crashes on. Call it before
 * importing anything that loads native code; entries that must also *parse* under Node 18 and 20 import
 * scripts/nodeCheck.mjs instead.
 */
export function requireNode24(version: string = process.version): void {
  const sentence = nodeTooOld(version)
  if (sentence === null) return
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}
