/**
 * Text that looks like exactly what it is, for an author who approves it. What a screen would not show, or would show
 * as something else, becomes `⟦U+202E⟧`; a run of one blank becomes `⟦U+0020×3000⟧`; a `⟦` of the text itself becomes
 * `⟦U+27E6⟧`. Therefore each shown text stands for one text only, which `fromVisibleText` returns.
 */

/** Longer runs of blanks are written as a number. */
const maxBlanks = 8

/**
 * Controls but LF; bidirectional and zero-width characters, variation selectors and fillers; line and paragraph
 * separators; every blank but U+0020 and U+3000; private, unassigned and unpaired code units.
 */
const hiddenCharacter =
  /(?!\n)\p{Cc}|\p{Cf}|\p{Default_Ignorable_Code_Point}|\p{Zl}|\p{Zp}|(?![ \u3000])\p{Zs}|\p{Co}|\p{Cn}|\p{Cs}|[\u2800⟦]/gu
/** Long blanks, blanks at the end of a line, and several empty lines. */
const hiddenBlanks = new RegExp(
  `(?:\\n[ \\u3000]*){2,}\\n|[ \\u3000]{${maxBlanks + 1},}|[ \\u3000]+(?=\\n|$)`,
  'g',
)
const escaped = /⟦U\+([0-9A-F]{4,6})(?:×(\d+))?⟧/g

/** A text with every hidden character written out; lines stay lines. */
export function toVisibleText(text: string): string {
  return text
    .replace(hiddenCharacter, (character) => escapeOf(character, 1))
    .replace(hiddenBlanks, (run) =>
      run.replace(/(.)\1*/gsu, (same, blank: string) => escapeOf(blank, same.length / blank.length)),
    )
}

/** The same for a unified diff, line by line; the sign in front of a line stays. */
export function toVisibleDiff(diff: string): string {
  return diff
    .split('\n')
    .map((line) => line.charAt(0) + toVisibleText(line.slice(1)))
    .join('\n')
}

/** The text that a visible one stands for. */
export function fromVisibleText(shown: string): string {
  return shown.replace(escaped, (_, code: string, times = '1') =>
    String.fromCodePoint(Number.parseInt(code, 16)).repeat(Number(times)),
  )
}

/** A text without the characters that a screen hides; blanks and lines stay. */
export function withoutHidden(text: string): string {
  return text.replace(hiddenCharacter, (character) => (character === '⟦' ? character : ''))
}

function escapeOf(character: string, times: number): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  return times === 1 ? `⟦U+${code}⟧` : `⟦U+${code}×${times}⟧`
}
