/** A part of every name for a secret. */
const partOfName =
  /pass|s+wo?r?d|pwd|kennw|contrase|senha|secret|token|cred|key|auth(?!or)|(?<![a-z])code|recovery.?code|secure|identified|pw|psk|(?:access|private|[_-]api|(?<![a-z])pat)$/i
/** Words that may stand between a name and its value, and the letter in front of a string literal. */
const joining = new Set('is was are were set of now still here by s b r f t'.split(' '))
/** The end of an element or an attribute that holds a value, of the marker, and of what a password was before. */
const holders = new Set('value string td dd th from to into REDACTED'.split(' '))
const maxJoiningWords = 5
/** As far as the signs between a name and its value reach, and as a remark between them. */
const maxSignUnits = 48
const maxRemarkUnits = 22
const maxTypeUnits = 20
/** As long as a name with all that may be joined to it. */
const maxNameUnits = 96
const maxRowUnits = 260
const highest = 0x7f

/**
 * False only when what stands in front of `at` (UTF-16) is neither a name for a secret nor what may stand between one and
 * its value; quick where a text is code. Constant work.
 */
export function mayFollowName(text: string, at: number): boolean {
  if (text[at - 1] === '/') {
    // In front of the value may stand its account.
    const account = wordStart(text, at - 1)
    if (partOfName.test(text.slice(account, at - 1)) || isBehindName(text, account)) return true
  }
  return isBehindName(text, at) || isCell(text, at)
}

function isBehindName(text: string, at: number): boolean {
  let end = at
  for (let words = 0; words < maxJoiningWords; words++) {
    const signs = end
    while (end > 0 && !isLetterOrDigit(text.charCodeAt(end - 1))) {
      const code = text.charCodeAt(end - 1)
      if (code > highest || isRemark(text, end - 1)) return true
      end--
      if (signs - end > maxSignUnits) return false
    }
    const start = wordStart(text, end)
    const word = text.slice(start, end)
    // A letter of another script may begin the name.
    if (
      text.charCodeAt(start - 1) > highest ||
      word.length >= maxNameUnits ||
      partOfName.test(word) ||
      holders.has(word)
    )
      return true
    if (!joining.has(word.toLowerCase())) return words === 0 && isType(text, start)
    end = start
  }
  return true
}

/** A remark in brackets that ends at `at`, behind a name. */
function isRemark(text: string, at: number): boolean {
  if (text[at] !== ')' && text[at] !== ']') return false
  for (let from = at - 1; from >= 0 && at - from < maxRemarkUnits; from--) {
    if (text[from] === ')' || text[from] === ']' || text[from] === '\n') return false
    if (text[from] === '(' || text[from] === '[')
      return isName(text, text[from - 1] === ' ' ? from - 1 : from)
  }
  return false
}

/** The type of a variable, behind its name and a colon. */
function isType(text: string, start: number): boolean {
  let at = start - 1
  while (at > 0 && start - at < maxTypeUnits && /[ &<>A-Za-z]/.test(text.charAt(at))) at--
  if (text[at] !== ':') return false
  let end = at
  while (end > 0 && at - end < maxTypeUnits && /[\s"'`*\])\\]/.test(text.charAt(end - 1))) end--
  return isName(text, end) || isRemark(text, end)
}

/** A name that ends at `end`; those in other scripts are not looked at. */
function isName(text: string, end: number): boolean {
  const start = wordStart(text, end)
  const word = text.slice(start, end)
  return text.charCodeAt(start - 1) > highest || partOfName.test(word) || /^by$/i.test(word)
}

/** A cell in the first row below the names. */
function isCell(text: string, at: number): boolean {
  const before = text[at - 1] === ' ' ? text[at - 2] : text[at - 1]
  if (before !== '|' && before !== '\n') return false
  let row = at - 1
  while (row > 0 && at - row < maxRowUnits && text[row] !== '\n') row--
  return text[row] === '\n' && /[-|]/.test(text[text[row - 1] === '\r' ? row - 2 : row - 1] ?? '')
}

function wordStart(text: string, end: number): number {
  let at = end
  while (at > 0 && end - at < maxNameUnits && isNameUnit(text.charCodeAt(at - 1))) at--
  return at
}

const isLetterOrDigit = (code: number) =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57)

/** `_`, `-`, `.` and `@` may be in a name or an account. */
const isNameUnit = (code: number) =>
  isLetterOrDigit(code) || code === 0x5f || code === 0x2d || code === 0x2e || code === 0x40
