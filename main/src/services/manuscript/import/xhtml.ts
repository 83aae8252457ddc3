import { omissions, type Sentence } from './issues.ts'
import { walkMarkup } from './markup.ts'
import type { Sheet } from './sheet.ts'

const blocks = new Set(
  'address article aside blockquote body caption center dd details div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup li main nav ol p pre section summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
)
const skipped = new Set(
  'head script style template svg math rt rp noscript audio video object iframe'.split(' '),
)
const omitted = new Map<string, Sentence>(
  Object.entries({
    rt: omissions.ruby,
    svg: omissions.picture,
    image: omissions.picture,
    img: omissions.picture,
    math: omissions.formula,
    audio: omissions.audio,
    video: omissions.video,
    table: omissions.table,
  }),
)
/** Stands for `<br>` until white space is collapsed; no text can hold it. */
const lineBreak = '\u0000'

/**
 * Adds the words of one XHTML page to a sheet: block elements are paragraphs, h1–h6 headings, `<br>` a line
 * break. Errors in the mark-up are forgiven. `onPlace`: the next paragraph of the sheet holds or follows this id.
 */
export async function readXhtml(
  source: string,
  sheet: Sheet,
  onPlace: (id: string) => void = () => undefined,
): Promise<void> {
  let chunks: string[] = []
  let level = 0
  let preformatted = 0
  let skipping = 0

  function flush(): void {
    const raw = chunks.join('')
    chunks = []
    const text = preformatted > 0 ? raw.replaceAll(lineBreak, '\n') : collapse(raw)
    if (text.trim() !== '') sheet.paragraph(text, level)
  }

  await walkMarkup(
    source,
    {
      open(name, { id }) {
        if (skipping > 0) {
          skipping += 1
          return
        }
        const omission = omitted.get(name)
        if (omission) sheet.omit(omission)
        if (skipped.has(name)) skipping = 1
        else if (name === 'br') chunks.push(lineBreak)
        else if (name === 'hr') {
          flush()
          sheet.paragraph('* * *')
        } else if (blocks.has(name)) {
          flush()
          if (name === 'pre') preformatted += 1
          if (/^h[1-6]$/.test(name)) level = Number(name[1])
        }
        if (id !== undefined && skipping === 0) onPlace(id)
      },
      text(text) {
        if (skipping === 0) chunks.push(text.replaceAll(lineBreak, ''))
      },
      close(name) {
        if (skipping > 0) skipping -= 1
        else if (blocks.has(name)) {
          flush()
          if (name === 'pre') preformatted -= 1
          if (/^h[1-6]$/.test(name)) level = 0
        }
      },
    },
    false,
  )
  flush()
}

const wide = /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u

/** White space as browsers show it; a line end between two Chinese characters is nothing at all. */
function collapse(raw: string): string {
  const lines = raw.split(lineBreak).map((line) => {
    const joined = line.replace(/[ \t\r\n\f]+/g, (space, at: number) => {
      const between = /[\r\n]/.test(space) && isWide(line, at - 1) && isWide(line, at + space.length)
      return between ? '' : ' '
    })
    return joined.replace(/^ | $/g, '')
  })
  return lines.join('\n').replace(/^\n+|\n+$/g, '')
}

/** Halves of a pair count as wide: what lies beyond the basic plane in a novel is nearly always Chinese. */
function isWide(text: string, at: number): boolean {
  const unit = text.charAt(at)
  return wide.test(unit) || /[\ud800-\udfff]/.test(unit)
}
