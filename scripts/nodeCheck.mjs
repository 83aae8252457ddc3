// Imported first by every entry. Plain JavaScript for Node 18 and up: a wrong Node gets one sentence, not a
// crash in native code or a complaint about an unknown file extension.
// As in `setup/language.mjs`; this file is loaded alone.
const { LC_ALL, LC_MESSAGES, LANG } = process.env
const locale = [LC_ALL, LC_MESSAGES, LANG].find((name) => name && !/^(?:C|POSIX)(?:\.|$)/.test(name))

const isChinese = /^zh(?:[-_.]|$)/i.test(locale ?? Intl.DateTimeFormat().resolvedOptions().locale)

const oldestNodeMajor = 24

if (Number.parseInt(process.versions.node, 10) < oldestNodeMajor) {
  process.stderr.write(
    !isChinese
      ? `NODE_TOO_OLD: CreoNow needs Node ${oldestNodeMajor} or newer, this is ${process.version}. Use npm start, npm test or npm run creonow, which bring the right one.\n`
      : `NODE_TOO_OLD: CreoNow 需要 Node ${oldestNodeMajor} 或更新版本，当前是 ${process.version}；请改用 npm start、npm test 或 npm run creonow，它们自带合适的 Node。\n`,
  )
  process.exit(1)
}
