/** In the order in which they must be looked for: each also names those after it. */
const browsers = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /(?:Chrome|\bCriOS)\//],
  ['Safari', /\bSafari\//],
] as const
const systems = [
  ['Windows', /\bWindows\b/],
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(?:iPhone|iPad)\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const

/** “Chrome · Windows” from what a browser calls itself; null when it is none of the usual ones. */
export const browserName = (userAgent: string): string | null => {
  const names = [browsers, systems]
    .map((signs) => signs.find(([, sign]) => sign.test(userAgent))?.[0])
    .filter((name) => name !== undefined)
  return names.length === 0 ? null : names.join(' · ')
}
